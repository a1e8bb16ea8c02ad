import Plus from 'lucide-react/icons/plus';
import { type KeyboardEvent, useRef, useState } from 'react';
import { maxTaskNameLength, maxTasksPerProject } from '#domain/projects.ts';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { ProjectForm } from './project-form.ts';
import { emptyTask } from './project-values.ts';
import classes from './projects.module.css';
import { TaskRow } from './TaskRow.tsx';

/** Enter adds a task and keeps the focus, so that several tasks can be typed one after the other. */
export function TasksField({ form }: { form: ProjectForm }) {
  const field = useRef<HTMLInputElement>(null);
  const { tasks } = form.getValues();
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || tasks.some(({ isBillable }) => !isBillable);
  const isFull = tasks.length >= maxTasksPerProject;
  const add = () => {
    const input = field.current;
    const name = input?.value.trim() ?? '';
    if (input && name !== '' && !isFull) {
      form.insertListItem('tasks', emptyTask(name));
      input.value = '';
    }
    input?.focus();
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    add();
    // Ctrl with Enter submits the form, with the task that was just typed.
    if (!event.ctrlKey && !event.metaKey) event.preventDefault();
  };
  const remove = (index: number) => {
    form.removeListItem('tasks', index);
    field.current?.focus();
  };
  return (
    <fieldset className={classes.group}>
      <legend>
        {m.projects_tasks()} {tasks.length > 0 && <span className={classes.count}>{tasks.length}</span>}
      </legend>
      <p className={classes.groupText}>{m.projects_tasks_text()}</p>
      {tasks.length > 0 && (
        <div className={classes.tasks}>
          <TaskHead />
          <ul>
            {tasks.map((task, index) => (
              <TaskRow
                key={task.key}
                form={form}
                index={index}
                task={task}
                hasBillable={isShown}
                isFocused={isOpen && index === 0}
                onRemove={() => remove(index)}
              />
            ))}
          </ul>
        </div>
      )}
      {tasks.length > 0 && !isShown && (
        <Button variant="subtle" size="compact-sm" className={classes.someBillable ?? ''} onClick={() => setOpen(true)}>
          {m.billable_some()}
        </Button>
      )}
      {isShown && <p className={classes.groupText}>{m.billable_text()}</p>}
      <div className={classes.addTask}>
        <TextField
          ref={field}
          aria-label={m.projects_new_task()}
          placeholder={m.projects_new_task()}
          maxLength={maxTaskNameLength}
          autoComplete="off"
          enterKeyHint="enter"
          disabled={isFull}
          onKeyDown={addOnEnter}
        />
        <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={add} disabled={isFull}>
          {m.projects_add_task()}
        </Button>
      </div>
    </fieldset>
  );
}

/** Headings for the eye; each field has its own label. */
const TaskHead = () => (
  <div className={classes.taskHead} aria-hidden>
    <span>{m.worklog_task()}</span>
    <span>{m.reports_kind()}</span>
    <span>{m.projects_budget()}</span>
    <span>{m.projects_task_open()}</span>
  </div>
);

import { Select } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import Receipt from 'lucide-react/icons/receipt';
import { m } from '#locales/messages.js';
import { kindLabel } from '../ui/labels.ts';
import { ProjectDot } from '../ui/ProjectDot.tsx';
import type { FieldProps } from './fields.ts';
import type { LoggableTask } from './WorklogForm.tsx';
import classes from './worklogs.module.css';

type Props = FieldProps & { tasks: readonly LoggableTask[]; isFirst: boolean };

/** Project → task; what was used last comes first. A search finds both names. */
export function TaskPicker({ entry, mistakes, onChange, tasks, isFirst }: Props) {
  const chosen = tasks.find(({ taskId }) => taskId === entry.taskId);
  // With a mouse and a keyboard the task is asked for first; on a phone that would open its keyboard.
  const isAwaited = isFirst && entry.taskId === '' && window.matchMedia('(pointer: fine)').matches;
  return (
    <Select
      label={m.worklog_task()}
      placeholder={m.worklog_task_placeholder()}
      required
      withAsterisk={false}
      searchable
      openOnFocus={false}
      selectFirstOptionOnChange
      allowDeselect={false}
      nothingFoundMessage={tasks.length === 0 ? m.worklog_no_tasks() : m.ui_nothing_found()}
      withScrollArea={false}
      classNames={{ dropdown: classes.picker ?? '', options: classes.options ?? '' }}
      comboboxProps={{ withinPortal: false }}
      data={groupsOf(tasks)}
      value={entry.taskId === '' ? null : entry.taskId}
      onChange={(taskId) => taskId && onChange({ ...entry, taskId })}
      error={mistakes.taskId?.message}
      leftSection={chosen && <ProjectDot colour={chosen.colour} />}
      leftSectionWidth={chosen ? 32 : 0}
      {...(isAwaited ? { autoFocus: true, 'data-autofocus': true } : {})}
      renderOption={({ option, checked }) => {
        const task = tasks.find(({ taskId }) => taskId === option.value);
        return (
          <span className={classes.taskOption}>
            {task && <ProjectDot colour={task.colour} />}
            <span className={classes.taskOptionName}>{task?.taskName}</span>
            {task?.kind === 'expense' && (
              <span className={classes.taskKind}>
                <Receipt size={14} aria-hidden /> {kindLabel('expense')}
              </span>
            )}
            {checked && <Check size={16} aria-hidden />}
          </span>
        );
      }}
    />
  );
}

/** Projects in the order in which their last used task comes. */
function groupsOf(tasks: readonly LoggableTask[]) {
  const groups = Map.groupBy(tasks, ({ projectId }) => projectId);
  return [...groups.values()].map((ofProject) => ({
    group: ofProject[0]?.projectName ?? '',
    items: ofProject.map(({ taskId, taskName, projectName }) => ({
      value: taskId,
      label: `${projectName} / ${taskName}`,
    })),
  }));
}

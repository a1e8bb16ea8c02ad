import Trash from 'lucide-react/icons/trash-2';
import { maxTaskNameLength, taskKinds } from '#domain/projects.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { preventEnter } from '../ui/prevent-enter.ts';
import { Select } from '../ui/Select.tsx';
import { Switch } from '../ui/Switch.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { TextField } from '../ui/TextField.tsx';
import { kindLabel } from '../worklog/labels.ts';
import type { ProjectForm } from './project-form.ts';
import type { TaskValues } from './project-values.ts';
import classes from './projects.module.css';

type Props = {
  form: ProjectForm;
  index: number;
  task: TaskValues;
  /** Some task is not billable. */
  hasBillable: boolean;
  /** Its box has replaced the button that showed the boxes. */
  isFocused: boolean;
  onRemove: () => void;
};

/** Characters of a name that stands beside the other fields; a longer one is above them. */
const maxNameBeside = 28;

/** One task. Once something is logged on it, its kind is fixed and it can be closed but not removed. */
export function TaskRow({ form, index, task, hasBillable, isFocused, onRemove }: Props) {
  const { currency } = useCompany();
  const name = task.name.trim() === '' ? m.projects_task_number({ number: index + 1 }) : task.name;
  const isTimed = task.kind === 'timed';
  const budget = isTimed ? `tasks.${index}.hours` : `tasks.${index}.money`;
  return (
    <li className={classes.task} data-closed={task.isClosed} data-long={task.name.length > maxNameBeside}>
      <TaskName key={form.key(`tasks.${index}.name`)} name={name} field={form.getInputProps(`tasks.${index}.name`)} />
      <Select
        className={classes.taskKind}
        aria-label={m.projects_task_kind({ task: name })}
        disabled={task.isUsed}
        options={taskKinds.map((kind) => ({ value: kind, label: kindLabel(kind) }))}
        data-path={`tasks.${index}.kind`}
        error={form.errors[`tasks.${index}.kind`]}
        value={task.kind}
        onChange={(event) => {
          const kind = taskKinds.find((one) => one === event.currentTarget.value);
          if (kind) form.setFieldValue(`tasks.${index}.kind`, kind);
        }}
      />
      <TextField
        classNames={{ root: classes.taskBudget }}
        aria-label={
          isTimed
            ? m.projects_task_budget_hours({ task: name })
            : m.projects_task_budget_money({ task: name, currency })
        }
        placeholder={m.projects_budget()}
        inputMode="decimal"
        autoComplete="off"
        unit={isTimed ? m.projects_hours_unit() : currency}
        key={form.key(budget)}
        {...form.getInputProps(budget)}
        onKeyDown={preventEnter}
      />
      {task.id !== '' && (
        <Switch
          className={classes.taskOpen ?? ''}
          label={task.isClosed ? m.projects_task_closed() : m.projects_task_open()}
          aria-label={m.projects_task_is_open({ task: name })}
          checked={!task.isClosed}
          onChange={(event) => form.setFieldValue(`tasks.${index}.isClosed`, !event.currentTarget.checked)}
        />
      )}
      {hasBillable && (
        <Checkbox
          className={classes.taskBillable ?? ''}
          label={m.billable_field()}
          aria-label={m.billable_task({ task: name })}
          autoFocus={isFocused}
          checked={task.isBillable}
          onChange={(event) => form.setFieldValue(`tasks.${index}.isBillable`, event.currentTarget.checked)}
        />
      )}
      <RemoveTask name={name} isUsed={task.isUsed} onRemove={onRemove} />
    </li>
  );
}

/** As high as the name needs, so that all of it can be read. A name has no line breaks: pasted ones become spaces. */
function TaskName({ name, field }: { name: string; field: ReturnType<ProjectForm['getInputProps']> }) {
  return (
    <TextArea
      className={classes.taskName}
      aria-label={m.projects_task_name({ task: name })}
      maxLength={maxTaskNameLength}
      autoComplete="off"
      rows={1}
      {...field}
      onChange={(event) => {
        const { value } = event.currentTarget;
        if (value.includes('\n')) event.currentTarget.value = value.replaceAll(/\s*\n\s*/g, ' ');
        field.onChange(event);
      }}
      onKeyDown={preventEnter}
    />
  );
}

function RemoveTask({ name, isUsed, onRemove }: { name: string; isUsed: boolean; onRemove: () => void }) {
  const label = isUsed ? m.projects_task_kept({ task: name }) : m.projects_task_remove({ task: name });
  return (
    <IconButton
      className={classes.taskRemove ?? ''}
      tip={label}
      tipAlign="end"
      aria-label={label}
      aria-disabled={isUsed}
      data-kept={isUsed}
      onClick={() => !isUsed && onRemove()}
    >
      <Trash size={16} aria-hidden />
    </IconButton>
  );
}

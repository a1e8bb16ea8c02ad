import { Select } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import Receipt from 'lucide-react/icons/receipt';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { kindLabel } from '../ui/labels.ts';
import { ProjectDot } from '../ui/ProjectDot.tsx';
import { useTyped } from '../ui/typed.ts';
import type { FieldProps } from './fields.ts';
import { useLoggableTasks } from './loader.ts';
import type { LoggableTask } from './WorklogForm.tsx';
import classes from './worklogs.module.css';

type Props = Omit<FieldProps, 'onChange'> & {
  /** Those on offer at first, and the chosen one. */
  tasks: readonly LoggableTask[];
  /** There are others, for which the server is asked while one types. */
  hasMore: boolean;
  onChange: (task: LoggableTask) => void;
  isFirst: boolean;
};

/** Project → task; what was used last comes first. A search finds both names. */
export function TaskPicker({ entry, mistakes, onChange, tasks, hasMore, isFirst }: Props) {
  const chosen = tasks.find(({ taskId }) => taskId === entry.taskId);
  const [asked, setAsked] = useState('');
  const { typed, type } = useTyped(chosen ? labelOf(chosen) : '', setAsked);
  const isSearching = hasMore && asked !== '' && asked !== (chosen && labelOf(chosen));
  const { data: found, isPlaceholderData } = useLoggableTasks(isSearching ? asked : '');
  const offered = isSearching && found ? found.found : tasks;
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
      nothingFoundMessage={nothingText(tasks.length === 0, isPlaceholderData)}
      searchValue={typed}
      onSearchChange={type}
      {...(hasMore ? { filter: ({ options }) => options } : {})}
      withScrollArea={false}
      classNames={{ dropdown: classes.picker ?? '', options: classes.options ?? '' }}
      comboboxProps={{ withinPortal: false }}
      data={groupsOf(offered)}
      value={entry.taskId === '' ? null : entry.taskId}
      onChange={(taskId) => {
        const task = offered.find((one) => one.taskId === taskId);
        if (task) onChange(task);
      }}
      error={mistakes.taskId?.message}
      leftSection={chosen && <ProjectDot colour={chosen.colour} />}
      leftSectionWidth={chosen ? 32 : 0}
      {...(isAwaited ? { autoFocus: true, 'data-autofocus': true } : {})}
      renderOption={({ option, checked }) => {
        const task = offered.find(({ taskId }) => taskId === option.value);
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

function nothingText(hasNone: boolean, isComing: boolean): string {
  if (hasNone) return m.worklog_no_tasks();
  return isComing ? m.shell_loading() : m.ui_nothing_found();
}

const labelOf = ({ projectName, taskName }: LoggableTask): string => `${projectName} / ${taskName}`;

/** Projects in the order in which their last used task comes. */
function groupsOf(tasks: readonly LoggableTask[]) {
  const groups = Map.groupBy(tasks, ({ projectId }) => projectId);
  return [...groups.values()].map((ofProject) => ({
    group: ofProject[0]?.projectName ?? '',
    items: ofProject.map((task) => ({ value: task.taskId, label: labelOf(task) })),
  }));
}

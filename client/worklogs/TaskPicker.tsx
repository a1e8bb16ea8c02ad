import { Select } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import Receipt from 'lucide-react/icons/receipt';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { kindLabel } from '../ui/labels.ts';
import { ProjectDot } from '../ui/ProjectDot.tsx';
import { useTyped } from '../ui/typed.ts';
import { FavouriteButton } from './FavouriteButton.tsx';
import type { FieldProps } from './fields.ts';
import { useLoggableTasks } from './loader.ts';
import { taskGroups } from './task-groups.ts';
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

/** Favourites, the last used, then project by project. A search finds both names. */
export function TaskPicker({ entry, mistakes, onChange, tasks, hasMore, isFirst }: Props) {
  const chosen = tasks.find(({ taskId }) => taskId === entry.taskId);
  const [asked, setAsked] = useState('');
  const { typed, type } = useTyped(chosen ? labelOf(chosen) : '', setAsked);
  const isSearching = hasMore && asked !== '' && asked !== (chosen && labelOf(chosen));
  const { data: found, isPlaceholderData } = useLoggableTasks(isSearching ? asked : '');
  const offered = isSearching && found ? found.found : tasks;
  // With a mouse and a keyboard the task is asked for first; on a phone that would open its keyboard.
  const isAwaited = isFirst && entry.taskId === '' && window.matchMedia('(pointer: fine)').matches;
  // Where the heading is not the project, the option names it.
  const projectGroups = new Set(
    taskGroups(offered).flatMap(({ isProject, tasks: own }) => (isProject ? own.map(({ taskId }) => taskId) : [])),
  );
  return (
    <div className={classes.pickerRow}>
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
              <span className={classes.taskOptionName}>
                {task?.taskName}
                {task && !projectGroups.has(task.taskId) && (
                  <span className={classes.taskOptionProject}> {task.projectName}</span>
                )}
              </span>
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
      {chosen && <FavouriteButton task={chosen} />}
    </div>
  );
}

function nothingText(hasNone: boolean, isComing: boolean): string {
  if (hasNone) return m.worklog_no_tasks();
  return isComing ? m.shell_loading() : m.ui_nothing_found();
}

const labelOf = ({ projectName, taskName }: LoggableTask): string => `${projectName} / ${taskName}`;

const groupsOf = (tasks: readonly LoggableTask[]) =>
  taskGroups(tasks).map(({ name, tasks: ofGroup }) => ({
    group: name,
    items: ofGroup.map((task) => ({ value: task.taskId, label: labelOf(task) })),
  }));

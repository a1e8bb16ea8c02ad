import { m } from '#locales/messages.js';
import { FavouriteButton } from './FavouriteButton.tsx';
import type { EntryFieldProps } from './fields.ts';
import type { LoggableTask } from './loader.ts';
import { TaskCombobox } from './TaskCombobox.tsx';
import classes from './worklogs.module.css';

type Props = Omit<EntryFieldProps, 'onChange'> & {
  /** The first page of tasks, and the chosen one. */
  tasks: readonly LoggableTask[];
  /** There are more tasks; the server searches them while the user types. */
  hasMore: boolean;
  onChange: (task: LoggableTask) => void;
  isFirst: boolean;
};

/** The task of a worklog, which can be made a favourite here. */
export function TaskPicker({ entry, errors, onChange, tasks, hasMore, isFirst }: Props) {
  const chosen = tasks.find(({ taskId }) => taskId === entry.taskId);
  // Focused at once on devices with a mouse; on a phone this would open the keyboard.
  const hasInitialFocus = isFirst && entry.taskId === '' && window.matchMedia('(pointer: fine)').matches;
  return (
    <div className={classes.pickerRow}>
      <TaskCombobox
        label={m.worklog_task()}
        error={errors.taskId?.message}
        autoFocus={hasInitialFocus}
        tasks={tasks}
        hasMore={hasMore}
        chosen={chosen}
        onChoose={onChange}
      />
      {chosen && <FavouriteButton task={chosen} />}
    </div>
  );
}

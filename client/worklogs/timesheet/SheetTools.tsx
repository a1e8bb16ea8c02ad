import Copy from 'lucide-react/icons/copy';
import { m } from '#locales/messages.js';
import { showToast } from '../../toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { type LoggableTask, useLoggableTasks } from '../loader.ts';
import { TaskCombobox } from '../TaskCombobox.tsx';
import { durationText } from './texts.ts';
import classes from './timesheet.module.css';
import type { Timesheet } from './use-timesheet.ts';

export type SheetToolsProps = { timesheet: Timesheet; onAdded: (taskId: string) => void };

/** Adds rows: a task, or those of last week. */
export function SheetTools({ timesheet, onAdded }: SheetToolsProps) {
  const { sheet, week, copyLastWeek } = timesheet;
  const { data: tasks } = useLoggableTasks('');
  const shown = new Set(sheet.rows.map(({ task }) => task.taskId));
  const copy = (what: 'tasks' | 'hours') => {
    const count = copyLastWeek(what, durationText);
    if (count === 0) showToast(m.timesheet_copied_none());
    else showToast(what === 'tasks' ? m.timesheet_copied({ count }) : m.timesheet_copied_hours({ count }));
  };
  const add = ({ taskId, taskName, projectId, projectName, clientName, colour }: LoggableTask) => {
    week.addTasks([{ taskId, taskName, projectId, projectName, clientName, colour }]);
    onAdded(taskId);
  };
  return (
    <div className={classes.tools}>
      <div className={classes.add}>
        <TaskCombobox
          label={m.timesheet_add()}
          tasks={tasks?.found ?? []}
          hasMore={tasks?.hasMore === true}
          isOffered={({ taskId, kind }) => kind === 'timed' && !shown.has(taskId)}
          chosen={undefined}
          onChoose={add}
        />
      </div>
      <Menu
        button={(trigger) => (
          <Button {...trigger} variant="default" leftSection={<Copy size={16} aria-hidden />}>
            {m.timesheet_copy()}
          </Button>
        )}
      >
        <MenuItem onSelect={() => copy('tasks')}>{m.timesheet_copy_rows()}</MenuItem>
        <MenuItem onSelect={() => copy('hours')}>{m.timesheet_copy_hours()}</MenuItem>
      </Menu>
    </div>
  );
}

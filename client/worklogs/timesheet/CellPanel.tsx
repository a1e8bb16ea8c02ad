import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { Button } from '../../ui/Button.tsx';
import { formatDay } from '../../ui/format.ts';
import { projectTitle } from '../../ui/project-title.ts';
import type { SheetCell } from './sheet.ts';
import { closedSentence, worklogLine } from './texts.ts';
import classes from './timesheet.module.css';
import type { Timesheet } from './use-timesheet.ts';

type Props = {
  /** The id of the element that explains the cell. */
  id: string;
  cell: SheetCell;
  timesheet: Timesheet;
  problem: string | null;
  onOpen: (worklogId: string) => void;
  onRemoved: () => void;
};

/** What the selected cell consists of, and why it cannot be changed or submitted. */
export function CellPanel({ id, cell, timesheet, problem, onOpen, onRemoved }: Props) {
  const row = timesheet.sheet.rows.find(({ task }) => task.taskId === cell.task.taskId);
  const isRemovable = row?.isAdded === true && row.cells.every(({ worklogs }) => worklogs.length === 0);
  const note = problem ?? closedSentence(cell, timesheet.policies);
  return (
    <section className={classes.panel} aria-label={m.timesheet_cell()}>
      <p className={classes.panelTitle}>
        <strong>{isolated(cell.task.taskName)}</strong>{' '}
        <span className="dimmed">
          {projectTitle(cell.task)} · {formatDay(cell.day)}
        </span>
      </p>
      {cell.worklogs.length > 0 && (
        <ul className={classes.panelList}>
          {cell.worklogs.map((worklog) => (
            <li key={worklog.id}>
              <Button variant="default" size="compact-sm" onClick={() => onOpen(worklog.id)}>
                {worklogLine(worklog)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p id={id} className={classes.panelNote} data-problem={problem !== null}>
        {note ?? (cell.worklogs.length === 0 ? m.timesheet_hint() : '')}
      </p>
      {isRemovable && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            timesheet.week.removeTask(cell.task.taskId);
            onRemoved();
          }}
        >
          {m.timesheet_remove()}
        </Button>
      )}
    </section>
  );
}

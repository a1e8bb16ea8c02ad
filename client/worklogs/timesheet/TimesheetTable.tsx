import Lock from 'lucide-react/icons/lock';
import { useId } from 'react';
import { isLocked } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { formatDay } from '../../ui/format.ts';
import { projectTitle } from '../../ui/project-title.ts';
import { DurationText } from '../../ui/texts.tsx';
import { ProjectDot } from '../../worklog/ProjectDot.tsx';
import { weekdayAndDate } from '../week/day-parts.ts';
import type { VisibleDays } from '../week/use-visible-days.ts';
import type { SheetCell, SheetRow } from './sheet.ts';
import { TimesheetCell } from './TimesheetCell.tsx';
import classes from './timesheet.module.css';
import type { SheetKeys } from './use-sheet-keys.ts';
import type { Timesheet } from './use-timesheet.ts';

type Props = {
  timesheet: Timesheet;
  days: VisibleDays;
  keys: SheetKeys;
  /** The element that explains the current cell. */
  describedBy: string;
  hasProblem: (cell: SheetCell) => boolean;
  onOpen: (cell: SheetCell) => void;
};

/** Tasks × days with totals. Uses a roving tabindex: one cell at a time is in the tab order. */
export function TimesheetTable({ timesheet, days, keys, describedBy, hasProblem, onOpen }: Props) {
  const { sheet, policies } = timesheet;
  const hintId = useId();
  const shown = sheet.days
    .map((day, index) => ({ day, index }))
    .filter(({ index }) => isShown(index, sheet.days, days));
  // Its cells are grid cells. The events bubble up from the fields and buttons inside.
  const grid = { role: 'grid', onKeyDown: keys.onKeyDown, onPaste: keys.onPaste };
  return (
    <div className={classes.frame} data-days={shown.length} aria-busy={timesheet.isLoading}>
      <p className="visually-hidden" id={hintId}>
        {m.timesheet_keys()}
      </p>
      <table
        className={classes.table}
        aria-label={m.timesheet_title()}
        aria-describedby={hintId}
        aria-rowcount={sheet.rows.length + 2}
        aria-colcount={sheet.days.length + 2}
        {...grid}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" aria-colindex={1} className={classes.taskHead}>
              {m.worklog_task()}
            </th>
            {shown.map(({ day, index }) => (
              <DayHead
                key={day}
                day={day}
                column={index + 2}
                isToday={day === days.today}
                isLocked={isLocked(day, policies.lockedUntil)}
              />
            ))}
            <th scope="col" aria-colindex={sheet.days.length + 2} className={classes.totalHead}>
              {m.timesheet_total()}
            </th>
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map((row, index) => (
            <tr key={row.task.taskId} aria-rowindex={index + 2}>
              <TaskHead row={row} />
              {shown.map(({ day, index: column }) => {
                const cell = row.cells[column];
                return (
                  <td
                    key={day}
                    aria-colindex={column + 2}
                    className={classes.cell}
                    data-today={day === days.today}
                    data-typed={cell?.typed !== ''}
                    data-closed={cell?.closed ?? undefined}
                  >
                    {cell && (
                      <TimesheetCell
                        cell={cell}
                        keys={keys}
                        hasProblem={hasProblem(cell)}
                        describedBy={describedBy}
                        onOpen={onOpen}
                      />
                    )}
                  </td>
                );
              })}
              <Total column={sheet.days.length + 2} minutes={row.minutes} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr aria-rowindex={sheet.rows.length + 2}>
            <th scope="row" aria-colindex={1}>
              {m.timesheet_total()}
            </th>
            {shown.map(({ day, index }) => (
              <Total key={day} column={index + 2} minutes={sheet.dayMinutes[index] ?? 0} />
            ))}
            <Total column={sheet.days.length + 2} minutes={sheet.minutes} />
          </tr>
        </tfoot>
      </table>
      <p role="status" className="visually-hidden">
        {keys.announcement}
      </p>
    </div>
  );
}

const isShown = (index: number, all: readonly string[], { start, count }: VisibleDays): boolean => {
  const first = all.indexOf(start);
  return index >= first && index < first + count;
};

type DayHeadProps = { day: string; column: number; isToday: boolean; isLocked: boolean };

function DayHead({ day, column, isToday, isLocked }: DayHeadProps) {
  const { weekday, date } = weekdayAndDate(day);
  return (
    <th scope="col" aria-colindex={column} className={classes.dayHead} data-today={isToday}>
      <span className="visually-hidden">
        {formatDay(day)}
        {isToday && `, ${m.worklogs_today()}`}
      </span>
      <span aria-hidden>{weekday}</span>{' '}
      <span aria-hidden className={classes.date}>
        {date}
      </span>
      {isLocked && <Lock size={12} aria-label={m.week_locked()} />}
    </th>
  );
}

const TaskHead = ({ row: { task } }: { row: SheetRow }) => (
  <th scope="row" aria-colindex={1} className={classes.task}>
    <span className={classes.taskText}>
      <ProjectDot colour={task.colour} />
      <span>
        <span className={classes.taskName}>{isolated(task.taskName)}</span>
        <span className={classes.projectName}>{projectTitle(task)}</span>
      </span>
    </span>
  </th>
);

const Total = ({ column, minutes }: { column: number; minutes: number }) => (
  <td aria-colindex={column} className={classes.total} data-empty={minutes === 0}>
    <DurationText minutes={minutes} />
  </td>
);

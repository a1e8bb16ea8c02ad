import { useId, useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { showToast } from '../../toast.ts';
import { BottomBar } from '../../ui/BottomBar.tsx';
import { Button } from '../../ui/Button.tsx';
import { DeferredMount, lazyPart } from '../../ui/lazy.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import type { FormTarget } from '../search.ts';
import { DayStrip } from '../week/DayStrip.tsx';
import { useVisibleDays, type VisibleDays } from '../week/use-visible-days.ts';
import type { WeekOutline } from '../week/use-week-model.ts';
import { WeekBar } from '../week/WeekBar.tsx';
import { ZoneNote } from '../week/ZoneNote.tsx';
import { CellPanel } from './CellPanel.tsx';
import { EmptySheet } from './EmptySheet.tsx';
import { lengthOf } from './plan.ts';
import { SheetTools } from './SheetTools.tsx';
import { cellKey, type SheetCell } from './sheet.ts';
import { TimesheetTable } from './TimesheetTable.tsx';
import { problemSentence, refusalSentence } from './texts.ts';
import classes from './timesheet.module.css';
import { useSheetKeys } from './use-sheet-keys.ts';
import { type Timesheet, useTimesheet } from './use-timesheet.ts';

const ReviewDialog = lazyPart(() => import('./ReviewDialog.tsx').then((file) => file.ReviewDialog));
const CellDialog = lazyPart(() => import('./CellDialog.tsx').then((file) => file.CellDialog));

type Props = { onOpen: (target: FormTarget) => void };

/** The hours of a week as tasks × days, typed as in a spreadsheet and submitted together. */
export function TimesheetView(props: Props) {
  const { id } = useCompany();
  return <Timesheets key={id} {...props} />;
}

function Timesheets({ onOpen }: Props) {
  const days = useVisibleDays();
  const timesheet = useTimesheet(days.first, days.today);
  const { sheet } = timesheet;
  const frame = useRef<HTMLElement>(null);
  const noteId = useId();
  const keys = useSheetKeys({ grid: frame, sheet, days, onType: timesheet.type });
  const [isReviewing, setReviewing] = useState(false);
  const [listed, setListed] = useState<SheetCell | null>(null);
  const problemOf = (cell: SheetCell) => cellProblem(cell, timesheet);
  const openWorklog = (id: string) => onOpen({ form: 'worklog', id });
  const openCell = (cell: SheetCell) => {
    const [only, ...others] = cell.worklogs;
    if (only && others.length === 0) openWorklog(only.id);
    else setListed(cell);
  };

  /** After the button that had the focus has disappeared. */
  const returnFocus = () => keys.current && keys.focus(keys.current.key, keys.current.day);

  if (timesheet.error) return <ErrorState error={timesheet.error} onRetry={timesheet.refetch} />;
  const week = outlineOf(timesheet, days);
  const hasRows = sheet.rows.length > 0;
  const tools = {
    timesheet,
    onAdded: (taskId: string) => keys.focus(cellKey(taskId, days.start), days.start),
  };
  return (
    <section ref={frame} className={classes.timesheet} aria-label={m.timesheet_title()}>
      <WeekBar days={days} week={week} />
      {!days.isWhole && <DayStrip week={week} days={days} />}
      <ZoneNote at={Date.parse(`${days.first}T12:00Z`)} />
      {timesheet.isEmpty && hasRows && !timesheet.isLoading && <p className="dimmed">{m.timesheet_empty()}</p>}
      {hasRows && (
        <TimesheetTable
          timesheet={timesheet}
          days={days}
          keys={keys}
          describedBy={noteId}
          hasProblem={(cell) => problemOf(cell) !== null}
          onOpen={openCell}
        />
      )}
      {timesheet.isLoading && !hasRows && <SkeletonRows rows={5} />}
      {keys.current && (
        <CellPanel
          id={noteId}
          cell={keys.current}
          timesheet={timesheet}
          problem={problemOf(keys.current)}
          onOpen={openWorklog}
          onRemoved={returnFocus}
        />
      )}
      {hasRows ? <SheetTools {...tools} /> : !timesheet.isLoading && <EmptySheet {...tools} />}
      {sheet.changed.length > 0 && (
        <ChangesBar timesheet={timesheet} onReview={() => setReviewing(true)} onDiscarded={returnFocus} />
      )}
      <DeferredMount isNeeded={isReviewing}>
        <ReviewDialog
          isOpen={isReviewing}
          timesheet={timesheet}
          onClose={() => setReviewing(false)}
          onClosed={() => document.activeElement === document.body && returnFocus()}
        />
      </DeferredMount>
      <DeferredMount isNeeded={listed !== null}>
        <CellDialog cell={listed} onOpen={openWorklog} onClose={() => setListed(null)} />
      </DeferredMount>
    </section>
  );
}

/** The days for the navigation that is shared with the week view. */
function outlineOf({ sheet, planFacts }: Timesheet, { start, count, today }: VisibleDays): WeekOutline {
  const days = sheet.days.map((day, index) => ({
    column: { day },
    sum: { minutes: sheet.dayMinutes[index] ?? 0 },
    isToday: day === today,
  }));
  const first = sheet.days.indexOf(start);
  return { days, shown: days.slice(first, first + count), worklogs: planFacts.worklogs };
}

/** Refused by the server, or something that the browser can see. */
function cellProblem(cell: SheetCell, { refused, policies }: Timesheet): string | null {
  if (cell.key in refused) return refusalSentence(refused[cell.key]);
  if (cell.typed === '') return null;
  const { problem } = lengthOf(cell, policies);
  return problemSentence({ problem, cell, overlapping: [] }, policies);
}

type BarProps = { timesheet: Timesheet; onReview: () => void; onDiscarded: () => void };

function ChangesBar({ timesheet, onReview, onDiscarded }: BarProps) {
  const { sheet, week } = timesheet;
  const discard = () => {
    const before = week.draft.typed;
    timesheet.setRefused({});
    week.replaceTyped({});
    onDiscarded();
    showToast(m.timesheet_discarded(), { action: { label: m.week_undo(), run: () => week.replaceTyped(before) } });
  };
  return (
    <BottomBar label={m.timesheet_changed_bar()}>
      <strong className={`numeric ${classes.changes}`}>{m.timesheet_changes({ count: sheet.changed.length })}</strong>
      <Button variant="subtle" onClick={discard}>
        {m.ui_discard()}
      </Button>
      <Button onClick={onReview}>{m.timesheet_review()}</Button>
    </BottomBar>
  );
}

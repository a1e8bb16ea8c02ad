import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { formatDay } from '../ui/format.ts';
import type { TableColumn } from '../ui/table.ts';
import { DayText, DurationInColumn, MoneyText } from '../ui/texts.tsx';
import { enteredText } from '../worklog/entered.ts';
import { OverlapMark } from '../worklog/OverlapMark.tsx';
import { RowStatus, WorklogTimes } from '../worklog/row-cells.tsx';
import type { StableRow } from '../worklog/stable-rows.ts';
import { textLine } from '../worklog/texts.ts';
import { WorklogMarks } from '../worklog/WorklogMarks.tsx';
import { WorkNames } from '../worklog/WorkNames.tsx';
import classes from './approvals.module.css';
import { type groupings, type StatusChoice, withWorklogDetails } from './filter.ts';
import { rowElementId } from './focus.ts';
import { hasChangedSinceSelected, type SelectedVersions } from './selection.ts';
import type { ListWidth } from './width.ts';

type ListGrouping = (typeof groupings)[number];

/** The accessible name of a row, for checkboxes and buttons. */
export const rowLabel = ({ worklog }: StableRow): string =>
  `${isolated(worklog.workerName)}, ${isolated(worklog.taskName)}, ${formatDay(worklog.day)}`;

/** Rows do not repeat what the group heading and the filter show. A narrow table folds times and status into the neighbouring columns. */
export function approvalColumns(
  grouping: ListGrouping,
  selected: SelectedVersions,
  { width, shownStatus }: { width: ListWidth; shownStatus: StatusChoice },
): TableColumn<StableRow>[] {
  const isByDay = grouping === 'day';
  const isEachShown = shownStatus === 'all';
  const status = (row: StableRow) => (
    <Status row={row} shownStatus={shownStatus} isChanged={hasChangedSinceSelected(selected, row)} />
  );
  const who: TableColumn<StableRow> = {
    id: 'who',
    canBreak: true,
    header: isByDay ? m.approvals_worker() : m.approvals_day(),
    onCard: 'title',
    width: width === 'full' ? '18%' : '22%',
    cell: (row) => (
      <div className={classes.status}>
        <div className={classes.workerLine}>
          <span
            id={rowElementId(row.worklog.id)}
            data-gone={row.isGone}
            className={classes.person}
            title={isByDay ? row.worklog.workerName : undefined}
          >
            {isByDay ? row.worklog.workerName : <DayText day={row.worklog.day} />}
          </span>
          {!(width === 'full' && isEachShown) && status(row)}
        </div>
        {width === 'compact' && (
          <span className={classes.overlapLine}>
            <Overlap worklog={row.worklog} />
          </span>
        )}
      </div>
    ),
  };
  const work: TableColumn<StableRow> = {
    id: 'work',
    canBreak: true,
    header: m.approvals_work(),
    onCard: 'bare-line',
    cell: ({ worklog }) => <Work worklog={worklog} />,
  };
  const time: TableColumn<StableRow> = {
    id: 'time',
    header: m.approvals_time(),
    width: '150px',
    onCard: 'bare-line',
    cell: ({ worklog }) => <Times worklog={worklog} />,
  };
  const figure: TableColumn<StableRow> = {
    id: 'figure',
    header: m.worklog_figure(),
    align: 'end',
    width: '120px',
    onCard: 'aside',
    cell: ({ worklog }) => (
      <div className={classes.figure}>
        <Figures worklog={worklog} />
        {width === 'compact' && (
          <span className="dimmed small">
            <WorklogTimes worklog={worklog} />
          </span>
        )}
      </div>
    ),
  };
  if (width === 'card') return [who, work, figure, time];
  if (width === 'compact') return [who, work, figure];
  const statusColumn: TableColumn<StableRow> = {
    id: 'status',
    header: m.approvals_status(),
    width: '130px',
    cell: status,
  };
  return [who, work, time, figure, ...(isEachShown ? [statusColumn] : [])];
}

/** The client is beside the notes, because four cards must fit on a phone. */
function Work({ worklog }: { worklog: Worklog }) {
  const texts = [worklog.clientName, textLine(worklog)].flatMap((text) => (text ? isolated(text) : []));
  return (
    <div className={classes.work}>
      <WorkNames worklog={{ ...worklog, clientName: null }} />
      {worklog.enteredByName && <span className="dimmed small">{enteredText(worklog)}</span>}
      <WorklogMarks worklog={worklog} />
      {texts.length > 0 && <span className={classes.notes}>{texts.join(' · ')}</span>}
    </div>
  );
}

const Times = ({ worklog }: { worklog: Worklog }) => (
  <div className={classes.time}>
    <WorklogTimes worklog={worklog} />
    <Overlap worklog={worklog} />
  </div>
);

const Overlap = ({ worklog }: { worklog: Worklog }) => <OverlapMark worklog={worklog} searchOf={withWorklogDetails} />;

const Figures = ({ worklog }: { worklog: Worklog }) => (
  <>
    {worklog.minutes !== null && <DurationInColumn minutes={worklog.minutes} />}
    {worklog.expense && <MoneyText money={worklog.expense} />}
  </>
);

type StatusProps = { row: StableRow; shownStatus: StatusChoice; isChanged: boolean };

const Status = ({ row, shownStatus, isChanged }: StatusProps) => (
  <div className={classes.status}>
    <RowStatus row={row} shownStatus={shownStatus} />
    {isChanged && !row.isGone && <span className={classes.conflict}>{m.approvals_changed_since_selected()}</span>}
  </div>
);

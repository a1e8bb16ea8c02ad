import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { formatDay } from '../ui/format.ts';
import type { TableColumn } from '../ui/table.ts';
import { DayText, DurationText, MoneyText, TimeRangeText } from '../ui/texts.tsx';
import { OverlapMark } from '../worklog/OverlapMark.tsx';
import { ProjectDot } from '../worklog/ProjectDot.tsx';
import { ReceiptCount } from '../worklog/ReceiptCount.tsx';
import { StatusBadge } from '../worklog/StatusBadge.tsx';
import type { StableRow } from '../worklog/stable-rows.ts';
import { textLine } from '../worklog/texts.ts';
import classes from './approvals.module.css';
import { type groupings, withWorklogDetails } from './filter.ts';
import { rowElementId } from './focus.ts';
import { hasChangedSinceSelected, type SelectedVersions } from './selection.ts';
import type { ListWidth } from './width.ts';

type RowGrouping = (typeof groupings)[number];

/** The accessible name of a row, for checkboxes and buttons. */
export const rowLabel = ({ worklog }: StableRow): string =>
  `${isolated(worklog.workerName)}, ${isolated(worklog.taskName)}, ${formatDay(worklog.day)}`;

/** Rows do not repeat what the group heading shows. A narrow table folds times and status into the neighbouring columns. */
export function approvalColumns(
  grouping: RowGrouping,
  selected: SelectedVersions,
  width: ListWidth,
): TableColumn<StableRow>[] {
  const status = (row: StableRow) => <Status row={row} isChanged={hasChangedSinceSelected(selected, row)} />;
  const who: TableColumn<StableRow> = {
    id: 'who',
    canBreak: true,
    header: grouping === 'day' ? m.approvals_worker() : m.approvals_day(),
    onCard: 'title',
    width: width === 'whole' ? '18%' : '20%',
    cell: (row) => (
      <div className={classes.status}>
        <div className={classes.workerLine}>
          <span id={rowElementId(row.worklog.id)} data-gone={row.isGone} className={classes.who}>
            {grouping === 'day' ? row.worklog.workerName : <DayText day={row.worklog.day} />}
          </span>
          {width !== 'whole' && status(row)}
        </div>
        {width === 'card' && <Work worklog={row.worklog} />}
      </div>
    ),
  };
  const work: TableColumn<StableRow> = {
    id: 'work',
    canBreak: true,
    header: m.approvals_work(),
    onCard: 'hidden',
    cell: ({ worklog }) => <Work worklog={worklog} />,
  };
  const time: TableColumn<StableRow> = {
    id: 'time',
    header: m.approvals_time(),
    width: '150px',
    cell: ({ worklog }) => <Times worklog={worklog} />,
  };
  const figure: TableColumn<StableRow> = {
    id: 'figure',
    header: m.approvals_figure(),
    align: 'end',
    width: '110px',
    cell: ({ worklog }) => (
      <div className={classes.figure}>
        <Figures worklog={worklog} />
        {width === 'folded' && <Times worklog={worklog} />}
      </div>
    ),
  };
  if (width === 'folded') return [who, work, figure];
  return [
    who,
    work,
    time,
    figure,
    { id: 'status', header: m.approvals_status(), width: '130px', onCard: 'hidden', cell: status },
  ];
}

const Work = ({ worklog }: { worklog: Worklog }) => (
  <div className={classes.work}>
    <span>
      <ProjectDot colour={worklog.colour} />
      {isolated(worklog.projectName)} <span className="dimmed">·</span> {isolated(worklog.taskName)}{' '}
      <ReceiptCount count={worklog.receipts} />
    </span>
    {textLine(worklog) !== '' && <span className={classes.notes}>{textLine(worklog)}</span>}
  </div>
);

const Times = ({ worklog }: { worklog: Worklog }) => (
  <div className={classes.time}>
    {worklog.startsAt && worklog.endsAt ? (
      <TimeRangeText startsAt={worklog.startsAt} endsAt={worklog.endsAt} zone={worklog.zone} day={worklog.day} />
    ) : (
      <span className="dimmed">{m.kind_expense()}</span>
    )}
    <OverlapMark worklog={worklog} searchOf={withWorklogDetails} />
  </div>
);

const Figures = ({ worklog }: { worklog: Worklog }) => (
  <>
    {worklog.minutes !== null && <DurationText minutes={worklog.minutes} />}
    {worklog.expense && <MoneyText money={worklog.expense} />}
  </>
);

function Status({ row, isChanged }: { row: StableRow; isChanged: boolean }) {
  if (row.isGone) return <span className="dimmed small">{m.ui_gone()}</span>;
  return (
    <div className={classes.status}>
      <StatusBadge status={row.worklog.status} />
      {isChanged && <span className={classes.conflict}>{m.approvals_changed_since_selected()}</span>}
    </div>
  );
}

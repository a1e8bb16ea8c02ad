import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { formatDay } from '../ui/format.ts';
import { OverlapMark } from '../ui/OverlapMark.tsx';
import { ProjectDot } from '../ui/ProjectDot.tsx';
import { ReceiptCount } from '../ui/ReceiptCount.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Row } from '../ui/steady-rows.ts';
import type { Column } from '../ui/table.ts';
import { DayText, DurationText, MoneyText, TimeRangeText } from '../ui/texts.tsx';
import classes from './approvals.module.css';
import { type groupings, withWorklog } from './filter.ts';
import { rowMark } from './focus.ts';
import { hasChanged, type Selected } from './selection.ts';
import type { Width } from './width.ts';

type Grouping = (typeof groupings)[number];

/** A worklog in words: for checkboxes and buttons. */
export const rowLabel = ({ worklog }: Row): string =>
  `${isolated(worklog.workerName)}, ${isolated(worklog.taskName)}, ${formatDay(worklog.day)}`;

/** What the group tells is not repeated in the row. A narrow table folds times and status under their neighbours. */
export function columnsFor(grouping: Grouping, selected: Selected, width: Width): Column<Row>[] {
  const status = (row: Row) => <Status row={row} isChanged={hasChanged(selected, row)} />;
  const who: Column<Row> = {
    id: 'who',
    holdsNames: true,
    header: grouping === 'day' ? m.approvals_worker() : m.approvals_day(),
    onCard: 'title',
    width: width === 'whole' ? '18%' : '20%',
    cell: (row) => (
      <div className={classes.status}>
        <div className={classes.whoLine}>
          <span id={rowMark(row.worklog.id)} data-gone={row.isGone} className={classes.who}>
            {grouping === 'day' ? row.worklog.workerName : <DayText day={row.worklog.day} />}
          </span>
          {width !== 'whole' && status(row)}
        </div>
        {width === 'card' && <Work worklog={row.worklog} />}
      </div>
    ),
  };
  const work: Column<Row> = {
    id: 'work',
    holdsNames: true,
    header: m.approvals_work(),
    onCard: 'hidden',
    cell: ({ worklog }) => <Work worklog={worklog} />,
  };
  const time: Column<Row> = {
    id: 'time',
    header: m.approvals_time(),
    width: '150px',
    cell: ({ worklog }) => <Times worklog={worklog} />,
  };
  const figure: Column<Row> = {
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
    {worklog.notes !== '' && <span className={classes.notes}>{worklog.notes}</span>}
  </div>
);

const Times = ({ worklog }: { worklog: Worklog }) => (
  <div className={classes.time}>
    {worklog.startsAt && worklog.endsAt ? (
      <TimeRangeText startsAt={worklog.startsAt} endsAt={worklog.endsAt} zone={worklog.zone} day={worklog.day} />
    ) : (
      <span className="dimmed">{m.kind_expense()}</span>
    )}
    <OverlapMark worklog={worklog} searchOf={withWorklog} />
  </div>
);

const Figures = ({ worklog }: { worklog: Worklog }) => (
  <>
    {worklog.minutes !== null && <DurationText minutes={worklog.minutes} />}
    {worklog.expense && <MoneyText money={worklog.expense} />}
  </>
);

function Status({ row, isChanged }: { row: Row; isChanged: boolean }) {
  if (row.isGone) return <span className="dimmed small">{m.ui_gone()}</span>;
  return (
    <div className={classes.status}>
      <StatusBadge status={row.worklog.status} />
      {isChanged && <span className={classes.conflict}>{m.approvals_changed_since_selected()}</span>}
    </div>
  );
}

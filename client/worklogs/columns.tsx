import MessageSquareText from 'lucide-react/icons/message-square-text';
import type { ReactNode } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import type { WorklogStatus } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { projectThenClient } from '../ui/project-title.ts';
import type { TableColumn } from '../ui/table.ts';
import { DurationInColumn, MoneyText } from '../ui/texts.tsx';
import { enteredText } from '../worklog/entered.ts';
import { OverlapMark } from '../worklog/OverlapMark.tsx';
import { ProjectDot } from '../worklog/ProjectDot.tsx';
import { ReceiptCount } from '../worklog/ReceiptCount.tsx';
import { RowStatus, WorklogTimes } from '../worklog/row-cells.tsx';
import type { StableRow } from '../worklog/stable-rows.ts';
import { textLine } from '../worklog/texts.ts';
import { WorklogMarks } from '../worklog/WorklogMarks.tsx';
import { withOpenForm } from './search.ts';
import { useUnsentEntry } from './unsent/store.ts';
import classes from './worklogs.module.css';

/** If only one status is listed, the few rows that have another one meanwhile show it beside their task. */
export const worklogTableColumns = (shownStatus: WorklogStatus | null): readonly TableColumn<StableRow>[] => [
  {
    id: 'time',
    header: m.worklogs_time(),
    // As wide as the longest, which may have a zone, so that a row is one line.
    cell: ({ worklog }) => (
      <span className="unbroken">
        <WorklogTimes worklog={worklog} />
      </span>
    ),
    width: '120px',
  },
  {
    id: 'what',
    canBreak: true,
    header: m.worklogs_what(),
    cell: (row) => (
      <What worklog={row.worklog}>
        <Overlaps worklog={row.worklog} />
        <ChangeMark worklogId={row.worklog.id} />
        {shownStatus !== null && <RowStatus row={row} shownStatus={shownStatus} />}
      </What>
    ),
  },
  {
    id: 'amount',
    header: m.worklog_figure(),
    cell: ({ worklog }) => <Amount worklog={worklog} />,
    align: 'end',
    width: '112px',
  },
  ...(shownStatus === null ? [statusColumn()] : []),
];

const statusColumn = (): TableColumn<StableRow> => ({
  id: 'status',
  header: m.worklogs_status(),
  cell: (row) => <RowStatus row={row} />,
  width: '130px',
});

/** On a phone a row is a card with its menu in the corner. */
export const worklogCardColumns = (
  shownStatus: WorklogStatus | null,
  menu: (row: StableRow) => ReactNode,
): readonly TableColumn<StableRow>[] => [
  {
    id: 'what',
    canBreak: true,
    header: m.worklogs_what(),
    cell: ({ worklog }) => <What worklog={worklog} />,
    onCard: 'title',
  },
  {
    id: 'menu',
    header: m.ui_actions(),
    cell: (row) => <span className={classes.aside}>{menu(row)}</span>,
    onCard: 'aside',
  },
  {
    id: 'amount',
    header: m.worklogs_time(),
    cell: (row) => (
      <span className={classes.meta}>
        <WorklogTimes worklog={row.worklog} />
        <Amount worklog={row.worklog} />
        <RowStatus row={row} shownStatus={shownStatus} />
        <Overlaps worklog={row.worklog} />
        <ChangeMark worklogId={row.worklog.id} />
      </span>
    ),
    onCard: 'bare-line',
  },
];

const Overlaps = ({ worklog }: { worklog: Worklog }) => (
  <OverlapMark worklog={worklog} searchOf={(id) => withOpenForm({ form: 'worklog', id })} />
);

/** That a change or a withdrawal of a worklog of the server waits on this device. */
function ChangeMark({ worklogId }: { worklogId: string }) {
  const entry = useUnsentEntry(worklogId);
  if (!entry?.changeText) return null;
  return (
    <span className={classes.changeMark} data-refused={entry.refusedCode !== null}>
      {entry.changeText}
    </span>
  );
}

/** `children`: interactive content, which is not allowed in a card, because that is a button itself. */
function What({ worklog, children }: { worklog: Worklog; children?: ReactNode }) {
  const { id, colour, taskName, status, reviewNotes } = worklog;
  const texts = textLine(worklog);
  const entered = enteredText(worklog);
  return (
    <span className={classes.taskCell} data-worklog={id}>
      <span className={classes.names}>
        <ProjectDot colour={colour} />
        <span className={classes.task}>{taskName}</span>
        <span className={classes.project}>{projectThenClient(worklog)}</span>
        <ReceiptCount count={worklog.receipts} />
      </span>
      <WorklogMarks worklog={worklog} />
      <span className={classes.more}>
        {children}
        {entered && <span className={`${classes.line} dimmed small`}>{entered}</span>}
        {status === 'rejected' && reviewNotes ? (
          <span className={classes.statusCell}>
            <MessageSquareText size={14} aria-hidden />
            <span className={classes.line}>{reviewNotes}</span>
          </span>
        ) : (
          texts !== '' && <span className={`${classes.line} dimmed small`}>{texts}</span>
        )}
      </span>
    </span>
  );
}

function Amount({ worklog: { minutes, expense } }: { worklog: Worklog }) {
  return (
    <span className={classes.amounts}>
      {minutes !== null && <DurationInColumn minutes={minutes} />}
      {expense && (
        <span className={minutes === null ? undefined : 'dimmed small'}>
          <MoneyText money={expense} />
        </span>
      )}
    </span>
  );
}

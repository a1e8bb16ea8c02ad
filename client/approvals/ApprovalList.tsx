import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { Arrived } from '../ui/Arrived.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { inKit, Later, lazyPart } from '../ui/lazy.tsx';
import { BeyondEnd, isBeyondEnd, Paging } from '../ui/Paging.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { type Row, useSteadyRows } from '../ui/steady-rows.ts';
import { ApprovalSummary } from './ApprovalSummary.tsx';
import classes from './approvals.module.css';
import { columnsFor, rowLabel } from './columns.tsx';
import { useDeciding } from './deciding.ts';
import type { ApprovalFilterValues, askedFor, ChangeFilters } from './filter.ts';
import { focusRow } from './focus.ts';
import { GroupHeading } from './GroupHeading.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { listQuery } from './queries.ts';
import { RowActions } from './RowActions.tsx';
import { byWorker, withUnderway } from './rows.ts';
import { current, isSelectable, type Selected, select } from './selection.ts';
import { WaitingElsewhere } from './WaitingElsewhere.tsx';
import { useWidth } from './width.ts';

const BulkBar = lazyPart(() => import('./BulkBar.tsx').then((file) => file.BulkBar));
const RejectDialog = lazyPart(inKit(() => import('./RejectDialog.tsx').then((file) => file.RejectDialog)));
const RefusedDialog = lazyPart(inKit(() => import('./RefusedDialog.tsx').then((file) => file.RefusedDialog)));
const DetailsDrawer = lazyPart(inKit(() => import('./DetailsDrawer.tsx').then((file) => file.DetailsDrawer)));

type Props = {
  asked: ReturnType<typeof askedFor>;
  filters: ApprovalFilterValues;
  change: ChangeFilters;
  onReset?: (() => void) | undefined;
};

export function ApprovalList({ asked, filters, change, onReset }: Props) {
  const { id: companyId } = useCompany();
  const width = useWidth();
  const pageSize = filters.size;
  const list = useQuery(listQuery({ companyId, ...asked, sort: filters.sort, page: filters.page, pageSize }));
  const [selected, setSelected] = useState<Selected>(new Map());
  const [rejecting, setRejecting] = useState<Row | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const { decide, decideRows, underway, decidedHere, refused, forgetRefused } = useDeciding(place);

  const {
    rows: steady,
    arrived,
    showArrived,
    follow,
    reading,
  } = useSteadyRows(list.data?.worklogs ?? [], {
    isFresh: !list.isPlaceholderData,
    own: decidedHere,
    isKept: selected.size > 0,
  });
  const shown = withUnderway(steady, underway, filters.status);
  const rows = filters.group === 'worker' ? byWorker(shown) : shown;
  const chosen = current(selected, rows);

  const clear = () => {
    setSelected(new Map());
    follow();
  };
  const open = (worklog: string) => change({ worklog, page: filters.page });
  const closeDetails = () => {
    const id = filters.worklog;
    open('');
    setTimeout(() => focusRow(id, place.current));
  };
  if (list.isError && !list.data) return <ErrorState error={list.error} onRetry={() => list.refetch()} />;
  const total = list.data?.totals.items ?? 0;
  const pages = { page: filters.page, size: pageSize, total, onChange: change };
  return (
    <>
      <ApprovalSummary totals={list.data?.totals} />
      <WaitingElsewhere asked={asked} status={filters.status} onShow={(from) => change({ from, to: asked.to })} />
      {(total > 0 || list.isPending) && <ListToolbar filters={filters} change={change} />}
      <section ref={place} tabIndex={-1} className={classes.place} {...reading}>
        <Arrived count={arrived} onShow={showArrived} />
        <DataTable
          caption={m.approvals_list()}
          columns={columnsFor(filters.group, selected, width)}
          rows={rows}
          keyOf={({ worklog }) => worklog.id}
          onOpen={({ worklog }) => open(worklog.id)}
          actions={(row) => (
            <RowActions
              row={row}
              onApprove={(one) => decideRows('approve', [one.worklog], '')}
              onReject={setRejecting}
            />
          )}
          selection={{
            selected: new Set(chosen.map(({ id }) => id)),
            onChange: (ids) => setSelected(select(ids, rows)),
            labelOf: rowLabel,
            isSelectable,
          }}
          grouping={{
            keyOf: ({ worklog }) => (filters.group === 'day' ? worklog.day : worklog.workerId),
            heading: (group) => (
              <GroupHeading
                rows={group}
                all={rows}
                grouping={filters.group}
                page={filters.page}
                pageSize={pageSize}
                total={total}
              />
            ),
          }}
          empty={isBeyondEnd(pages) ? <BeyondEnd {...pages} /> : <NothingHere onReset={onReset} />}
          isLoading={list.isPending}
          isRefreshing={list.isPlaceholderData}
        />
      </section>
      <Paging {...pages} />
      <Later isNeeded={chosen.length > 0}>
        {chosen.length > 0 && (
          <BulkBar
            worklogs={chosen}
            onClear={clear}
            onDecide={(decision, worklogs, notes) => {
              clear();
              decideRows(decision, worklogs, notes);
            }}
          />
        )}
      </Later>
      <Later isNeeded={rejecting !== null || refused !== null || filters.worklog !== ''}>
        <RejectDialog
          row={rejecting}
          onClose={() => setRejecting(null)}
          onReject={(row, notes) => {
            setRejecting(null);
            decideRows('reject', [row.worklog], notes);
          }}
        />
        <RefusedDialog
          answer={refused}
          onClose={forgetRefused}
          onOpen={(id) => {
            forgetRefused();
            open(id);
          }}
        />
        <DetailsDrawer worklogId={filters.worklog} onClose={closeDetails} onDecide={decide} />
      </Later>
    </>
  );
}

const NothingHere = ({ onReset }: Pick<Props, 'onReset'>) => (
  <EmptyState text={m.approvals_empty()}>
    {onReset && (
      <Button variant="default" onClick={onReset}>
        {m.ui_reset_filters()}
      </Button>
    )}
  </EmptyState>
);

import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { Button } from '../ui/Button.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { DeferredMount, lazyPart, withMantine } from '../ui/lazy.tsx';
import { NewItemsBar } from '../ui/NewItemsBar.tsx';
import { BeyondEnd, isBeyondEnd, Paging } from '../ui/Paging.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { useStableRows } from '../worklog/stable-rows.ts';
import { ApprovalSummary } from './ApprovalSummary.tsx';
import { useDetailsAddress } from './address.ts';
import classes from './approvals.module.css';
import { columnsFor, rowLabel } from './columns.tsx';
import { useDeciding } from './deciding.ts';
import type { ApprovalFilterValues, askedFor, ChangeFilters } from './filter.ts';
import { focusRow } from './focus.ts';
import { GroupHeading } from './GroupHeading.tsx';
import { usePageKeys } from './keys.ts';
import { ListToolbar } from './ListToolbar.tsx';
import { listInput, listQuery } from './queries.ts';
import type { Asked } from './ReasonDialog.tsx';
import { RowActions } from './RowActions.tsx';
import { byWorker, withUnderway } from './rows.ts';
import { current, isSelectable, type Selected, select } from './selection.ts';
import { WaitingElsewhere } from './WaitingElsewhere.tsx';
import { useWidth } from './width.ts';

const BulkBar = lazyPart(() => import('./BulkBar.tsx').then((file) => file.BulkBar));
const ReasonDialog = lazyPart(withMantine(() => import('./ReasonDialog.tsx').then((file) => file.ReasonDialog)));
const RefusedDialog = lazyPart(withMantine(() => import('./RefusedDialog.tsx').then((file) => file.RefusedDialog)));
const DetailsDrawer = lazyPart(withMantine(() => import('./DetailsDrawer.tsx').then((file) => file.DetailsDrawer)));

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
  const wanted = listInput(companyId, asked, filters);
  const asking = JSON.stringify(wanted);
  const list = useQuery(listQuery(wanted));
  const [selected, setSelected] = useState<Selected>(new Map());
  // One note for all selected worklogs; kept if the decision fails.
  const [notes, setNotes] = useState('');
  const [reasoned, setReasoned] = useState<Asked | null>(null);
  // Reset the selection when the filter changes.
  const filter = JSON.stringify(asked);
  const [shownFilter, setShownFilter] = useState(filter);
  if (shownFilter !== filter) {
    setShownFilter(filter);
    setSelected(new Map());
    setReasoned(null);
  }
  const place = useRef<HTMLDivElement>(null);
  const { decide, decideRows, undoLast, underway, decidedHere, refused, forgetRefused } = useDeciding(place);
  usePageKeys({ u: undoLast });

  const fresh = list.data?.worklogs ?? [];
  const steady = useStableRows(fresh, {
    input: wanted,
    isFresh: !list.isPlaceholderData,
    locallyChangedIds: decidedHere,
    isHeld: fresh.some(({ id }) => selected.has(id)),
  });
  const shown = withUnderway(steady.rows, underway, filters.status);
  const rows = filters.group === 'worker' ? byWorker(shown) : shown;
  const chosen = current(selected, rows);

  const clear = () => {
    setSelected(new Map());
    steady.showNewItems();
  };
  const { open, close } = useDetailsAddress(filters, change);
  if (list.isError && !list.data) return <ErrorState error={list.error} onRetry={() => list.refetch()} />;
  const total = list.data?.totals.items ?? 0;
  const pages = { page: filters.page, size: pageSize, total, onChange: change };
  return (
    <>
      <ApprovalSummary totals={list.data?.totals} />
      <WaitingElsewhere asked={asked} status={filters.status} onShow={(from) => change({ from, to: asked.to })} />
      {(total > 0 || list.isPending) && <ListToolbar filters={filters} change={change} />}
      <section ref={place} className={classes.place} {...steady.withinProps}>
        <NewItemsBar count={steady.newCount} onShow={steady.showNewItems} />
        <DataTable
          caption={m.approvals_list()}
          columns={columnsFor(filters.group, selected, width)}
          rows={rows}
          listKey={asking}
          keyOf={({ worklog }) => worklog.id}
          onOpen={({ worklog }) => open(worklog.id)}
          actions={(row) => (
            <RowActions
              row={row}
              isCard={width === 'card'}
              onApprove={() => decideRows('approve', [row.worklog], '')}
              onReject={() => setReasoned({ decision: 'reject', row })}
              onReopen={() => setReasoned({ decision: 'reopen', row })}
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
          isLoading={list.isPending || (rows.length === 0 && underway.size > 0)}
          isRefreshing={list.isPlaceholderData}
        />
      </section>
      <Paging {...pages} />
      <DeferredMount isNeeded={chosen.length > 0}>
        {chosen.length > 0 && (
          <BulkBar
            worklogs={chosen}
            notes={notes}
            onNotes={setNotes}
            onClear={() => {
              clear();
              setNotes('');
            }}
            onDecide={async (decision, worklogs, sent) => {
              clear();
              const isDone = await decideRows(decision, worklogs, sent);
              if (isDone) setNotes((now) => (now === sent ? '' : now));
            }}
          />
        )}
      </DeferredMount>
      <DeferredMount isNeeded={reasoned !== null || refused !== null || filters.worklog !== ''}>
        <ReasonDialog
          asked={reasoned}
          onClose={() => setReasoned(null)}
          onDecide={({ decision, row }, notes) => {
            setReasoned(null);
            return decideRows(decision, [row.worklog], notes);
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
        <DetailsDrawer
          worklogId={filters.worklog}
          onClose={close}
          onClosed={(id) => focusRow(id, place.current)}
          onDecide={decide}
          onUndo={undoLast}
        />
      </DeferredMount>
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

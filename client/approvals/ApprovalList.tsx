import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { serverNow } from '../clock.ts';
import { Button } from '../ui/Button.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { DeferredMount, lazyPart } from '../ui/lazy.tsx';
import { NewItemsBar } from '../ui/NewItemsBar.tsx';
import { BeyondEnd, isBeyondEnd, Paging } from '../ui/Paging.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { useStableRows } from '../worklog/stable-rows.ts';
import { prefetchPage } from '../worklog/worklogs-query.ts';
import classes from './approvals.module.css';
import { approvalColumns, rowLabel } from './columns.tsx';
import type { OpenMatching } from './decide-matching.ts';
import { EarlierPendingNotice } from './EarlierPendingNotice.tsx';
import { type ApprovalFilterValues, type approvalApiFilter, type ChangeFilters, withWorklogDetails } from './filter.ts';
import { focusRow } from './focus.ts';
import { GroupHeading } from './GroupHeading.tsx';
import { useListDecisions } from './list-decisions.ts';
import { approvalListInput, approvalListQuery } from './queries.ts';
import type { ReasonedDecision } from './ReasonDialog.tsx';
import { RowActions } from './RowActions.tsx';
import { sortByWorker, withOptimisticDecisions } from './rows.ts';
import { currentSelection, isSelectable, type SelectedVersions, selectRows } from './selection.ts';
import { usePageShortcuts } from './shortcuts.ts';
import { useListWidth } from './width.ts';

const BulkBar = lazyPart(() => import('./BulkBar.tsx').then((file) => file.BulkBar));
const MatchingDialog = lazyPart(() => import('./MatchingDialog.tsx').then((file) => file.MatchingDialog));
const ReasonDialog = lazyPart(() => import('./ReasonDialog.tsx').then((file) => file.ReasonDialog));
const RefusedDialog = lazyPart(() => import('./RefusedDialog.tsx').then((file) => file.RefusedDialog));
const DetailsDrawer = lazyPart(() => import('./DetailsDrawer.tsx').then((file) => file.DetailsDrawer));

type Props = {
  apiFilter: ReturnType<typeof approvalApiFilter>;
  filters: ApprovalFilterValues;
  change: ChangeFilters;
  onReset?: (() => void) | undefined;
};

export function ApprovalList({ apiFilter, filters, change, onReset }: Props) {
  const { id: companyId } = useCompany();
  const width = useListWidth();
  const pageSize = filters.size;
  const input = approvalListInput(companyId, apiFilter, filters);
  const listKey = JSON.stringify(input);
  const list = useQuery(approvalListQuery(input));
  const [selected, setSelected] = useState<SelectedVersions>(new Map());
  // One note for all selected worklogs; kept if the decision fails.
  const [notes, setNotes] = useState('');
  const [reasoned, setReasoned] = useState<ReasonedDecision | null>(null);
  const [matching, setMatching] = useState<OpenMatching | null>(null);
  // Reset the selection when the filter changes.
  const filter = JSON.stringify(apiFilter);
  const [shownFilter, setShownFilter] = useState(filter);
  if (shownFilter !== filter) {
    setShownFilter(filter);
    setSelected(new Map());
    setReasoned(null);
  }
  const container = useRef<HTMLDivElement>(null);
  const listDecisions = useListDecisions(container);
  const { decideRows, undoLast, optimistic, locallyDecidedIds, refused } = listDecisions;
  usePageShortcuts({ u: undoLast });

  const fresh = list.data?.worklogs ?? [];
  const stable = useStableRows(fresh, {
    input,
    isFresh: !list.isPlaceholderData,
    locallyChangedIds: locallyDecidedIds,
    isHeld: fresh.some(({ id }) => selected.has(id)),
  });
  const shown = withOptimisticDecisions(stable.rows, optimistic, filters.status);
  const rows = filters.group === 'worker' ? sortByWorker(shown) : shown;
  const chosen = currentSelection(selected, rows);

  const clear = () => {
    setSelected(new Map());
    stable.showNewItems();
  };
  const decideSelected = async (...[decision, worklogs, sent]: Parameters<typeof decideRows>) => {
    clear();
    const isDone = await decideRows(decision, worklogs, sent);
    if (isDone) setNotes((now) => (now === sent ? '' : now));
  };
  const pendingCount = list.data?.totals.pending ?? 0;
  const selectableIds = new Set(rows.filter(isSelectable).map(({ worklog }) => worklog.id));
  const isPageSelected = chosen.length > 0 && chosen.length === selectableIds.size;
  const isMoreMatching = isPageSelected && pendingCount > chosen.filter(({ status }) => status === 'pending').length;
  const { open, close } = useDetailsNavigation(filters, change);
  if (list.isError && !list.data) return <ErrorState error={list.error} onRetry={() => list.refetch()} />;
  const total = list.data?.totals.items ?? 0;
  const pages = { page: filters.page, size: pageSize, total, onChange: change };
  return (
    <>
      <EarlierPendingNotice
        apiFilter={apiFilter}
        status={filters.status}
        onShow={(from) => change({ from, to: apiFilter.to })}
      />
      <section ref={container} className={classes.list} data-status={filters.status} {...stable.withinProps}>
        <NewItemsBar count={stable.newCount} onShow={stable.showNewItems} />
        <DataTable
          caption={m.approvals_list()}
          columns={approvalColumns(filters.group, selected, { width, shownStatus: filters.status })}
          rows={rows}
          listKey={listKey}
          keyOf={({ worklog }) => worklog.id}
          onOpen={({ worklog }) => open(worklog.id)}
          actionsOnCard="corner"
          actions={(row) => (
            <RowActions
              row={row}
              onApprove={() => decideRows('approve', [row.worklog], '')}
              onReject={() => setReasoned({ decision: 'reject', row })}
              onReopen={() => setReasoned({ decision: 'reopen', row })}
            />
          )}
          selection={{
            selected: new Set(chosen.map(({ id }) => id)),
            onChange: (ids) => setSelected(selectRows(ids, rows)),
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
          isLoading={list.isPending || (rows.length === 0 && optimistic.size > 0)}
          isRefreshing={list.isPlaceholderData}
        />
      </section>
      <Paging {...pages} onPoint={(to) => prefetchPage(input, to)} />
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
            onDecide={decideSelected}
          >
            {width === 'card' && !isPageSelected && (
              <Button variant="subtle" size="compact-sm" onClick={() => setSelected(selectRows(selectableIds, rows))}>
                {m.ui_select_page()}
              </Button>
            )}
            {isMoreMatching && (
              <SelectMatching count={pendingCount} onSelect={() => setMatching({ apiFilter, openedAt: serverNow() })} />
            )}
          </BulkBar>
        )}
      </DeferredMount>
      <DeferredMount isNeeded={matching !== null}>
        {matching && <MatchingDialog opened={matching} onClose={() => setMatching(null)} onDone={clear} />}
      </DeferredMount>
      <DeferredMount isNeeded={reasoned !== null || refused !== null || filters.worklog !== ''}>
        <ListDialogs
          decisions={listDecisions}
          reasoned={reasoned}
          onReasonClose={() => setReasoned(null)}
          worklogId={filters.worklog}
          onOpen={open}
          onClose={close}
          onClosed={(id) => focusRow(id, container.current)}
        />
      </DeferredMount>
    </>
  );
}

const SelectMatching = ({ count, onSelect }: { count: number; onSelect: () => void }) => (
  <Button variant="subtle" size="compact-sm" onClick={onSelect}>
    {m.approvals_select_matching({ count })}
  </Button>
);

type DecisionDialogProps = {
  decisions: ReturnType<typeof useListDecisions>;
  reasoned: ReasonedDecision | null;
  onReasonClose: () => void;
  worklogId: string;
  onOpen: (id: string) => void;
  onClose: () => void;
  onClosed: (id: string) => void;
};

/** The reason for a decision, what was refused, and one worklog beside the list. */
const ListDialogs = ({
  decisions,
  reasoned,
  onReasonClose,
  worklogId,
  onOpen,
  onClose,
  onClosed,
}: DecisionDialogProps) => (
  <>
    <ReasonDialog
      pending={reasoned}
      onClose={onReasonClose}
      onDecide={({ decision, row }, notes) => {
        // The list is inert until the dialog is closed.
        flushSync(onReasonClose);
        return decisions.decideRows(decision, [row.worklog], notes);
      }}
    />
    <RefusedDialog
      result={decisions.refused}
      onClose={decisions.closeRefused}
      onOpen={(id) => {
        decisions.closeRefused();
        onOpen(id);
      }}
    />
    <DetailsDrawer
      worklogId={worklogId}
      onClose={onClose}
      onClosed={onClosed}
      onDecide={decisions.decide}
      onUndo={decisions.undoLast}
    />
  </>
);

const NothingHere = ({ onReset }: Pick<Props, 'onReset'>) => (
  <EmptyState text={m.approvals_empty()}>
    {onReset && (
      <Button variant="default" onClick={onReset}>
        {m.ui_reset_filters()}
      </Button>
    )}
  </EmptyState>
);

/** The URL of the details drawer: Back closes it, and closing it navigates back. */
function useDetailsNavigation({ page }: ApprovalFilterValues, change: ChangeFilters) {
  const router = useRouter();
  return {
    open: (id: string) =>
      router.navigate({ to: '.', search: withWorklogDetails(id), state: { isOpenedHere: true }, resetScroll: false }),
    close: () => (router.state.location.state.isOpenedHere ? router.history.back() : change({ worklog: '', page })),
  };
}

import { Suspense, useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import type { Day } from '#domain/calendar.ts';
import { totalsOfWorklogs } from '#domain/totals.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { useFilters } from '../filters.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { DeferredMount, lazyPart } from '../ui/lazy.tsx';
import { NewItemsBar } from '../ui/NewItemsBar.tsx';
import { BeyondEnd, isBeyondEnd, Paging } from '../ui/Paging.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { useIsNarrow } from '../ui/width.ts';
import { type StableRow, useStableRows } from '../worklog/stable-rows.ts';
import { prefetchPage } from '../worklog/worklogs-query.ts';
import { worklogCardColumns, worklogTableColumns } from './columns.tsx';
import { DayMenu } from './copies/DayMenu.tsx';
import { DayHeading } from './DayHeading.tsx';
import { worklogTitle } from './describe.ts';
import { locallyChangedIds, useSplitDayTotals, useWorklogListFilter, useWorklogs } from './loader.ts';
import { RowMenu } from './RowMenu.tsx';
import { type FormTarget, worklogParameters } from './search.ts';
import { useToday } from './today.ts';
import { compareByTime } from './worklog-list.ts';

const NoWorklogs = lazyPart(() => import('./NoWorklogs.tsx').then((file) => file.NoWorklogs));
const TagBar = lazyPart(() => import('./TagBar.tsx').then((file) => file.TagBar));

type Props = {
  onOpen: (target: FormTarget) => void;
  onWithdraw: (worklog: Worklog) => void;
  onCopyDay: (day: Day) => void;
};

export function WorklogList({ onOpen, onWithdraw, onCopyDay }: Props) {
  const { timeZone, hasTags } = useCompany();
  const today = useToday(timeZone);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [{ page, size }, change] = useFilters(worklogParameters);
  const { data: list, error, isPending, isPlaceholderData, refetch, input } = useWorklogs();
  const dayTotals = useSplitDayTotals(list);
  const { statuses } = useWorklogListFilter();
  const shownStatus = statuses.length === 1 ? (statuses[0] ?? null) : null;
  const isNarrow = useIsNarrow();
  const stable = useStableRows(list?.worklogs ?? [], {
    input,
    isFresh: !isPlaceholderData,
    locallyChangedIds,
  });
  const rows = [...stable.rows].sort((a, b) => compareByTime(a.worklog, b.worklog));
  const chosen = rows.filter((row) => isTaggable(row) && selected.has(row.worklog.id)).map(({ worklog }) => worklog);
  const selection = {
    selected: new Set(chosen.map(({ id }) => id)),
    onChange: setSelected,
    labelOf: ({ worklog }: StableRow) => worklogTitle(worklog),
    isSelectable: isTaggable,
  };
  const menuOf = ({ worklog, isGone }: StableRow) =>
    !isGone && <RowMenu worklog={worklog} onOpen={onOpen} onWithdraw={onWithdraw} />;
  const pages = { page, size, total: list?.totals.items ?? 0, onChange: change };
  if (error && !list) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <>
      <div {...stable.withinProps}>
        <NewItemsBar count={stable.newCount} onShow={stable.showNewItems} />
        <DataTable
          caption={m.route_worklogs()}
          columns={isNarrow ? worklogCardColumns(shownStatus, menuOf) : worklogTableColumns(shownStatus)}
          rows={rows}
          listKey={JSON.stringify(input)}
          keyOf={({ worklog }) => worklog.id}
          onOpen={({ worklog }) => onOpen({ form: 'worklog', id: worklog.id })}
          {...(isNarrow ? {} : { actions: menuOf })}
          {...(hasTags ? { selection } : {})}
          grouping={{
            keyOf: ({ worklog }) => worklog.day,
            heading: (ofDay) => {
              const day = ofDay[0]?.worklog.day ?? today;
              const present = ofDay.filter(({ isGone }) => !isGone).map(({ worklog }) => worklog);
              const sum = dayTotals.get(day) ?? totalsOfWorklogs(present);
              const menu = present.length > 0 && <DayMenu day={day} onCopy={onCopyDay} />;
              return <DayHeading day={day} today={today} sum={sum} menu={menu} />;
            },
          }}
          isLoading={isPending}
          isRefreshing={isPlaceholderData}
          empty={
            isBeyondEnd(pages) ? (
              <BeyondEnd {...pages} />
            ) : (
              // Of its own: a larger one would hide the page, and close the form over it.
              <Suspense fallback={<SkeletonRows height={isNarrow ? 88 : 40} />}>
                <NoWorklogs onOpen={onOpen} />
              </Suspense>
            )
          }
        />
      </div>
      <Paging {...pages} onPoint={(to) => prefetchPage(input, to)} />
      <DeferredMount isNeeded={chosen.length > 0}>
        {chosen.length > 0 && <TagBar worklogs={chosen} onClear={() => setSelected(new Set())} />}
      </DeferredMount>
    </>
  );
}

/** Pending ones can be selected to change their tags. */
const isTaggable = ({ worklog, isGone }: StableRow): boolean =>
  !isGone && worklog.status === 'pending' && worklog.actions.amend === true;

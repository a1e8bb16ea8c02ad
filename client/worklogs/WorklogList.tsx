import CalendarPlus from 'lucide-react/icons/calendar-plus';
import type { Worklog } from '#contract/worklogs.ts';
import type { Day } from '#domain/calendar.ts';
import { matchingPreset, presetRange } from '#domain/period-presets.ts';
import { totalsOfWorklogs } from '#domain/totals.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { useFilters } from '../filters.ts';
import { Button } from '../ui/Button.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { NewItemsBar } from '../ui/NewItemsBar.tsx';
import { BeyondEnd, isBeyondEnd, Paging } from '../ui/Paging.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { useIsNarrow } from '../ui/width.ts';
import { type StableRow, useStableRows } from '../worklog/stable-rows.ts';
import { worklogCardColumns, worklogTableColumns } from './columns.tsx';
import { DayMenu } from './copies/DayMenu.tsx';
import { DayHeading } from './DayHeading.tsx';
import { locallyChangedIds, useSplitDayTotals, useWorklogListFilter, useWorklogs } from './loader.ts';
import { RowMenu } from './RowMenu.tsx';
import { type FormTarget, worklogParameters } from './search.ts';
import { useToday } from './today.ts';
import { compareByTime } from './worklog-list.ts';

type Props = {
  onOpen: (target: FormTarget) => void;
  onWithdraw: (worklog: Worklog) => void;
  onCopyDay: (day: Day) => void;
};

export function WorklogList({ onOpen, onWithdraw, onCopyDay }: Props) {
  const { timeZone } = useCompany();
  const today = useToday(timeZone);
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
          empty={isBeyondEnd(pages) ? <BeyondEnd {...pages} /> : <NothingHere onOpen={onOpen} />}
        />
      </div>
      <Paging {...pages} />
    </>
  );
}

/** Explains the empty list and offers the next step. */
function NothingHere({ onOpen }: Pick<Props, 'onOpen'>) {
  const { timeZone, weekStartsOn } = useCompany();
  const today = useToday(timeZone);
  const { from, to, projectIds, statuses } = useWorklogListFilter();
  const [, change] = useFilters(worklogParameters);
  const isNarrowed = projectIds.length > 0 || statuses.length > 0;
  const isLastMonth = matchingPreset({ from, to }, today, weekStartsOn) === 'last-month';
  const write = (
    <Button variant="default" onClick={() => onOpen({ form: 'new' })}>
      {m.worklogs_new()}
    </Button>
  );
  if (isNarrowed) {
    return (
      <EmptyState text={m.worklogs_none_in_filter()}>
        <Button variant="default" onClick={() => change({ projectIds: [], statuses: [] })}>
          {m.worklogs_show_all_of_range()}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={CalendarPlus} title={m.worklogs_none_title()} text={m.worklogs_none_text()}>
      {write}
      {!isLastMonth && (
        <Button variant="subtle" onClick={() => change(presetRange('last-month', today, weekStartsOn))}>
          {m.worklogs_show_last_month()}
        </Button>
      )}
    </EmptyState>
  );
}

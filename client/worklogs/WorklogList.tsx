import CalendarPlus from 'lucide-react/icons/calendar-plus';
import type { Worklog } from '#contract/worklogs.ts';
import type { Day } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { useIsNarrow } from '../shell/width.ts';
import { Arrived } from '../ui/Arrived.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { dateRangeOf, presetOf } from '../ui/date-range.ts';
import { BeyondEnd, isBeyondEnd, Paging } from '../ui/Paging.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { useSteadyRows } from '../ui/steady-rows.ts';
import { worklogCard, worklogColumns } from './columns.tsx';
import { DayMenu } from './copies/DayMenu.tsx';
import { DayHeading } from './DayHeading.tsx';
import { changedHere, useCutDayTotals, useFilter, useWorklogs } from './loader.ts';
import { RowMenu } from './RowMenu.tsx';
import { type FormTarget, useWorklogFilters } from './search.ts';
import { useToday } from './today.ts';
import { inOrder, sumOf } from './worklog-list.ts';

type Props = {
  onOpen: (target: FormTarget) => void;
  onWithdraw: (worklog: Worklog) => void;
  onCopyDay: (day: Day) => void;
};

export function WorklogList({ onOpen, onWithdraw, onCopyDay }: Props) {
  const { timeZone } = useCompany();
  const today = useToday(timeZone);
  const [{ page, size }, change] = useWorklogFilters();
  const { data: list, error, isPending, isPlaceholderData, refetch, asked } = useWorklogs();
  const cutDays = useCutDayTotals(list);
  const isNarrow = useIsNarrow();
  const steady = useSteadyRows(list?.worklogs ?? [], { asked, isFresh: !isPlaceholderData, own: changedHere });
  const gone = new Set(steady.rows.filter(({ isGone }) => isGone).map(({ worklog }) => worklog.id));
  const isHere = ({ id }: Worklog) => !gone.has(id);
  const menuOf = (worklog: Worklog) =>
    isHere(worklog) && <RowMenu worklog={worklog} onOpen={onOpen} onWithdraw={onWithdraw} />;
  const pages = { page, size, total: list?.totals.items ?? 0, onChange: change };
  if (error && !list) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <>
      <div {...steady.reading}>
        <Arrived count={steady.arrived} onShow={steady.showArrived} />
        <DataTable
          caption={m.route_worklogs()}
          columns={isNarrow ? worklogCard(menuOf, isHere) : worklogColumns(isHere)}
          rows={inOrder(steady.rows.map(({ worklog }) => worklog))}
          keyOf={({ id }) => id}
          onOpen={({ id }) => onOpen({ form: 'worklog', id })}
          {...(isNarrow ? {} : { actions: menuOf })}
          grouping={{
            keyOf: ({ day }) => day,
            heading: (rows) => {
              const day = rows[0]?.day ?? today;
              const sum = cutDays.get(day) ?? sumOf(rows.filter(isHere));
              const menu = rows.some(isHere) && <DayMenu day={day} onCopy={onCopyDay} />;
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

/** Why there are no rows, and what to do about it. */
function NothingHere({ onOpen }: Pick<Props, 'onOpen'>) {
  const { timeZone, weekStartsOn } = useCompany();
  const today = useToday(timeZone);
  const { from, to, projectIds, statuses } = useFilter();
  const [, change] = useWorklogFilters();
  const isNarrowed = projectIds.length > 0 || statuses.length > 0;
  const isLastMonth = presetOf({ from, to }, today, weekStartsOn) === 'last-month';
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
        <Button variant="subtle" onClick={() => change(dateRangeOf('last-month', today, weekStartsOn))}>
          {m.worklogs_show_last_month()}
        </Button>
      )}
    </EmptyState>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { Totals } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { formatNumber } from '../ui/format.ts';
import { DeferredMount, lazyPart } from '../ui/lazy.tsx';
import { NewItemsBar } from '../ui/NewItemsBar.tsx';
import { BeyondEnd, isBeyondEnd, Paging } from '../ui/Paging.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import { ErrorState } from '../ui/states.tsx';
import { DurationText, MoneyList } from '../ui/texts.tsx';
import { RejectedSum } from '../worklog/RejectedSum.tsx';
import { useStableRows } from '../worklog/stable-rows.ts';
import { sumOfTotals } from '../worklog/totals.ts';
import { prefetchPage } from '../worklog/worklogs-query.ts';
import { DayTotals } from './DayTotals.tsx';
import { NothingLogged } from './NothingLogged.tsx';
import { reportWorklogsInput, reportWorklogsQuery } from './report-worklogs-query.ts';
import classes from './rows.module.css';
import type { Report } from './use-report.ts';
import { useReportWorklogColumns } from './worklog-columns.tsx';

const RowDetails = lazyPart(() => import('./RowDetails.tsx').then((file) => file.RowDetails));

const noLocalChanges = new Set<string>();

/** The worklogs that a number sums, a page at a time, with totals over all of them. */
export function ReportWorklogs({ report }: { report: Report }) {
  const { choices, change } = report;
  const input = reportWorklogsInput(report);
  const list = useQuery(reportWorklogsQuery(input));
  const columns = useReportWorklogColumns();
  const { open, close, leave } = useRowsNavigation(report);
  const stable = useStableRows(list.data?.worklogs ?? [], {
    input,
    isFresh: !list.isPlaceholderData,
    locallyChangedIds: noLocalChanges,
  });
  const pages = { page: choices.page, size: choices.size, total: list.data?.totals.items ?? 0, onChange: change };
  return (
    <div>
      <div className={classes.head}>
        <Button variant="subtle" color="gray" leftSection={<ArrowLeft size={16} aria-hidden />} onClick={leave}>
          {m.reports_back_to_breakdown()}
        </Button>
        <h2 id="rows-behind" tabIndex={-1} ref={focus}>
          {m.reports_rows_title()}
        </h2>
        <Segmented
          label={m.reports_order()}
          value={choices.order}
          onChange={(order) => change({ order })}
          options={[
            { value: 'newest', label: m.reports_newest() },
            { value: 'oldest', label: m.reports_oldest() },
          ]}
        />
      </div>
      <RowsSummary totals={list.data?.totals} currency={report.company.currency} />
      {list.error && !list.data ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <>
          <div {...stable.withinProps} className={classes.list}>
            <NewItemsBar count={stable.newCount} onShow={stable.showNewItems} />
            <DataTable
              caption={m.reports_rows_title()}
              columns={columns}
              rows={stable.rows}
              keyOf={({ worklog }) => worklog.id}
              onOpen={({ worklog }) => open(worklog.id)}
              grouping={{
                keyOf: ({ worklog }) => worklog.day,
                heading: (rows) => <DayTotals rows={rows} all={stable.rows} {...pages} />,
              }}
              isLoading={list.isPending}
              isRefreshing={list.isPlaceholderData}
              empty={isBeyondEnd(pages) ? <BeyondEnd {...pages} /> : <NothingLogged report={report} />}
            />
          </div>
          <Paging {...pages} onPoint={(to) => prefetchPage(input, to)} />
        </>
      )}
      <DeferredMount isNeeded={choices.worklog !== ''}>
        <RowDetails worklogId={choices.worklog} onClose={close} />
      </DeferredMount>
    </div>
  );
}

/** Takes the focus, which was on the number that links here. */
const focus = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

function RowsSummary({ totals, currency }: { totals: Totals | undefined; currency: string }) {
  const sum = totals && sumOfTotals(totals);
  return (
    <SummaryFigures
      isLoading={sum === undefined}
      note={sum && <RejectedSum rejected={sum.rejected} />}
      figures={[
        {
          label: m.reports_items(),
          value: formatNumber(sum?.count ?? 0),
          hint: m.reports_items_hint({ pending: totals?.pending ?? 0, approved: totals?.approved ?? 0 }),
        },
        { label: m.reports_hours(), value: <DurationText minutes={sum?.minutes ?? 0} /> },
        { label: m.reports_expenses(), value: <MoneyList amounts={sum?.expenses ?? []} currency={currency} /> },
      ]}
    />
  );
}

/** Rows and details have their own URLs; closing them navigates back. */
function useRowsNavigation({ choices, change }: Report) {
  const router = useRouter();
  const { page } = choices;
  const isOpenedHere = () => router.state.location.state.isOpenedHere === true;
  return {
    open: (id: string) =>
      router.navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, worklog: id }),
        state: { isOpenedHere: true },
        resetScroll: false,
      }),
    close: () => (isOpenedHere() ? router.history.back() : change({ worklog: '', page })),
    leave: () => (isOpenedHere() ? router.history.back() : change({ view: 'breakdown', worklog: '' })),
  };
}

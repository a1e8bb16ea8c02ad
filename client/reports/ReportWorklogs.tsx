import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { Totals } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { Arrived } from '../ui/Arrived.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { formatNumber } from '../ui/format.ts';
import { inKit, Later, lazyPart } from '../ui/lazy.tsx';
import { BeyondEnd, isBeyondEnd, Paging } from '../ui/Paging.tsx';
import { RejectedSum } from '../ui/RejectedSum.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import { ErrorState } from '../ui/states.tsx';
import { useSteadyRows } from '../ui/steady-rows.ts';
import { DurationText, MoneyList } from '../ui/texts.tsx';
import { sumOfTotals } from '../ui/totals.ts';
import { DaySum } from './DaySum.tsx';
import { NothingLogged } from './NothingLogged.tsx';
import classes from './rows.module.css';
import { rowsInput, rowsQuery } from './rows-query.ts';
import type { Report } from './use-report.ts';
import { useRowColumns } from './worklog-columns.tsx';

const RowDetails = lazyPart(inKit(() => import('./RowDetails.tsx').then((file) => file.RowDetails)));

const nothingOwn = new Set<string>();

/** The worklogs that a number sums, a page at a time, with the same sums over all of them. */
export function ReportWorklogs({ report }: { report: Report }) {
  const { choices, change } = report;
  const wanted = rowsInput(report);
  const list = useQuery(rowsQuery(wanted));
  const columns = useRowColumns();
  const { open, close, leave } = useRowsAddress(report);
  const steady = useSteadyRows(list.data?.worklogs ?? [], {
    asked: wanted,
    isFresh: !list.isPlaceholderData,
    own: nothingOwn,
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
          <div {...steady.reading} className={classes.place}>
            <Arrived count={steady.arrived} onShow={steady.showArrived} />
            <DataTable
              caption={m.reports_rows_title()}
              columns={columns}
              rows={steady.rows}
              keyOf={({ worklog }) => worklog.id}
              onOpen={({ worklog }) => open(worklog.id)}
              grouping={{
                keyOf: ({ worklog }) => worklog.day,
                heading: (rows) => <DaySum rows={rows} all={steady.rows} {...pages} />,
              }}
              isLoading={list.isPending}
              isRefreshing={list.isPlaceholderData}
              empty={isBeyondEnd(pages) ? <BeyondEnd {...pages} /> : <NothingLogged report={report} />}
            />
          </div>
          <Paging {...pages} />
        </>
      )}
      <Later isNeeded={choices.worklog !== ''}>
        <RowDetails worklogId={choices.worklog} onClose={close} />
      </Later>
    </div>
  );
}

/** It takes the focus, which was on the number that led here. */
const focus = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

function RowsSummary({ totals, currency }: { totals: Totals | undefined; currency: string }) {
  const sum = totals && sumOfTotals(totals);
  return (
    <SummaryFigures
      isLoading={sum === undefined}
      note={sum && <RejectedSum rejected={sum.rejected} currency={currency} />}
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

/** Rows and details have addresses of their own: leaving them goes back where one came from. */
function useRowsAddress({ choices, change }: Report) {
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

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import type { ApiOutput } from '../../api.ts';
import { apiQuery } from '../../queries.ts';
import { Button } from '../../ui/Button.tsx';
import { DaysNote } from '../../ui/DaysNote.tsx';
import { formatDayRange, formatNumber } from '../../ui/format.ts';
import { BeyondEnd, isBeyondEnd, Paging } from '../../ui/Paging.tsx';
import { SummaryFigures } from '../../ui/SummaryFigures.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { DurationText, MoneyList } from '../../ui/texts.tsx';
import { payrollApiFilter } from '../filter.ts';
import { NothingLogged, RangeRefused } from '../NothingLogged.tsx';
import { rangeError } from '../range-error.ts';
import type { Report } from '../use-report.ts';
import { WorklogsLink } from '../WorklogsLink.tsx';
import { ClosePeriod } from './ClosePeriod.tsx';
import { PayrollTable } from './PayrollTable.tsx';
import classes from './payroll.module.css';
import { payrollFilter } from './payroll-filter.ts';

/** The payroll of the period: for each worker hours by day, tasks, expenses, and what is not approved. */
export function PayrollView({ report }: { report: Report }) {
  const { company, choices, change, range, apiFilter } = report;
  const payroll = useQuery({
    ...apiQuery('reports', 'GET /companies/{companyId}/payroll', {
      companyId: company.id,
      ...payrollApiFilter(apiFilter),
      page: choices.page,
      pageSize: choices.size,
    }),
    placeholderData: keepPreviousData,
  });
  const { data, error } = payroll;
  if (error && rangeError(error)) return <RangeRefused report={report} />;
  if (error && !data) return <ErrorState error={error} onRetry={payroll.refetch} />;
  const pages = { page: choices.page, size: choices.size, total: data?.totals.workers ?? 0, onChange: change };
  return (
    <section aria-labelledby="payroll" className={classes.view} data-full-width>
      <div className={classes.head}>
        <Button
          variant="subtle"
          color="gray"
          className="no-print"
          leftSection={<ArrowLeft size={16} aria-hidden />}
          onClick={() => change({ view: 'breakdown' })}
        >
          {m.reports_back_to_breakdown()}
        </Button>
        <h2 id="payroll">{m.reports_payroll()}</h2>
        <p className="only-print">
          {isolated(company.name)} · {formatDayRange(range.from, range.to)}
        </p>
      </div>
      <Figures totals={data?.totals} currency={company.currency} />
      {data?.closing && <ClosePeriod key={range.to} closing={data.closing} range={range} companyId={company.id} />}
      {!data ? (
        <SkeletonRows />
      ) : data.workers.length > 0 ? (
        <PayrollTable
          workers={data.workers}
          total={data.totals.workers}
          range={range}
          currency={company.currency}
          isRefreshing={payroll.isPlaceholderData}
        />
      ) : isBeyondEnd(pages) ? (
        <BeyondEnd {...pages} />
      ) : (
        <NothingLogged report={report} />
      )}
      <Paging {...pages} />
    </section>
  );
}

type PayrollSums = ApiOutput<'GET /companies/{companyId}/payroll'>['totals'];

/** Only approved totals are paid; the others are listed separately. */
function Figures({ totals, currency }: { totals: PayrollSums | undefined; currency: string }) {
  const approved = (value: ReactNode) => (
    <WorklogsLink narrow={payrollFilter({ statuses: ['approved'] })} isNothing={totals?.approved.items === 0}>
      {value}
    </WorklogsLink>
  );
  return (
    <SummaryFigures
      isLoading={totals === undefined}
      note={<DaysNote />}
      figures={[
        { label: m.reports_payroll_workers(), value: formatNumber(totals?.workers ?? 0) },
        {
          label: m.reports_payroll_approved_hours(),
          value: approved(<DurationText minutes={totals?.approved.minutes ?? 0} />),
        },
        {
          label: m.reports_payroll_approved_expenses(),
          value: approved(<MoneyList amounts={totals?.approved.expenses ?? []} currency={currency} />),
        },
        {
          label: m.reports_payroll_pending(),
          value: (
            <WorklogsLink narrow={payrollFilter({ statuses: ['pending'] })} isNothing={totals?.pending.items === 0}>
              <DurationText minutes={totals?.pending.minutes ?? 0} />
              {totals && totals.pending.expenses.length > 0 && (
                <>
                  {' '}
                  <MoneyList amounts={totals.pending.expenses} currency={currency} />
                </>
              )}
            </WorklogsLink>
          ),
        },
      ]}
    />
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { m } from '#locales/messages.js';
import { read } from '../queries.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SkeletonRows } from '../ui/states.tsx';
import { BreakdownTable } from './BreakdownTable.tsx';
import { Overview } from './Overview.tsx';
import { ReportFilters } from './ReportFilters.tsx';
import classes from './reports.module.css';
import { useReport } from './use-report.ts';
import { ReportWorklogs } from './views.ts';

/** Where time and money went, project by project, as far as the reader may see. */
export function ReportsPage() {
  const report = useReport();
  const { company, asked, choices } = report;
  const isOverview = choices.view === 'breakdown';
  const answer = useQuery({
    ...read('reports', 'GET /companies/{companyId}/reports', {
      companyId: company.id,
      ...asked,
      compare: choices.compare === 'yes',
    }),
    placeholderData: keepPreviousData,
    enabled: isOverview,
  });
  return (
    <>
      <PageHeader title={m.route_reports()} />
      <ReportFilters report={report} error={answer.error} />
      {isOverview ? (
        <Overview report={report} answer={answer}>
          {({ rows, totals }, isRefreshing) => (
            <section className={classes.section}>
              <h2>{m.reports_by_project()}</h2>
              <BreakdownTable
                report={report}
                caption={m.reports_by_project()}
                nameHeader={m.reports_project()}
                {...{ rows, totals, isRefreshing }}
              />
            </section>
          )}
        </Overview>
      ) : (
        <Suspense fallback={<SkeletonRows />}>
          <ReportWorklogs report={report} />
        </Suspense>
      )}
    </>
  );
}

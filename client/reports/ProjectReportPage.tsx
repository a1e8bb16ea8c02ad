import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { m } from '#locales/messages.js';
import { read } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { usePathParameter } from '../routing/location.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { ReportFilters, useReportFilter } from './ReportFilters.tsx';
import { ReportSummary } from './ReportSummary.tsx';
import { ReportTable } from './ReportTable.tsx';
import classes from './reports.module.css';

/** One project: its tasks, and who worked on it. */
export function ProjectReportPage() {
  const projectId = usePathParameter('projectId');
  const filter = useReportFilter();
  const { company, asked } = filter;
  const navigate = useNavigate();
  const report = useQuery({
    ...read('reports', 'GET /companies/{companyId}/reports/projects/{projectId}', {
      companyId: company.id,
      projectId,
      ...asked,
    }),
    placeholderData: keepPreviousData,
  });
  const common = {
    currency: company.currency,
    empty: <EmptyState text={m.reports_empty()} />,
    isLoading: report.isPending,
    isRefreshing: report.isPlaceholderData,
  };
  return (
    <>
      <PageHeader title={m.route_project_breakdown()} text={report.data?.project.name} />
      <ReportFilters filter={filter} />
      {report.isError ? (
        <ErrorState error={report.error} onRetry={report.refetch} />
      ) : (
        <>
          <ReportSummary totals={report.data?.totals} currency={company.currency} />
          <section className={classes.section}>
            <h2>{m.reports_by_task()}</h2>
            <ReportTable
              {...common}
              caption={m.reports_by_task()}
              nameHeader={m.reports_task()}
              rows={report.data?.tasks ?? []}
              onOpen={({ id }) =>
                navigate({
                  to: pathTo('/reports/projects/{projectId}/tasks/{taskId}', { projectId, taskId: id }),
                  search: (search: Record<string, unknown>) => search,
                })
              }
            />
          </section>
          <section className={classes.section}>
            <h2>{m.reports_by_worker()}</h2>
            <ReportTable
              {...common}
              caption={m.reports_by_worker()}
              nameHeader={m.reports_worker()}
              rows={report.data?.workers ?? []}
            />
          </section>
        </>
      )}
    </>
  );
}

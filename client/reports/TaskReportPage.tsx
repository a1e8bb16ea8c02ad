import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { read } from '../queries.ts';
import { usePathParameter } from '../routing/location.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { ReportFilters, useReportFilter } from './ReportFilters.tsx';
import { ReportSummary } from './ReportSummary.tsx';
import { ReportTable } from './ReportTable.tsx';

/** One task: who worked on it. */
export function TaskReportPage() {
  const projectId = usePathParameter('projectId');
  const taskId = usePathParameter('taskId');
  const filter = useReportFilter();
  const { company, asked } = filter;
  const report = useQuery({
    ...read('reports', 'GET /companies/{companyId}/reports/projects/{projectId}/tasks/{taskId}', {
      companyId: company.id,
      projectId,
      taskId,
      ...asked,
    }),
    placeholderData: keepPreviousData,
  });
  const text = report.data ? `${report.data.project.name} · ${report.data.task.name}` : undefined;
  return (
    <>
      <PageHeader title={m.route_task_breakdown()} text={text} />
      <ReportFilters filter={filter} />
      {report.isError ? (
        <ErrorState error={report.error} onRetry={report.refetch} />
      ) : (
        <>
          <ReportSummary totals={report.data?.totals} currency={company.currency} />
          <ReportTable
            caption={m.reports_by_worker()}
            nameHeader={m.reports_worker()}
            rows={report.data?.workers ?? []}
            currency={company.currency}
            empty={<EmptyState text={m.reports_empty()} />}
            isLoading={report.isPending}
            isRefreshing={report.isPlaceholderData}
          />
        </>
      )}
    </>
  );
}

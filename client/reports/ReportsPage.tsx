import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { m } from '#locales/messages.js';
import { read } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { ReportFilters, useReportFilter } from './ReportFilters.tsx';
import { ReportSummary } from './ReportSummary.tsx';
import { ReportTable } from './ReportTable.tsx';

/** Where time and money went, project by project, as far as the reader may see. */
export function ReportsPage() {
  const filter = useReportFilter();
  const { company, asked } = filter;
  const navigate = useNavigate();
  const report = useQuery({
    ...read('reports', 'GET /companies/{companyId}/reports', { companyId: company.id, ...asked }),
    placeholderData: keepPreviousData,
  });
  const isOpenable = report.data?.rows.some((row) => row.isOpenable) ?? false;
  const open = ({ id }: { id: string }) =>
    navigate({ to: pathTo('/reports/projects/{projectId}', { projectId: id }), search: keepSearch });
  return (
    <>
      <PageHeader title={m.route_reports()} />
      <ReportFilters filter={filter} hasProjects />
      {report.isError ? (
        <ErrorState error={report.error} onRetry={report.refetch} />
      ) : (
        <>
          <ReportSummary totals={report.data?.totals} currency={company.currency} />
          <ReportTable
            caption={m.reports_by_project()}
            nameHeader={m.reports_project()}
            rows={report.data?.rows ?? []}
            currency={company.currency}
            onOpen={isOpenable ? open : undefined}
            empty={<EmptyState text={m.reports_empty()} />}
            isLoading={report.isPending}
            isRefreshing={report.isPlaceholderData}
          />
        </>
      )}
    </>
  );
}

/** Range and choices go along. */
const keepSearch = (search: Record<string, unknown>) => search;

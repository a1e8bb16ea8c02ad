import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { apiQuery } from '../queries.ts';
import { usePathParameter } from '../routing/location.ts';
import { reportInput } from './queries.ts';
import { SubjectReport } from './SubjectReport.tsx';
import { useReport } from './use-report.ts';

/** The report of one project and its budget. */
export function ProjectReportPage() {
  const projectId = usePathParameter('projectId');
  const report = useReport({ projectId });
  const input = { ...reportInput(report), projectId };
  const query = useQuery({
    ...apiQuery('reports', 'GET /companies/{companyId}/reports/projects/{projectId}', input),
    placeholderData: keepPreviousData,
  });
  return <SubjectReport report={report} query={query} title={m.route_project_breakdown()} />;
}

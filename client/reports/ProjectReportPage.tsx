import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { apiQuery } from '../queries.ts';
import { usePathParameter } from '../routing/location.ts';
import { Breakdown } from './Breakdown.tsx';
import { reportInput } from './queries.ts';
import { SubjectReport } from './SubjectReport.tsx';
import { useReport } from './use-report.ts';

/** The report of one project: its budget, tasks and workers. */
export function ProjectReportPage() {
  const projectId = usePathParameter('projectId');
  const report = useReport({ projectId });
  const input = { ...reportInput(report), projectId };
  const answer = useQuery({
    ...apiQuery('reports', 'GET /companies/{companyId}/reports/projects/{projectId}', input),
    placeholderData: keepPreviousData,
  });
  return (
    <SubjectReport report={report} answer={answer} title={m.route_project_breakdown()}>
      {(sums, isRefreshing) => (
        <Breakdown {...{ report, sums, isRefreshing }} by="task" rows={sums.tasks} earlier={sums.before?.tasks} />
      )}
    </SubjectReport>
  );
}

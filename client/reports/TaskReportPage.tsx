import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { apiQuery } from '../queries.ts';
import { usePathParameter } from '../routing/location.ts';
import { reportInput } from './queries.ts';
import { SubjectReport } from './SubjectReport.tsx';
import { useReport } from './use-report.ts';

/** The report of one task and its budget. */
export function TaskReportPage() {
  const subject = { projectId: usePathParameter('projectId'), taskId: usePathParameter('taskId') };
  const report = useReport(subject);
  const input = { ...reportInput(report), ...subject };
  const query = useQuery({
    ...apiQuery('reports', 'GET /companies/{companyId}/reports/projects/{projectId}/tasks/{taskId}', input),
    placeholderData: keepPreviousData,
  });
  return <SubjectReport report={report} query={query} title={m.route_task_breakdown()} />;
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { apiQuery } from '../queries.ts';
import { usePathParameter } from '../routing/location.ts';
import { PlaceReport } from './PlaceReport.tsx';
import { reportInput } from './queries.ts';
import { useReport } from './use-report.ts';

/** The report of one task: its budget and workers. */
export function TaskReportPage() {
  const place = { projectId: usePathParameter('projectId'), taskId: usePathParameter('taskId') };
  const report = useReport(place);
  const input = { ...reportInput(report), ...place };
  const answer = useQuery({
    ...apiQuery('reports', 'GET /companies/{companyId}/reports/projects/{projectId}/tasks/{taskId}', input),
    placeholderData: keepPreviousData,
  });
  return <PlaceReport report={report} answer={answer} title={m.route_task_breakdown()} />;
}

import { useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { Overview } from './Overview.tsx';
import { reportQuery } from './queries.ts';
import { ReportFrame } from './ReportFrame.tsx';
import { useReport } from './use-report.ts';

/** Time and money, as far as the user may see. */
export function ReportsPage() {
  const report = useReport();
  const query = useQuery({ ...reportQuery(report), enabled: report.choices.view === 'breakdown' });
  return (
    <ReportFrame report={report} title={m.route_reports()} error={query.error}>
      <Overview report={report} query={query} />
    </ReportFrame>
  );
}

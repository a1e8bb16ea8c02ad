import { useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { BreakdownTable } from './BreakdownTable.tsx';
import { comparedRows } from './compared.ts';
import { Overview } from './Overview.tsx';
import { reportQuery } from './queries.ts';
import { ReportFrame } from './ReportFrame.tsx';
import classes from './reports.module.css';
import { useReport } from './use-report.ts';

/** Where time and money went, project by project, as far as the reader may see. */
export function ReportsPage() {
  const report = useReport();
  const answer = useQuery({ ...reportQuery(report), enabled: report.choices.view === 'breakdown' });
  return (
    <ReportFrame report={report} title={m.route_reports()} error={answer.error}>
      <Overview report={report} answer={answer}>
        {({ rows, totals, before }, isRefreshing) => (
          <section className={classes.section}>
            <h2>{m.reports_by_project()}</h2>
            <BreakdownTable
              report={report}
              caption={m.reports_by_project()}
              nameHeader={m.reports_project()}
              rows={comparedRows(rows, before?.rows)}
              was={before?.totals}
              {...{ totals, isRefreshing }}
            />
          </section>
        )}
      </Overview>
    </ReportFrame>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { read } from '../queries.ts';
import { usePathParameter } from '../routing/location.ts';
import { BreakdownTable } from './BreakdownTable.tsx';
import { BudgetUse } from './BudgetUse.tsx';
import { comparedRows } from './compared.ts';
import { Overview } from './Overview.tsx';
import { ReportFrame } from './ReportFrame.tsx';
import classes from './reports.module.css';
import { Subject } from './Subject.tsx';
import { useReport } from './use-report.ts';

/** One task: its budget, and who worked on it. */
export function TaskReportPage() {
  const projectId = usePathParameter('projectId');
  const taskId = usePathParameter('taskId');
  const report = useReport({ projectId, taskId });
  const { company, asked, choices } = report;
  const answer = useQuery({
    ...read('reports', 'GET /companies/{companyId}/reports/projects/{projectId}/tasks/{taskId}', {
      companyId: company.id,
      projectId,
      taskId,
      ...asked,
      compare: choices.compare === 'yes',
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = answer;
  return (
    <ReportFrame
      report={report}
      title={m.route_task_breakdown()}
      text={data && <Subject project={data.project} task={data.task} />}
      error={answer.error}
    >
      <Overview
        report={report}
        answer={answer}
        budget={({ budget }) => <BudgetUse budget={budget} currency={company.currency} />}
      >
        {({ workers, totals, before }, isRefreshing) => (
          <section className={classes.section}>
            <h2>{m.reports_by_worker()}</h2>
            <BreakdownTable
              report={report}
              caption={m.reports_by_worker()}
              nameHeader={m.reports_worker()}
              rows={comparedRows(workers, before?.workers)}
              was={before?.totals}
              of="worker"
              {...{ totals, isRefreshing }}
            />
          </section>
        )}
      </Overview>
    </ReportFrame>
  );
}

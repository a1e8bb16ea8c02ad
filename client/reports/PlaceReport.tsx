import type { ReactNode } from 'react';
import type { ApiOutput } from '../api.ts';
import { Breakdown } from './Breakdown.tsx';
import { BudgetUse } from './BudgetUse.tsx';
import { type Answer, Overview } from './Overview.tsx';
import { ReportFrame } from './ReportFrame.tsx';
import { Subject } from './Subject.tsx';
import type { Report } from './use-report.ts';

type OfTask = ApiOutput<'GET /companies/{companyId}/reports/projects/{projectId}/tasks/{taskId}'>;
type OfPlace = Omit<OfTask, 'task'> & { task?: OfTask['task'] };

type Props<D extends OfPlace> = {
  report: Report;
  answer: Answer<D>;
  title: string;
  /** A further breakdown. */
  children?: (sums: D, isRefreshing: boolean) => ReactNode;
};

/** The report of one project or task: its budget and its workers. */
export function PlaceReport<D extends OfPlace>({ report, answer, title, children }: Props<D>) {
  const { data, error } = answer;
  return (
    <ReportFrame {...{ report, title, error }} text={data && <Subject project={data.project} task={data.task} />}>
      <Overview
        {...{ report, answer }}
        budget={({ budget }) => <BudgetUse budget={budget} currency={report.company.currency} />}
      >
        {(sums, isRefreshing) => (
          <>
            {children?.(sums, isRefreshing)}
            <Breakdown
              {...{ report, sums, isRefreshing }}
              by="worker"
              rows={sums.workers}
              earlier={sums.before?.workers}
            />
          </>
        )}
      </Overview>
    </ReportFrame>
  );
}

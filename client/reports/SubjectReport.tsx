import type { ReactNode } from 'react';
import { type ApiOutput, isMissing } from '../api.ts';
import { PageError } from '../shell/route-errors.tsx';
import { Breakdown } from './Breakdown.tsx';
import { BudgetUsage } from './BudgetUsage.tsx';
import { Overview, type ReportQueryState } from './Overview.tsx';
import { ReportFrame } from './ReportFrame.tsx';
import { SubjectTitle } from './SubjectTitle.tsx';
import type { Report } from './use-report.ts';

type OfTask = ApiOutput<'GET /companies/{companyId}/reports/projects/{projectId}/tasks/{taskId}'>;
type OfPlace = Omit<OfTask, 'task'> & { task?: OfTask['task'] };

type Props<D extends OfPlace> = {
  report: Report;
  answer: ReportQueryState<D>;
  title: string;
  /** A further breakdown. */
  children?: (sums: D, isRefreshing: boolean) => ReactNode;
};

/** The report of one project or task: its budget and its workers. */
export function SubjectReport<D extends OfPlace>({ report, answer, title, children }: Props<D>) {
  const { data, error } = answer;
  if (!data && isMissing(error)) return <PageError error={error} />;
  return (
    <ReportFrame {...{ report, title, error }} text={data && <SubjectTitle project={data.project} task={data.task} />}>
      <Overview
        {...{ report, answer }}
        budget={({ budget }) => <BudgetUsage budget={budget} currency={report.company.currency} />}
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

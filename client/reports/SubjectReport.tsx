import { type ApiOutput, isMissing } from '../api.ts';
import { PageError } from '../shell/route-errors.tsx';
import { BudgetUsage } from './BudgetUsage.tsx';
import { Overview, type ReportQueryState } from './Overview.tsx';
import { ReportFrame } from './ReportFrame.tsx';
import { SubjectTitle } from './SubjectTitle.tsx';
import type { Report } from './use-report.ts';

type OfTask = ApiOutput<'GET /companies/{companyId}/reports/projects/{projectId}/tasks/{taskId}'>;
type OfSubject = Omit<OfTask, 'task'> & { task?: OfTask['task'] };

type Props<D extends OfSubject> = { report: Report; answer: ReportQueryState<D>; title: string };

/** The report of one project or task, with its budget. */
export function SubjectReport<D extends OfSubject>({ report, answer, title }: Props<D>) {
  const { data, error } = answer;
  if (!data && isMissing(error)) return <PageError error={error} />;
  return (
    <ReportFrame {...{ report, title, error }} text={data && <SubjectTitle project={data.project} task={data.task} />}>
      <Overview
        {...{ report, answer }}
        budget={({ budget }) => <BudgetUsage budget={budget} currency={report.company.currency} />}
      />
    </ReportFrame>
  );
}

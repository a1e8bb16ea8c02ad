import type { ReportBudget } from '#contract/reports.ts';
import type { ProjectColour, TaskKind } from '#domain/projects.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { type ApiOutput, isMissing } from '../api.ts';
import { BudgetRow } from '../budgets/BudgetRow.tsx';
import { PageError } from '../shell/route-errors.tsx';
import { kindLabel } from '../worklog/labels.ts';
import { ProjectDot } from '../worklog/ProjectDot.tsx';
import classes from './budget.module.css';
import { Overview, type ReportQueryState } from './Overview.tsx';
import { ReportFrame } from './ReportFrame.tsx';
import type { Report } from './use-report.ts';

type OfTask = ApiOutput<'GET /companies/{companyId}/reports/projects/{projectId}/tasks/{taskId}'>;
type OfSubject = Omit<OfTask, 'task'> & { task?: OfTask['task'] };

type Props<D extends OfSubject> = {
  report: Report;
  query: ReportQueryState<D>;
  title: string;
};

/** The report of one project or task, with its budget. */
export function SubjectReport<D extends OfSubject>({ report, query, title }: Props<D>) {
  const { data, error } = query;
  if (!data && isMissing(error)) return <PageError error={error} />;
  return (
    <ReportFrame
      report={report}
      title={title}
      error={error}
      text={data && <SubjectTitle project={data.project} task={data.task} />}
    >
      <Overview
        report={report}
        query={query}
        budget={({ budget }) => <BudgetUsage budget={budget} currency={report.company.currency} />}
      />
    </ReportFrame>
  );
}

type SubjectTitleProps = {
  project: { name: string; colour: ProjectColour; isArchived: boolean };
  task: { name: string; kind: TaskKind } | undefined;
};

/** The project or task of a report as a heading. */
const SubjectTitle = ({ project: { name, colour, isArchived }, task }: SubjectTitleProps) => (
  <>
    <ProjectDot colour={colour} />
    {isArchived ? m.approvals_archived({ name }) : isolated(name)}
    {task && ` · ${isolated(task.name)} (${kindLabel(task.kind)})`}
  </>
);

/** How much of the budget is used in total, and how long the rest lasts. Renders nothing without a budget. */
function BudgetUsage({ budget: { minutes, money }, currency }: { budget: ReportBudget; currency: string }) {
  if (minutes.budget === null && money.budget === null) return null;
  return (
    <section className={classes.budget} aria-label={m.reports_budget()}>
      <h2>{m.reports_budget()}</h2>
      <BudgetRow label={m.reports_hours()} measure="minutes" use={minutes} currency={currency} />
      <BudgetRow label={m.reports_expenses()} measure="money" use={money} currency={currency} />
      <p className="dimmed small">{m.reports_budget_note()}</p>
    </section>
  );
}

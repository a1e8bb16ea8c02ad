import type { ReactNode } from 'react';
import type { PayrollWorker } from '#contract/payroll.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { projectTitle } from '../../ui/project-title.ts';
import { DayText, DurationInColumn, DurationText, MoneyList } from '../../ui/texts.tsx';
import { ProjectDot } from '../../worklog/ProjectDot.tsx';
import type { NarrowedFilter } from '../filter.ts';
import { WorklogsLink } from '../WorklogsLink.tsx';
import classes from './payroll.module.css';
import { payrollFilter } from './payroll-filter.ts';

type Props = { worker: PayrollWorker; currency: string };

/** The tasks and days of a worker in the period, where the table has no columns for the days. */
export function WorkerTasks({ worker: { userId, tasks, days }, currency }: Props) {
  return (
    <div className={classes.opened}>
      <ul aria-label={m.reports_by_task()}>
        {tasks.map((task) => {
          const { projectId, colour, taskId, taskName, approved, pending } = task;
          const own = { projects: [projectId], tasks: [taskId], workers: [userId] };
          return (
            <li key={taskId}>
              <span>
                <ProjectDot colour={colour} />
                {projectTitle(task)} · {isolated(taskName)}
              </span>
              <span className={classes.amounts}>
                <WorklogsLink
                  narrow={payrollFilter({ ...own, statuses: ['approved'] })}
                  isNothing={approved.items === 0}
                >
                  <Amounts {...approved} currency={currency} />
                </WorklogsLink>
                {pending.items > 0 && (
                  <NotApproved of={own}>
                    <Amounts {...pending} currency={currency} />
                  </NotApproved>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      <ul aria-label={m.reports_hours_by_day()}>
        {days.map(({ day, approvedMinutes, pendingMinutes }) => {
          const own = { workers: [userId], from: day, to: day };
          return (
            <li key={day}>
              <DayText day={day} />
              <span className={classes.amounts}>
                <WorklogsLink
                  narrow={payrollFilter({ ...own, statuses: ['approved'] })}
                  isNothing={approvedMinutes === 0}
                >
                  <DurationInColumn minutes={approvedMinutes} />
                </WorklogsLink>
                {pendingMinutes > 0 && (
                  <NotApproved of={own}>
                    <DurationText minutes={pendingMinutes} />
                  </NotApproved>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const NotApproved = ({ of, children }: { of: NarrowedFilter; children: ReactNode }) => (
  <span className="dimmed">
    {m.reports_payroll_not_approved()}:{' '}
    <WorklogsLink narrow={payrollFilter({ ...of, statuses: ['pending'] })}>{children}</WorklogsLink>
  </span>
);

type AmountsProps = { minutes: number; expenses: PayrollWorker['approved']['expenses']; currency: string };

const Amounts = ({ minutes, expenses, currency }: AmountsProps) => (
  <>
    {(minutes > 0 || expenses.length === 0) && <DurationText minutes={minutes} />}
    {minutes > 0 && expenses.length > 0 && ' + '}
    {expenses.length > 0 && <MoneyList amounts={expenses} currency={currency} />}
  </>
);

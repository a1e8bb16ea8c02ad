import type { PayrollWorker } from '#contract/payroll.ts';
import { m } from '#locales/messages.js';
import { ProjectDot } from '../../ui/ProjectDot.tsx';
import { DayText, DurationText, MoneyList } from '../../ui/texts.tsx';
import { RowsLink } from '../RowsLink.tsx';
import { paid } from './address.ts';
import classes from './payroll.module.css';

type Props = {
  worker: PayrollWorker;
  currency: string;
  /** The days stand here where the table has no room for them. */
  hasDays: boolean;
};

/** What a worker worked on in the period, and on which days. */
export function WorkerTasks({ worker: { userId, tasks, days }, currency, hasDays }: Props) {
  return (
    <div className={classes.opened}>
      <ul aria-label={m.reports_by_task()}>
        {tasks.map(({ projectId, projectName, colour, taskId, taskName, approved, pending }) => (
          <li key={taskId}>
            <span>
              <ProjectDot colour={colour} />
              {projectName} · {taskName}
            </span>
            <span className={classes.amounts}>
              <RowsLink
                narrow={paid({ projects: [projectId], tasks: [taskId], workers: [userId], statuses: ['approved'] })}
                isNothing={approved.items === 0}
              >
                <Amounts {...approved} currency={currency} />
              </RowsLink>
              {pending.items > 0 && (
                <span className="dimmed">
                  {m.reports_payroll_not_approved()}: <Amounts {...pending} currency={currency} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {hasDays && (
        <ul aria-label={m.reports_hours_by_day()}>
          {days.map(({ day, approvedMinutes, pendingMinutes }) => (
            <li key={day}>
              <DayText day={day} />
              <span className={classes.amounts}>
                <DurationText minutes={approvedMinutes} />
                {pendingMinutes > 0 && (
                  <span className="dimmed">
                    {m.reports_payroll_not_approved()}: <DurationText minutes={pendingMinutes} />
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type AmountsProps = { minutes: number; expenses: PayrollWorker['approved']['expenses']; currency: string };

const Amounts = ({ minutes, expenses, currency }: AmountsProps) => (
  <>
    {(minutes > 0 || expenses.length === 0) && <DurationText minutes={minutes} />}
    {minutes > 0 && expenses.length > 0 && ' + '}
    {expenses.length > 0 && <MoneyList amounts={expenses} currency={currency} />}
  </>
);

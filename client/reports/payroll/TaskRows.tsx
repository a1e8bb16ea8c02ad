import type { PayrollWorker } from '#contract/payroll.ts';
import type { Day } from '#domain/calendar.ts';
import { isolated } from '#locales/registry.js';
import { projectThenClient } from '../../ui/project-title.ts';
import { DurationInColumn, DurationText, MoneyList } from '../../ui/texts.tsx';
import { wholeTextOnHover } from '../../ui/whole-text.ts';
import { ProjectDot } from '../../worklog/ProjectDot.tsx';
import { WorklogsLink } from '../WorklogsLink.tsx';
import { DayCells } from './DayCells.tsx';
import classes from './payroll.module.css';
import { payrollFilter } from './payroll-filter.ts';
import type { SumColumns } from './sum-columns.ts';

type Props = { worker: PayrollWorker; currency: string; days: readonly Day[]; columns: SumColumns };
type PayrollTask = PayrollWorker['tasks'][number];

/** The tasks of a worker in the period, each sum in its column. */
export const TaskRows = ({ worker, currency, days, columns }: Props) =>
  worker.tasks.map((task) => (
    <tr key={task.taskId} className={classes.taskRow}>
      <th scope="row" className={classes.stickyColumn}>
        <span className={classes.taskName}>
          <ProjectDot colour={task.colour} />
          <span className={classes.taskTexts} {...wholeTextOnHover}>
            <span>{isolated(task.taskName)}</span> <span className="dimmed">{projectThenClient(task)}</span>
          </span>
        </span>
      </th>
      <Sums task={task} userId={worker.userId} currency={currency} columns={columns} />
      <DayCells days={days} sums={[]} />
    </tr>
  ));

type SumsProps = { task: PayrollTask; userId: string; currency: string; columns: SumColumns };

function Sums({ task: { projectId, taskId, approved, pending }, userId, currency, columns }: SumsProps) {
  const narrowed = (status: 'approved' | 'pending') =>
    payrollFilter({ projects: [projectId], tasks: [taskId], workers: [userId], statuses: [status] });
  return (
    <>
      <td data-align="end">
        {approved.minutes > 0 && (
          <WorklogsLink narrow={narrowed('approved')}>
            <DurationInColumn minutes={approved.minutes} />
          </WorklogsLink>
        )}
      </td>
      {columns.pending && (
        <td data-align="end">
          {pending.items > 0 && (
            <WorklogsLink narrow={narrowed('pending')}>
              {(pending.minutes > 0 || pending.expenses.length === 0) && <DurationText minutes={pending.minutes} />}
              {pending.expenses.length > 0 && (
                <small>
                  <MoneyList amounts={pending.expenses} currency={currency} />
                </small>
              )}
            </WorklogsLink>
          )}
        </td>
      )}
      {columns.expenses && (
        <td data-align="end">
          {approved.expenses.length > 0 && (
            <WorklogsLink narrow={narrowed('approved')}>
              <MoneyList amounts={approved.expenses} currency={currency} />
            </WorklogsLink>
          )}
        </td>
      )}
    </>
  );
}

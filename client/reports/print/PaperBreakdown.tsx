import type { ReportProjectBranch, ReportRow } from '#contract/reports.ts';
import { formatMinutes } from '#domain/duration.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { formatNumber } from '../../ui/format.ts';
import { MoneyList } from '../../ui/texts.tsx';
import { type ReportSums, rejectedMinutes } from '../sums.ts';
import classes from './print.module.css';

export const printDepths = ['project', 'task', 'worker'] as const;
export type PrintDepth = (typeof printDepths)[number];

type Line = { key: string; level: 1 | 2 | 3; name: string; sums: ReportSums };

type Props = { branches: readonly ReportProjectBranch[]; totals: ReportSums; currency: string; depth: PrintDepth };

/** The whole breakdown to the chosen depth; the header repeats on each page, the total is at the end. */
export function PaperBreakdown({ branches, totals, currency, depth }: Props) {
  const hasRejected = totals.rejectedItems > 0;
  return (
    <table className={classes.table}>
      <caption>{m.reports_by_project()}</caption>
      <thead>
        <tr>
          <th scope="col">{m.reports_project()}</th>
          <th scope="col">{m.reports_items()}</th>
          <th scope="col">{m.reports_approved()}</th>
          <th scope="col">{m.reports_pending()}</th>
          {hasRejected && <th scope="col">{m.status_rejected()}</th>}
          <th scope="col">{m.reports_hours()}</th>
          <th scope="col">{m.reports_expenses()}</th>
        </tr>
      </thead>
      <tbody>
        {branches
          .flatMap((branch) => linesOf(branch, depth))
          .map(({ key, level, name, sums }) => (
            <tr key={key} data-level={level}>
              <th scope="row">{name}</th>
              <Figures {...{ sums, currency, hasRejected }} />
            </tr>
          ))}
        <tr className={classes.total}>
          <th scope="row">{m.reports_total()}</th>
          <Figures sums={totals} {...{ currency, hasRejected }} />
        </tr>
      </tbody>
    </table>
  );
}

type FiguresProps = { sums: ReportSums; currency: string; hasRejected: boolean };

const Figures = ({ sums, currency, hasRejected }: FiguresProps) => (
  <>
    <td>{formatNumber(sums.items)}</td>
    <td>{formatMinutes(sums.approvedMinutes, getLocale())}</td>
    <td>{formatMinutes(sums.pendingMinutes, getLocale())}</td>
    {hasRejected && <td>{formatMinutes(rejectedMinutes(sums), getLocale())}</td>}
    <td>{formatMinutes(sums.minutes, getLocale())}</td>
    <td>{sums.expenses.length > 0 && <MoneyList amounts={sums.expenses} currency={currency} />}</td>
  </>
);

function linesOf(branch: ReportProjectBranch, depth: PrintDepth): Line[] {
  const tasks = depth === 'project' ? [] : branch.tasks;
  return [
    lineOf(branch, 1, branch.id),
    ...tasks.flatMap((task) => [
      lineOf(task, 2, `${branch.id}/${task.id}`),
      ...(depth === 'worker' ? task.workers : []).map((worker) =>
        lineOf(worker, 3, `${branch.id}/${task.id}/${worker.id}`),
      ),
    ]),
  ];
}

const lineOf = (row: ReportRow, level: Line['level'], key: string): Line => ({ key, level, name: row.name, sums: row });

import type { ReportBranch, ReportRow } from '#contract/reports.ts';
import type { ReportGroup } from '#domain/report-groups.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { shareText } from '../../budgets/budget-text.ts';
import { formatNumber } from '../../ui/format.ts';
import { projectTitle } from '../../ui/project-title.ts';
import { DurationInColumn, MoneyList } from '../../ui/texts.tsx';
import { budgetText } from '../budget-column.tsx';
import { groupTexts, rowName } from '../group-texts.ts';
import { type ReportSums, rejectedMinutes } from '../sums.ts';
import classes from './print.module.css';

type Line = { key: string; level: 1 | 2 | 3; name: string; sums: ReportSums; budget: ReportRow['budget'] };

type Props = {
  branches: readonly ReportBranch[];
  totals: ReportSums;
  currency: string;
  levels: readonly ReportGroup[];
};

/** The whole breakdown on all of these levels; the header repeats on each page, the total is at the end. */
export function PaperBreakdown({ branches, totals, currency, levels }: Props) {
  const hasRejected = totals.rejectedItems > 0;
  const { name } = groupTexts[levels[0] ?? 'status'];
  const lines = branches.flatMap((branch) => linesOf(branch, levels));
  const hasBudgets = lines.some(({ budget }) => budget !== null);
  return (
    <table className={`${classes.table} ${classes.breakdown}`}>
      <caption>{captionOf(levels)}</caption>
      <thead>
        <tr>
          <th scope="col">{name()}</th>
          <th scope="col">{m.reports_items()}</th>
          <th scope="col">{m.reports_approved()}</th>
          <th scope="col">{m.reports_pending()}</th>
          {hasRejected && <th scope="col">{m.status_rejected()}</th>}
          <th scope="col">{m.reports_hours()}</th>
          <th scope="col">{m.reports_expenses()}</th>
          {hasBudgets && <th scope="col">{m.reports_budget()}</th>}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, level, name: text, sums, budget }) => (
          <tr key={key} data-level={level}>
            <th scope="row">{text}</th>
            <Figures sums={sums} currency={currency} hasRejected={hasRejected} />
            {hasBudgets && (
              <td className={classes.budget}>
                {budget && (
                  <>
                    {shareText(budget)} <span className="unbroken">{budgetText(budget, currency)}</span>
                  </>
                )}
              </td>
            )}
          </tr>
        ))}
        <tr className={classes.total}>
          <th scope="row">{m.reports_total()}</th>
          <Figures sums={totals} currency={currency} hasRejected={hasRejected} />
          {hasBudgets && <td />}
        </tr>
      </tbody>
    </table>
  );
}

/** "By project, then by worker". */
const captionOf = ([first = 'status', ...below]: readonly ReportGroup[]): string =>
  [
    groupTexts[first].caption(),
    ...below.map((group) => m.reports_then_by({ group: groupTexts[group].name().toLocaleLowerCase() })),
  ].join(', ');

type FiguresProps = { sums: ReportSums; currency: string; hasRejected: boolean };

const Figures = ({ sums, currency, hasRejected }: FiguresProps) => (
  <>
    <td>{formatNumber(sums.items)}</td>
    <td>
      <DurationInColumn minutes={sums.approvedMinutes} />
    </td>
    <td>
      <DurationInColumn minutes={sums.pendingMinutes} />
    </td>
    {hasRejected && (
      <td>
        <DurationInColumn minutes={rejectedMinutes(sums)} />
      </td>
    )}
    <td>
      <DurationInColumn minutes={sums.minutes} />
    </td>
    <td>{sums.expenses.length > 0 && <MoneyList amounts={sums.expenses} currency={currency} />}</td>
  </>
);

function linesOf(outer: ReportBranch, levels: readonly ReportGroup[]): Line[] {
  const lineOf = (row: ReportRow, level: Line['level'], above: string): Line => {
    const name = nameOn(levels.slice(0, level), row);
    return { key: `${above}/${row.id}`, level, name, sums: row, budget: row.budget };
  };
  return [
    lineOf(outer, 1, ''),
    ...outer.rows.flatMap((inner) => [
      lineOf(inner, 2, outer.id),
      ...inner.rows.map((last) => lineOf(last, 3, `${outer.id}/${inner.id}`)),
    ]),
  ];
}

/** Projects of several clients may have the same name, and tasks of several projects: what the levels above do not say. */
function nameOn(levels: readonly ReportGroup[], row: ReportRow): string {
  const group = levels.at(-1) ?? 'status';
  const name = rowName(group, row);
  const clientName = levels.includes('client') ? null : row.clientName;
  if (group === 'project') return projectTitle({ clientName, projectName: name });
  if (row.project === null || levels.includes('project')) return name;
  return `${isolated(name)} · ${projectTitle({ clientName, projectName: row.project.name })}`;
}

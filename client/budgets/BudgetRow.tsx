import type { ReactNode } from 'react';
import type { ReportBudget } from '#contract/reports.ts';
import type { BudgetMeasure } from '#domain/budget-alerts.ts';
import { currencyDecimals } from '#domain/money.ts';
import { m } from '#locales/messages.js';
import { formatDate } from '../ui/format.ts';
import classes from './budget-row.module.css';
import { budgetLevel, formatBudgetValue } from './budget-text.ts';
import { ShareText } from './ShareText.tsx';

type Use = ReportBudget['minutes'];

type Props = { label: ReactNode; measure: BudgetMeasure; use: Use; currency: string };

/** What is used of a budget: approved and pending as a bar, what is left, and how long it lasts. Nothing without a budget. */
export function BudgetRow({ label, measure, use, currency }: Props) {
  const { budget, approved, pending, left } = use;
  if (budget === null || left === null) return null;
  const used = approved + pending;
  const full = Math.max(budget, used);
  const format = (value: number) => formatBudgetValue(measure, value, currency);
  return (
    <div className={classes.row} data-level={budgetLevel({ budget, used })}>
      <div className={classes.figures}>
        <span className={classes.label}>{label}</span>
        <strong className="numeric">{m.reports_budget_used({ used: format(used), budget: format(budget) })}</strong>
        <ShareText share={{ budget, used }} />
      </div>
      <div className={classes.track} aria-hidden>
        <span className={classes.approved} style={{ width: `${(approved / full) * 100}%` }} />
        <span className={classes.pending} style={{ width: `${(pending / full) * 100}%` }} />
        {left < 0 && <span className={classes.limit} style={{ insetInlineStart: `${(budget / full) * 100}%` }} />}
      </div>
      <p className={classes.left}>
        <strong>
          {left < 0 ? m.reports_budget_over({ over: format(-left) }) : m.reports_budget_left({ left: format(left) })}
        </strong>{' '}
        {left > 0 && <span className="dimmed">{outlook(use, format, stepOf(measure, currency))}</span>}{' '}
        {pending > 0 && <span className="dimmed">{m.reports_budget_pending({ pending: format(pending) })}</span>}
      </p>
    </div>
  );
}

/** Rates are rounded to hours or whole units of the currency, because they are not exact. */
const stepOf = (measure: BudgetMeasure, currency: string): number =>
  measure === 'minutes' ? 60 : 10 ** currencyDecimals(currency);

/** How long the rest lasts; nothing without a forecast. */
function outlook({ lastFourWeeks, dayOfExhaustion }: Use, format: (value: number) => string, step: number): string {
  if (lastFourWeeks === 0) return m.reports_budget_resting();
  if (dayOfExhaustion === null) return '';
  const rate = format(Math.max(1, Math.round(lastFourWeeks / 4 / step)) * step);
  return m.reports_budget_until({ rate, day: formatDate(dayOfExhaustion) });
}

import type { ReportBudget } from '#contract/reports.ts';
import { formatMinutes } from '#domain/duration.ts';
import { numberFormat } from '#domain/intl.ts';
import { currencyDecimals, formatMoney } from '#domain/money.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { formatDate } from '../ui/format.ts';
import classes from './budget.module.css';

type Use = ReportBudget['minutes'];

/** How much of the budget is used in total, and how long the rest lasts. Renders nothing without a budget. */
export function BudgetUsage({ budget: { minutes, money }, currency }: { budget: ReportBudget; currency: string }) {
  if (minutes.budget === null && money.budget === null) return null;
  return (
    <section className={classes.budget} aria-label={m.reports_budget()}>
      <h2>{m.reports_budget()}</h2>
      <UseRow
        label={m.reports_hours()}
        use={minutes}
        formatValue={(value) => formatMinutes(value, getLocale())}
        step={60}
      />
      <UseRow
        label={m.reports_expenses()}
        use={money}
        formatValue={(amountMinor) => formatMoney({ amountMinor, currency }, getLocale())}
        step={10 ** currencyDecimals(currency)}
      />
      <p className="dimmed small">{m.reports_budget_note()}</p>
    </section>
  );
}

type RowProps = {
  label: string;
  use: Use;
  formatValue: (value: number) => string;
  /** Rounded, because the rate is not exact. */
  step: number;
};

function UseRow({ label, use, formatValue, step }: RowProps) {
  const { budget, approved, pending, left } = use;
  if (budget === null || left === null) return null;
  const used = approved + pending;
  const full = Math.max(budget, used);
  const percent = numberFormat(getLocale(), { style: 'percent' }).format(Math.floor((used / budget) * 100) / 100);
  return (
    <div className={classes.row} data-over={left < 0}>
      <div className={classes.figures}>
        <span>{label}</span>
        <strong className="numeric">
          {m.reports_budget_used({ used: formatValue(used), budget: formatValue(budget) })}
        </strong>
        <span className="numeric">{percent}</span>
      </div>
      <div className={classes.track} aria-hidden>
        <span className={classes.approved} style={{ width: `${(approved / full) * 100}%` }} />
        <span className={classes.pending} style={{ width: `${(pending / full) * 100}%` }} />
        {left < 0 && <span className={classes.limit} style={{ insetInlineStart: `${(budget / full) * 100}%` }} />}
      </div>
      <p className={classes.left}>
        <strong>
          {left < 0
            ? m.reports_budget_over({ over: formatValue(-left) })
            : m.reports_budget_left({ left: formatValue(left) })}
        </strong>{' '}
        {left > 0 && <span className="dimmed">{outlook(use, formatValue, step)}</span>}{' '}
        {pending > 0 && <span className="dimmed">{m.reports_budget_pending({ pending: formatValue(pending) })}</span>}
      </p>
    </div>
  );
}

/** How long the rest lasts; nothing without a forecast. */
function outlook({ lastFourWeeks, dayOfExhaustion }: Use, formatValue: RowProps['formatValue'], step: number): string {
  if (lastFourWeeks === 0) return m.reports_budget_resting();
  if (dayOfExhaustion === null) return '';
  const rate = formatValue(Math.max(1, Math.round(lastFourWeeks / 4 / step)) * step);
  return m.reports_budget_until({ rate, day: formatDate(dayOfExhaustion) });
}

import type { BudgetLine } from '#contract/projects.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { budgetLevel, leftText } from './budget-text.ts';
import classes from './budgets.module.css';
import { ShareText } from './ShareText.tsx';

/** One budget on two lines: what it is for, what is left, the used share, and a bar. */
export function BudgetBar({ line }: { line: BudgetLine }) {
  const { currency } = useCompany();
  const { budget, used, task, measure } = line;
  const full = Math.max(budget, used);
  return (
    <span className={classes.budget} data-level={budgetLevel(line)}>
      <span className={classes.figures}>
        <span className={classes.subject} title={task?.name}>
          {task?.name ?? m.budgets_whole_project()}
        </span>
        <span className="dimmed unbroken">{leftText(measure, line, currency)}</span>
        <ShareText share={line} />
      </span>
      <span className={classes.track} aria-hidden>
        <span style={{ width: `${(used / full) * 100}%` }} />
        {used > budget && <span className={classes.limit} style={{ insetInlineStart: `${(budget / full) * 100}%` }} />}
      </span>
    </span>
  );
}

import CircleAlert from 'lucide-react/icons/circle-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { UsedShare } from '#domain/budget-alerts.ts';
import { budgetLevel, shareText } from './budget-text.ts';
import classes from './budgets.module.css';

/** The used share of a budget, with a sign from 80 % and another from 100 % on. */
export function ShareText({ share }: { share: UsedShare }) {
  const level = budgetLevel(share);
  return (
    <span className={classes.share} data-level={level}>
      {level === 'near' && <TriangleAlert size={14} aria-hidden />}
      {level === 'used-up' && <CircleAlert size={14} aria-hidden />}
      {shareText(share)}
    </span>
  );
}

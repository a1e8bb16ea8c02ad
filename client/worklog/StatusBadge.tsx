import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import type { WorklogStatus } from '#domain/worklogs.ts';
import classes from '../ui/ui.module.css';
import { statusLabel } from './labels.ts';

const icons = { pending: Clock, approved: CircleCheck, rejected: CircleX };

export type StatusBadgeProps = { status: WorklogStatus };

/** The status by colour, icon and text, because colour alone is not accessible. */
export function StatusBadge({ status }: StatusBadgeProps) {
  const Icon = icons[status];
  return (
    <span className={classes.badge} data-status={status}>
      <Icon size={14} strokeWidth={2.25} aria-hidden />
      {statusLabel(status)}
    </span>
  );
}

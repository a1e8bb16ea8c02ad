import type { WorklogStatus } from '#domain/worklogs.ts';
import { statusLabel } from './labels.ts';
import classes from './states.module.css';
import { statusIcons } from './status-icons.ts';

export type StatusBadgeProps = { status: WorklogStatus };

/** The status by colour, icon and text, because colour alone is not accessible. */
export function StatusBadge({ status }: StatusBadgeProps) {
  const Icon = statusIcons[status];
  return (
    <span className={classes.badge} data-status={status}>
      <Icon size={14} strokeWidth={2.25} aria-hidden />
      {statusLabel(status)}
    </span>
  );
}

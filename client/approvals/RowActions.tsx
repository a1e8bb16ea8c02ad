import Check from 'lucide-react/icons/check';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import X from 'lucide-react/icons/x';
import { m } from '#locales/messages.js';
import { IconButton } from '../ui/IconButton.tsx';
import type { StableRow } from '../worklog/stable-rows.ts';
import classes from './approvals.module.css';
import { rowLabel } from './columns.tsx';
import { refusalText } from './refusal-text.ts';

type Props = { row: StableRow; onApprove: () => void; onReject: () => void; onReopen: () => void };

/** Approve or reject a pending row, or reopen a decided one; shows the reason if that is not allowed. */
export function RowActions({ row, onApprove, onReject, onReopen }: Props) {
  const { worklog, isGone } = row;
  // The row says that the viewer entered it.
  if (isGone || worklog.actions.approve === 'worklog.entered-by-you') return null;
  if (worklog.status !== 'pending') return <Reopen row={row} onReopen={onReopen} />;
  const reason = worklog.actions.approve === true ? null : refusalText(worklog.actions.approve);
  if (reason !== null) return <span className={classes.reason}>{reason}</span>;
  const label = rowLabel(row);
  return (
    <span className={classes.rowActions}>
      <IconButton
        tip={m.approvals_reject()}
        className={classes.reject ?? ''}
        aria-label={m.approvals_reject_row({ row: label })}
        onClick={onReject}
      >
        <X size={18} aria-hidden />
      </IconButton>
      <IconButton
        tip={m.approvals_approve()}
        className={classes.approve ?? ''}
        aria-label={m.approvals_approve_row({ row: label })}
        onClick={onApprove}
      >
        <Check size={18} aria-hidden />
      </IconButton>
    </span>
  );
}

function Reopen({ row, onReopen }: Pick<Props, 'row' | 'onReopen'>) {
  if (row.worklog.actions.reopen !== true) return null;
  const label = m.approvals_reopen_row({ row: rowLabel(row) });
  return (
    <span className={classes.rowActions}>
      <IconButton tip={m.approvals_reopen()} aria-label={label} onClick={onReopen}>
        <RotateCcw size={18} aria-hidden />
      </IconButton>
    </span>
  );
}

import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { m } from '#locales/messages.js';
import { useIsNarrow } from '../shell/width.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import type { Row } from '../ui/steady-rows.ts';
import classes from './approvals.module.css';
import { rowLabel } from './columns.tsx';
import { refusalText } from './refusal-text.ts';

type Props = { row: Row; onApprove: (row: Row) => void; onReject: (row: Row) => void };

/** Approve or reject one; what may not be done says why. */
export function RowActions({ row, onApprove, onReject }: Props) {
  const isNarrow = useIsNarrow();
  const { worklog, isGone } = row;
  if (isGone || worklog.status !== 'pending') return null;
  const reason = worklog.actions.approve === true ? null : refusalText(worklog.actions.approve);
  if (reason !== null) return <span className={classes.reason}>{reason}</span>;
  const label = rowLabel(row);
  if (isNarrow) {
    return (
      <>
        <Button
          variant="default"
          className={`${classes.cardButton} ${classes.reject}`}
          leftSection={<X size={18} aria-hidden />}
          aria-label={m.approvals_reject_row({ row: label })}
          onClick={() => onReject(row)}
        >
          {m.approvals_reject()}
        </Button>
        <Button
          variant="default"
          className={`${classes.cardButton} ${classes.approve}`}
          leftSection={<Check size={18} aria-hidden />}
          aria-label={m.approvals_approve_row({ row: label })}
          onClick={() => onApprove(row)}
        >
          {m.approvals_approve()}
        </Button>
      </>
    );
  }
  return (
    <span className={classes.rowActions}>
      <IconButton
        tip={m.approvals_reject()}
        className={classes.reject ?? ''}
        aria-label={m.approvals_reject_row({ row: label })}
        onClick={() => onReject(row)}
      >
        <X size={18} aria-hidden />
      </IconButton>
      <IconButton
        tip={m.approvals_approve()}
        className={classes.approve ?? ''}
        aria-label={m.approvals_approve_row({ row: label })}
        onClick={() => onApprove(row)}
      >
        <Check size={18} aria-hidden />
      </IconButton>
    </span>
  );
}

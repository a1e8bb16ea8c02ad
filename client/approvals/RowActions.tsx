import { ActionIcon, Button, Tooltip } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { m } from '#locales/messages.js';
import { useIsPhone } from '../shell/width.ts';
import classes from './approvals.module.css';
import { rowLabel } from './columns.tsx';
import { refusalText } from './refusal-text.ts';
import type { Row } from './rows.ts';

type Props = { row: Row; onApprove: (row: Row) => void; onReject: (row: Row) => void };

/** Approve or reject one; what may not be done says why. */
export function RowActions({ row, onApprove, onReject }: Props) {
  const isPhone = useIsPhone();
  const { worklog, isGone } = row;
  if (isGone || worklog.status !== 'pending') return null;
  const reason = worklog.actions.approve === true ? null : refusalText(worklog.actions.approve);
  if (reason !== null) return <span className={classes.reason}>{reason}</span>;
  const label = rowLabel(row);
  if (isPhone) {
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
      <Tooltip label={m.approvals_reject()}>
        <ActionIcon
          variant="subtle"
          size="lg"
          className={classes.reject ?? ''}
          aria-label={m.approvals_reject_row({ row: label })}
          onClick={() => onReject(row)}
        >
          <X size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={m.approvals_approve()}>
        <ActionIcon
          variant="subtle"
          size="lg"
          className={classes.approve ?? ''}
          aria-label={m.approvals_approve_row({ row: label })}
          onClick={() => onApprove(row)}
        >
          <Check size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}

import { useEffect } from 'react';
import { m } from '#locales/messages.js';
import { pauseToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { formatNumber } from '../ui/format.ts';
import classes from './approvals.module.css';
import type { MatchingResult } from './decide-matching.ts';

type Props = { result: MatchingResult; onClose: () => void };

/** How many were refused for which reason, after the others took effect. */
export function MatchingRefusals({ result: { done, refused }, onClose }: Props) {
  // The toast with the undo is hidden while this dialog is open, and continues afterwards.
  useEffect(pauseToast, []);
  return (
    <div className={classes.dialog}>
      {done.length > 0 && <p>{m.approvals_others_done({ count: done.length })}</p>}
      <ul className={classes.refused}>
        {[...refused].map(([message, count]) => (
          <li key={message}>
            <strong className="numeric">{formatNumber(count)} ×</strong>
            <p>{message}</p>
          </li>
        ))}
      </ul>
      <div className={classes.dialogActions}>
        <Button onClick={onClose}>{m.shell_close()}</Button>
      </div>
    </div>
  );
}

import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { formatNumber } from '../ui/format.ts';
import classes from './approvals.module.css';
import type { MatchingResult } from './decide-matching.ts';

/** How many were refused for which reason, after the others took effect. */
export const MatchingRefusals = ({ result, onClose }: { result: MatchingResult; onClose: () => void }) => (
  <div className={classes.dialog}>
    {result.done.length > 0 && <p>{m.approvals_others_done({ count: result.done.length })}</p>}
    <ul className={classes.refused}>
      {[...result.refused].map(([message, count]) => (
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

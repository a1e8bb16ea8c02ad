import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { formatNumber } from '../ui/format.ts';
import classes from './approvals.module.css';
import type { MatchingResult } from './decide-matching.ts';
import { RefusedList } from './RefusedList.tsx';

type Props = { result: MatchingResult; onClose: () => void };

/** How many were refused for which reason. */
export const MatchingRefusals = ({ result: { done, refused }, onClose }: Props) => (
  <RefusedList
    doneCount={done.length}
    refusals={[...refused].map(([message, count]) => (
      <li key={message}>
        <strong className="numeric">{formatNumber(count)} ×</strong>
        <p>{message}</p>
      </li>
    ))}
  >
    <div className={classes.dialogActions}>
      <Button onClick={onClose}>{m.shell_close()}</Button>
    </div>
  </RefusedList>
);

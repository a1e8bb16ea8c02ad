import { type ReactNode, useEffect } from 'react';
import { m } from '#locales/messages.js';
import { pauseToast } from '../toast.ts';
import classes from './approvals.module.css';

type Props = { doneCount: number; refusals: ReactNode; children?: ReactNode };

/** The refused decisions of several, after the others took effect. */
export function RefusedList({ doneCount, refusals, children }: Props) {
  // The toast with the undo is hidden while this is shown in its dialog, and continues afterwards.
  useEffect(pauseToast, []);
  return (
    <div className={classes.dialog}>
      {doneCount > 0 && <p>{m.approvals_others_done({ count: doneCount })}</p>}
      <ul className={classes.refused}>{refusals}</ul>
      {children}
    </div>
  );
}

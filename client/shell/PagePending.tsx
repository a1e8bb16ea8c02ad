import { use } from 'react';
import { m } from '#locales/messages.js';
import { PageBack } from '../ui/page-back.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import classes from './problems.module.css';

/** Placeholder of a page that is loading: a title, a filter bar and rows. */
export function PagePending() {
  return (
    <div className={classes.pending} role="status">
      <span className="visually-hidden">{m.shell_loading()}</span>
      <div className={classes.pendingTitle}>
        {use(PageBack)}
        <Skeleton height={32} width={200} />
      </div>
      <Skeleton height={44} />
      <Skeleton height={280} />
    </div>
  );
}

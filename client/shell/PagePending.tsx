import { m } from '#locales/messages.js';
import { Skeleton } from '../ui/Skeleton.tsx';
import classes from './problems.module.css';

/** Placeholder of a page that is loading: a title, a filter bar and rows. */
export function PagePending() {
  return (
    <div className={classes.pending} role="status">
      <span className="visually-hidden">{m.shell_loading()}</span>
      <Skeleton height={32} width={200} />
      <Skeleton height={44} />
      <Skeleton height={280} />
    </div>
  );
}

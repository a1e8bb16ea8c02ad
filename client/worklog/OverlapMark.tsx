import { Link } from '@tanstack/react-router';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { formatTimeRange } from '../ui/format.ts';
import classes from './states.module.css';

type Search = (before: Record<string, unknown>) => Record<string, unknown>;

export type OverlapMarkProps = {
  worklog: Pick<Worklog, 'isConflicting' | 'overlapping' | 'day'>;
  /** Search parameters that open another worklog next to the same list. */
  searchOf: (id: string) => Search;
};

/** Marks a worklog that overlaps others, with a link to each of them. */
export function OverlapMark({ worklog: { isConflicting, overlapping, day }, searchOf }: OverlapMarkProps) {
  if (!isConflicting) return null;
  return (
    <span className={classes.overlap}>
      <TriangleAlert size={14} aria-hidden />
      <span>
        {overlapping.length === 0 && m.worklogs_conflict()}
        {overlapping.map((other) => (
          <Link key={other.id} to="." search={searchOf(other.id)} state={{ isOpenedHere: true }}>
            {m.worklogs_overlaps({ time: formatTimeRange({ ...other, day }) })}
          </Link>
        ))}
      </span>
    </span>
  );
}

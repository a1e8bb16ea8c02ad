import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import classes from './worklog-marks.module.css';

type Props = { worklog: Pick<Worklog, 'tags' | 'isBillable' | 'hasPlacedTimes'> };

/** The tags of a worklog, and what is unusual about it, in lists and details; nothing where there is nothing to say. */
export const WorklogMarks = ({ worklog: { tags, isBillable, hasPlacedTimes } }: Props) =>
  (tags.length > 0 || !isBillable || hasPlacedTimes) && (
    <span className={classes.marks}>
      {hasPlacedTimes && <span className={classes.mark}>{m.worklog_placed_times()}</span>}
      {!isBillable && <span className={classes.mark}>{m.billable_no()}</span>}
      {tags.map((name) => (
        <span key={name}>#{isolated(name)}</span>
      ))}
    </span>
  );

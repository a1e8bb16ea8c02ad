import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import classes from './tags.module.css';

/** The tags of a worklog, and that it is not billable, in lists and details; nothing where there is nothing to say. */
export const TagNames = ({ worklog: { tags, isBillable } }: { worklog: Pick<Worklog, 'tags' | 'isBillable'> }) =>
  (tags.length > 0 || !isBillable) && (
    <span className={classes.tags}>
      {!isBillable && <span className={classes.mark}>{m.billable_no()}</span>}
      {tags.map((name) => (
        <span key={name}>#{isolated(name)}</span>
      ))}
    </span>
  );

import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import type { ReactNode } from 'react';
import classes from './submission-results.module.css';

type Props = { title: string; children?: ReactNode };

/** How many of several worklogs were submitted together. */
export const SubmittedResults = ({ title, children }: Props) => (
  <>
    <p className={classes.line} data-tone="approved">
      <CircleCheck size={18} aria-hidden />
      {title}
    </p>
    {children}
  </>
);

/** How many were refused; an item for each with its reason. */
export const RefusedResults = ({ title, children }: Props) => (
  <>
    <p className={classes.line} data-tone="rejected">
      <CircleAlert size={18} aria-hidden />
      {title}
    </p>
    <ul className={classes.refused}>{children}</ul>
  </>
);

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type NarrowedFilter, worklogsSearch } from './filter.ts';
import classes from './reports.module.css';

type Props = {
  narrow: NarrowedFilter;
  /** The number sums no worklogs. */
  isNothing?: boolean;
  tabIndex?: number | undefined;
  children: ReactNode;
};

/** A number that links to the worklogs it sums. */
export const WorklogsLink = ({ narrow, isNothing = false, tabIndex, children }: Props) =>
  isNothing ? (
    <span className="dimmed">{children}</span>
  ) : (
    <Link
      to="."
      search={worklogsSearch(narrow)}
      state={{ isOpenedHere: true }}
      className={classes.number}
      tabIndex={tabIndex}
    >
      {children}
    </Link>
  );

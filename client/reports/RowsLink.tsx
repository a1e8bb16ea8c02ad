import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Narrow, toRows } from './filter.ts';
import classes from './reports.module.css';

type Props = {
  narrow: Narrow;
  /** The number sums no worklogs. */
  isNothing?: boolean;
  tabIndex?: number | undefined;
  children: ReactNode;
};

/** A number that links to the worklogs it sums. */
export const RowsLink = ({ narrow, isNothing = false, tabIndex, children }: Props) =>
  isNothing ? (
    <span className="dimmed">{children}</span>
  ) : (
    <Link to="." search={toRows(narrow)} state={{ isOpenedHere: true }} className={classes.number} tabIndex={tabIndex}>
      {children}
    </Link>
  );

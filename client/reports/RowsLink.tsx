import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Narrow, toRows } from './filter.ts';
import classes from './reports.module.css';

type Props = {
  narrow: Narrow;
  /** Nothing is behind it. */
  isNothing?: boolean;
  tabIndex?: number | undefined;
  children: ReactNode;
};

/** A number that leads to the worklogs it sums. */
export const RowsLink = ({ narrow, isNothing = false, tabIndex, children }: Props) =>
  isNothing ? (
    <span className="dimmed">{children}</span>
  ) : (
    <Link to="." search={toRows(narrow)} state={{ isOpenedHere: true }} className={classes.number} tabIndex={tabIndex}>
      {children}
    </Link>
  );

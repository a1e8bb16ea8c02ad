import type { ReactNode } from 'react';
import classes from './components.module.css';

/** The states of one component, side by side. */
export const Examples = ({ of, isGrid = false, children }: { of: string; isGrid?: boolean; children: ReactNode }) => (
  <section className={classes.examples}>
    <h2>{of}</h2>
    <div className={isGrid ? classes.grid : classes.row}>{children}</div>
  </section>
);

import type { ReactNode } from 'react';
import classes from './ui.module.css';

export type BottomBarProps = { label: string; children: ReactNode };

/** Actions for the selected rows, sticky at the bottom of the window. */
export const BottomBar = ({ label, children }: BottomBarProps) => (
  <section className={classes.bottomBar} aria-label={label} data-bottom-bar>
    {children}
  </section>
);

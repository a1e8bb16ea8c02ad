import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { Button } from './Button.tsx';
import classes from './ui.module.css';

export type FilterBarProps = {
  children: ReactNode;
  /** Set while a filter differs from its default. */
  onReset?: (() => void) | undefined;
};

/** All filters of a page in one sticky bar. */
export function FilterBar({ children, onReset }: FilterBarProps) {
  return (
    <search className={classes.filterBar} aria-label={m.ui_filters()}>
      {children}
      {onReset && (
        <Button variant="subtle" color="gray" onClick={onReset}>
          {m.ui_reset_filters()}
        </Button>
      )}
    </search>
  );
}

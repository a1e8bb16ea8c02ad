import type { FocusEvent, ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { Button } from './Button.tsx';
import classes from './ui.module.css';

export type FilterBarProps = {
  children: ReactNode;
  /** Set while a filter differs from its default. */
  onReset?: (() => void) | undefined;
};

/** All filters of a page in one bar: sticky, or scrolling sideways on a phone. */
export function FilterBar({ children, onReset }: FilterBarProps) {
  return (
    <search className={classes.filterBar} aria-label={m.ui_filters()} onFocus={scrollToFilter}>
      {children}
      {onReset && (
        <Button variant="subtle" color="gray" onClick={onReset}>
          {m.ui_reset_filters()}
        </Button>
      )}
    </search>
  );
}

/** Browsers do not scroll to a focused filter that is partly visible. */
const scrollToFilter = ({ target }: FocusEvent) =>
  (target.closest('label') ?? target).scrollIntoView({ block: 'nearest', inline: 'nearest' });

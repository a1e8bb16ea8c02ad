import FunnelX from 'lucide-react/icons/funnel-x';
import type { FocusEvent, ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { IconButton } from './IconButton.tsx';
import classes from './ui.module.css';

export type FilterBarProps = {
  children: ReactNode;
  /** Set while a filter differs from its default. */
  onReset?: (() => void) | undefined;
  /** A filter shows its name only while something is chosen, so that all of them fit on one line. */
  isCrowded?: boolean;
};

/** All filters of a page in one bar: sticky, or scrolling sideways on a phone. */
export function FilterBar({ children, onReset, isCrowded }: FilterBarProps) {
  return (
    <search
      className={classes.filterBar}
      aria-label={m.ui_filters()}
      onFocus={scrollToFilter}
      data-crowded={isCrowded || undefined}
    >
      {children}
      {/* As narrow as possible, so that it does not stand alone on a line. */}
      {onReset && (
        <IconButton aria-label={m.ui_reset_filters()} tip={m.ui_reset_filters()} tipAlign="end" onClick={onReset}>
          <FunnelX size={18} aria-hidden />
        </IconButton>
      )}
    </search>
  );
}

/** Browsers do not scroll to a focused filter that is partly visible. */
const scrollToFilter = ({ target }: FocusEvent) =>
  (target.closest('label') ?? target).scrollIntoView({ block: 'nearest', inline: 'nearest' });

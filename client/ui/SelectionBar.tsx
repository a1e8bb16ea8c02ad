import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { BottomBar } from './BottomBar.tsx';
import { IconButton } from './IconButton.tsx';
import classes from './ui.module.css';

type Props = {
  label: string;
  /** How many rows are selected. */
  text: string;
  /** Their totals. */
  sums?: ReactNode;
  onClear: () => void;
  /** Selects more. */
  more?: ReactNode;
  /** What can be done with them. */
  children: ReactNode;
};

/** What is selected in a list, and what can be done with it. */
export const SelectionBar = ({ label, text, sums, onClear, more, children }: Props) => (
  <BottomBar label={label}>
    <div className={classes.selectionSum} ref={focusListAfterwards}>
      <strong className="numeric">{text}</strong>
      {sums}
      <IconButton aria-label={m.ui_clear_selection()} onClick={onClear}>
        <X size={18} aria-hidden />
      </IconButton>
      {more}
    </div>
    {children}
  </BottomBar>
);

/** When the bar is removed with the button that had the focus, the list gets it. */
const focusListAfterwards = () => () => {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('main :is(tr[data-row][tabindex="0"], li input[type=checkbox])')?.focus();
  });
};

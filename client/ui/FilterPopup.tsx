import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { Popup } from './Popup.tsx';
import type { PopupOptions } from './popup.ts';
import classes from './ui.module.css';

type Props = {
  label: string;
  /** On the button, before the chosen value. */
  name: string;
  chosen: ReactNode;
  state?: 'all' | 'some' | 'wrong';
  /** Hides the name where what is chosen says what it is about: by default on a phone, if nothing is chosen. */
  nameClass?: 'visually-hidden' | 'visually-hidden-on-phones' | undefined;
  /** Replaces the default arrow. */
  icon?: ReactNode;
  problemId?: string | undefined;
  popup?: PopupOptions;
  children: (close: () => void) => ReactNode;
};

/** A button that shows the chosen value and opens its choices. */
export const FilterPopup = ({ label, name, chosen, state, nameClass, icon, problemId, popup, children }: Props) => (
  <Popup
    {...popup}
    label={label}
    className={classes.options}
    button={(trigger) => (
      <FilterButton
        {...trigger}
        {...(icon ? { leftSection: icon } : { rightSection: <ChevronDown size={16} aria-hidden /> })}
        aria-describedby={problemId}
        data-state={state}
      >
        <span className={`${classes.filterLabel} ${nameClass ?? (state === 'all' ? 'visually-hidden-on-phones' : '')}`}>
          {name}:
        </span>{' '}
        {chosen}
      </FilterButton>
    )}
  >
    {children}
  </Popup>
);

/** A button in the bar of filters. */
export const FilterButton = ({ className = '', ...props }: ButtonProps) => (
  <Button {...props} variant="default" className={`${classes.filterButton} ${className}`} />
);

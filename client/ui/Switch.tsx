import type { ComponentProps } from 'react';
import classes from './choice.module.css';

type Props = Omit<ComponentProps<'input'>, 'type' | 'role' | 'ref'> & { label: string; checked: boolean };

/** Something that is on or off, and changes at once. */
export const Switch = ({ label, checked, className = '', ...input }: Props) => (
  <label className={`${classes.choice} ${className}`}>
    <input
      {...input}
      type="checkbox"
      role="switch"
      checked={checked}
      aria-checked={checked}
      className={classes.switch}
    />
    <span>{label}</span>
  </label>
);

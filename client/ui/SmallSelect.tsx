import type { ComponentProps } from 'react';
import classes from './field.module.css';

type Props = ComponentProps<'select'> & {
  'aria-label': string;
  options: readonly { value: string; label: string }[];
};

/** The native select, which is the best one on a phone. */
export const SmallSelect = ({ options, ...select }: Props) => (
  <select {...select} className={classes.select}>
    {options.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
);

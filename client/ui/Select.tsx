import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './Field.tsx';
import classes from './field.module.css';

type Props = Omit<ComponentProps<'select'>, 'size'> &
  FieldTexts & {
    options: readonly { value: string; label: string }[];
    /** Small: within a bar or a row. */
    size?: 'small' | 'medium';
  };

/** The native select, which is the best one on a phone. For options that are searched: SearchableSelect. */
export const Select = ({ label, description, error, options, size = 'medium', className, ...select }: Props) => (
  <Field label={label} description={description} error={error} className={className}>
    {(control) => (
      <select {...select} {...control} className={`${classes.select} ${classes[size]}`}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Field>
);

import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './Field.tsx';
import classes from './field.module.css';

type Props = ComponentProps<'textarea'> &
  FieldTexts & {
    fieldClassName?: string;
    /** Its height in lines while it is empty. */
    minRows?: 3 | 4;
  };

/** A text area that grows with its content, up to its `max-height`. */
export const TextArea = ({ label, description, error, className, fieldClassName = '', minRows, ...area }: Props) => (
  <Field label={label} description={description} error={error} className={className}>
    {(control) => (
      <textarea
        dir="auto"
        {...area}
        {...control}
        data-min-rows={minRows}
        className={`${classes.input} ${classes.area} ${fieldClassName}`}
      />
    )}
  </Field>
);

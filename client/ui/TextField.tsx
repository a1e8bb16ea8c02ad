import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './field.module.css';

export type TextFieldProps = ComponentProps<'input'> & {
  label: string;
  description?: string | undefined;
  error?: ReactNode;
  /** Stands at the end of the field, inside its border. */
  rightSection?: ReactNode;
};

/** A line of text with its label, its hint and what is wrong with it. */
export function TextField({ label, description, error, rightSection, id, ...input }: TextFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const described = [description && `${fieldId}-description`, error && `${fieldId}-error`].filter(Boolean).join(' ');
  return (
    <div>
      <label className={classes.label} htmlFor={fieldId}>
        {label}
      </label>
      {description && (
        <p className={classes.description} id={`${fieldId}-description`}>
          {description}
        </p>
      )}
      <div className={classes.box}>
        <input
          {...input}
          id={fieldId}
          className={classes.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {rightSection}
      </div>
      {error && (
        <p className={classes.error} id={`${fieldId}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

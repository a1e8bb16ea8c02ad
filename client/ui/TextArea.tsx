import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './field.module.css';

type Props = ComponentProps<'textarea'> & {
  label?: string;
  description?: string | undefined;
  error?: ReactNode;
  fieldClassName?: string;
};

/** A text area that grows with its content, up to its `max-height`. */
export function TextArea({ label, description, error, className, fieldClassName = '', ...area }: Props) {
  const id = useId();
  const described = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      {label && (
        <label className={classes.label} htmlFor={id}>
          {label}
        </label>
      )}
      {description && (
        <p className={classes.description} id={`${id}-description`}>
          {description}
        </p>
      )}
      <textarea
        dir="auto"
        {...area}
        id={id}
        className={`${classes.input} ${classes.area} ${fieldClassName}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {error && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './field.module.css';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'className'> & {
  label: string;
  description?: string | undefined;
  /** `true` where the message is shown elsewhere. */
  error?: ReactNode;
  /** At the start of the field, inside its border. */
  leftSection?: ReactNode;
  /** At the end of the field, inside its border. */
  rightSection?: ReactNode;
  classNames?: { root?: string | undefined; wrapper?: string | undefined; input?: string };
};

/** A text input with label, description and error. */
export function TextField(props: TextFieldProps) {
  const { label, description, error, leftSection, rightSection, classNames = {}, id, ...input } = props;
  const ownId = useId();
  const fieldId = id ?? ownId;
  const showsError = Boolean(error) && error !== true;
  const described = [
    description && `${fieldId}-description`,
    showsError && `${fieldId}-error`,
    input['aria-describedby'],
  ].filter(Boolean);
  return (
    <div className={classNames.root}>
      <label className={classes.label} htmlFor={fieldId}>
        {label}
      </label>
      {description && (
        <p className={classes.description} id={`${fieldId}-description`}>
          {description}
        </p>
      )}
      <div className={`${classes.box} ${classNames.wrapper ?? ''}`}>
        {leftSection && <span className={classes.left}>{leftSection}</span>}
        <input
          dir="auto"
          {...input}
          id={fieldId}
          className={`${classes.input} ${classNames.input ?? ''}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={described.join(' ') || undefined}
        />
        {rightSection}
      </div>
      {showsError && (
        <p className={classes.error} id={`${fieldId}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

import { type ReactNode, useId } from 'react';
import classes from './field.module.css';

export type FieldTexts = {
  /** Missing where the control has an `aria-label`. */
  label?: string | undefined;
  description?: string | undefined;
  /** `true` where the message is shown elsewhere. */
  error?: ReactNode;
};

/** Attributes of the control that link it to its texts. */
export type FieldControl = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

type Props = FieldTexts & {
  id?: string | undefined;
  className?: string | undefined;
  /** Ids of further descriptions. */
  describedBy?: string | undefined;
  children: (control: FieldControl) => ReactNode;
};

/** The label, description and error around a control. */
export function Field({ id, label, description, error, className, describedBy, children }: Props) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const showsError = Boolean(error) && error !== true;
  const described = [description && `${fieldId}-description`, showsError && `${fieldId}-error`, describedBy].filter(
    Boolean,
  );
  return (
    <div className={className}>
      {label && (
        <label className={classes.label} htmlFor={fieldId}>
          {label}
        </label>
      )}
      {description && (
        <p className={classes.description} id={`${fieldId}-description`}>
          {description}
        </p>
      )}
      {children({
        id: fieldId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described.join(' ') || undefined,
      })}
      {showsError && (
        <p className={classes.error} id={`${fieldId}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

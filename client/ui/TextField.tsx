import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldTexts } from './Field.tsx';
import classes from './field.module.css';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'className'> &
  FieldTexts & {
    /** At the start of the field, inside its border. */
    leftSection?: ReactNode;
    /** At the end of the field, inside its border. */
    rightSection?: ReactNode;
    /** The unit of the value, at the end of the field. */
    unit?: string | undefined;
    classNames?: { root?: string | undefined; wrapper?: string | undefined; input?: string | undefined };
  };

/** A text input with label, description and error. */
export function TextField(props: TextFieldProps) {
  const { label, description, error, leftSection, rightSection, unit, classNames = {}, id, ...input } = props;
  return (
    <Field
      id={id}
      label={label}
      description={description}
      error={error}
      className={classNames.root}
      describedBy={input['aria-describedby']}
    >
      {(control) => (
        <div className={`${classes.box} ${classNames.wrapper ?? ''}`}>
          {leftSection && <span className={classes.left}>{leftSection}</span>}
          <input dir="auto" {...input} {...control} className={`${classes.input} ${classNames.input ?? ''}`} />
          {rightSection}
          {unit && <span className={classes.unit}>{unit}</span>}
        </div>
      )}
    </Field>
  );
}

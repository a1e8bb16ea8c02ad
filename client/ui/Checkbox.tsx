import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './choice.module.css';
import fieldClasses from './field.module.css';
import { prefetchOnHover } from './prefetch-on-hover.ts';

type Props = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  label?: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
};

export type CheckboxProps = Props & {
  indeterminate?: boolean;
  /** Prefetches what a click would show. */
  onPrefetch?: (() => void) | undefined;
};

/** A checkbox with a label or an `aria-label`. */
export function Checkbox({ indeterminate, onPrefetch, ...props }: CheckboxProps) {
  const setIndeterminate = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = indeterminate === true;
  };
  // Lists have many that are never indeterminate, and need no ref.
  const ref = indeterminate === undefined ? null : setIndeterminate;
  const hovering = onPrefetch && prefetchOnHover(onPrefetch);
  if (props.label === undefined) return <input {...props} ref={ref} type="checkbox" className={classes.box} />;
  return <Choice {...props} type="checkbox" inputRef={ref} hovering={hovering} />;
}

/** A radio button with its label. */
export const Radio = (props: Omit<Props, 'error'>) => <Choice {...props} type="radio" inputRef={null} />;

type ChoiceProps = Props & {
  type: 'checkbox' | 'radio';
  inputRef: ((box: HTMLInputElement | null) => void) | null;
  hovering?: ReturnType<typeof prefetchOnHover> | undefined;
};

function Choice({ label, description, error, className = '', inputRef, hovering, ...input }: ChoiceProps) {
  const id = useId();
  const described = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  const shape = input.type === 'radio' ? `${classes.box} ${classes.round}` : classes.box;
  const choice = (
    <label className={described === '' ? `${classes.choice} ${className}` : classes.choice} {...hovering}>
      <input {...input} ref={inputRef} className={shape} aria-describedby={described || input['aria-describedby']} />
      <span>{label}</span>
    </label>
  );
  if (described === '') return choice;
  return (
    <div className={className}>
      {choice}
      {description && (
        <p id={`${id}-description`} className={classes.description}>
          {description}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={fieldClasses.error}>
          {error}
        </p>
      )}
    </div>
  );
}

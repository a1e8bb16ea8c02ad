import type { ComponentProps, ReactNode } from 'react';
import classes from './choice.module.css';
import { pointed } from './pointed.ts';

type Props = Omit<ComponentProps<'input'>, 'type' | 'ref'> & { label?: ReactNode };

export type CheckboxProps = Props & {
  indeterminate?: boolean;
  /** Prefetches what a click would show. */
  onPoint?: (() => void) | undefined;
};

/** A checkbox with a label or an `aria-label`. */
export function Checkbox({ label, indeterminate, onPoint, ...input }: CheckboxProps) {
  const mark = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = indeterminate === true;
  };
  // Lists have many that are never indeterminate, and need no ref.
  const ref = indeterminate === undefined ? null : mark;
  if (label === undefined) return <input {...input} ref={ref} type="checkbox" className={classes.box} />;
  return (
    <label className={classes.choice} {...(onPoint && pointed(onPoint))}>
      <input {...input} ref={ref} type="checkbox" className={classes.box} />
      <span>{label}</span>
    </label>
  );
}

/** A radio button with its label. */
export const Radio = ({ label, ...input }: Props) => (
  <label className={classes.choice}>
    <input {...input} type="radio" className={`${classes.box} ${classes.round}`} />
    <span>{label}</span>
  </label>
);

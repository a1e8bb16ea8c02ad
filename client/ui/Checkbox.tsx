import type { ComponentProps, ReactNode } from 'react';
import classes from './choice.module.css';
import { prefetchOnHover } from './prefetch-on-hover.ts';

type Props = Omit<ComponentProps<'input'>, 'type' | 'ref'> & { label?: ReactNode };

export type CheckboxProps = Props & {
  indeterminate?: boolean;
  /** Prefetches what a click would show. */
  onPrefetch?: (() => void) | undefined;
};

/** A checkbox with a label or an `aria-label`. */
export function Checkbox({ label, indeterminate, onPrefetch, ...input }: CheckboxProps) {
  const setIndeterminate = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = indeterminate === true;
  };
  // Lists have many that are never indeterminate, and need no ref.
  const ref = indeterminate === undefined ? null : setIndeterminate;
  if (label === undefined) return <input {...input} ref={ref} type="checkbox" className={classes.box} />;
  return (
    <label className={classes.choice} {...(onPrefetch && prefetchOnHover(onPrefetch))}>
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

import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import classes from './choice.module.css';

type Props = Omit<ComponentProps<'input'>, 'type' | 'ref'> & { label?: ReactNode };

export type CheckboxProps = Props & { indeterminate?: boolean };

/** A box to tick, with its label or an `aria-label`. */
export function Checkbox({ label, indeterminate = false, ...input }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const field = <input {...input} ref={box} type="checkbox" className={classes.box} />;
  return label === undefined ? field : <Labelled label={label}>{field}</Labelled>;
}

/** One of several. */
export const Radio = ({ label, ...input }: Props) => (
  <Labelled label={label}>
    <input {...input} type="radio" className={`${classes.box} ${classes.round}`} />
  </Labelled>
);

const Labelled = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is its child
  <label className={classes.choice}>
    {children}
    <span>{label}</span>
  </label>
);

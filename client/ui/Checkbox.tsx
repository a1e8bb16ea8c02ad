import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import classes from './choice.module.css';
import { pointed } from './pointed.ts';

type Props = Omit<ComponentProps<'input'>, 'type' | 'ref'> & { label?: ReactNode };

export type CheckboxProps = Props & {
  indeterminate?: boolean;
  /** Asks ahead for what a press would show. */
  onPoint?: (() => void) | undefined;
};

/** A box to tick, with its label or an `aria-label`. */
export function Checkbox({ label, indeterminate = false, onPoint, ...input }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const field = <input {...input} ref={box} type="checkbox" className={classes.box} />;
  if (label === undefined) return field;
  return (
    <Labelled label={label} onPoint={onPoint}>
      {field}
    </Labelled>
  );
}

/** One of several. */
export const Radio = ({ label, ...input }: Props) => (
  <Labelled label={label}>
    <input {...input} type="radio" className={`${classes.box} ${classes.round}`} />
  </Labelled>
);

type LabelledProps = Pick<CheckboxProps, 'onPoint'> & { label: ReactNode; children: ReactNode };

const Labelled = ({ label, onPoint, children }: LabelledProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is its child
  <label className={classes.choice} {...(onPoint && pointed(onPoint))}>
    {children}
    <span>{label}</span>
  </label>
);

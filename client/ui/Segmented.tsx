import { useId } from 'react';
import { pointed } from './pointed.ts';
import classes from './segmented.module.css';

type Props<T extends string> = {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  /** Asks ahead for what one of them would show. */
  onPoint?: (value: T) => void;
};

/** One of a few, all in sight: radio buttons that look like one control. */
export function Segmented<T extends string>({ label, options, value, onChange, onPoint }: Props<T>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.segmented}>
      {options.map((option) => (
        <label key={option.value} className={classes.segment} {...(onPoint && pointed(() => onPoint(option.value)))}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

import { useId } from 'react';
import { prefetchOnHover } from './prefetch-on-hover.ts';
import classes from './segmented.module.css';

type Props<T extends string> = {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  /** Prefetches what an option would show. */
  onPrefetch?: (value: T) => void;
};

/** Segmented control: a group of radio buttons. */
export function Segmented<T extends string>({ label, options, value, onChange, onPrefetch }: Props<T>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.segmented}>
      {options.map((option) => (
        <label
          key={option.value}
          className={classes.segment}
          {...(onPrefetch && prefetchOnHover(() => onPrefetch(option.value)))}
        >
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

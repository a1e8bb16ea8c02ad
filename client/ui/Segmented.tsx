import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { prefetchOnHover } from './prefetch-on-hover.ts';
import classes from './segmented.module.css';

type Name = { label: string; labelledBy?: never } | { label?: never; labelledBy: string };

type Props<T extends string> = Name & {
  /** With icons, a phone shows only these, so that nothing moves when another option is chosen. */
  options: readonly { value: T; label: string; icon?: LucideIcon }[];
  value: T;
  onChange: (value: T) => void;
  /** Prefetches what an option would show. */
  onPrefetch?: (value: T) => void;
  /** As wide as what is around it. */
  isWide?: boolean;
  className?: string | undefined;
};

/** Segmented control: a group of radio buttons. */
export function Segmented<T extends string>(props: Props<T>) {
  const { label, labelledBy, options, value, onChange, onPrefetch, isWide, className = '' } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-labelledby={labelledBy}
      className={`${classes.segmented} ${className}`}
      data-wide={isWide}
    >
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
          <Label {...option} />
        </label>
      ))}
    </div>
  );
}

const Label = ({ label, icon: Icon }: { label: string; icon?: LucideIcon }) =>
  Icon ? (
    <>
      <Icon size={16} aria-hidden />
      <span className="visually-hidden-on-phones">{label}</span>
    </>
  ) : (
    label
  );

import { type ReactNode, useId, useState } from 'react';
import { Radio } from './Checkbox.tsx';
import classes from './choice.module.css';
import fieldClasses from './field.module.css';

type Props<T extends string> = {
  label: string;
  description?: string;
  error?: ReactNode;
  options: readonly { value: T; label: ReactNode; description?: string }[];
  value?: T | undefined;
  defaultValue?: string;
  onChange?: (value: T) => void;
  className?: string | undefined;
  'data-path'?: string;
};

/** Radio buttons, one of which is chosen. */
export function RadioGroup<T extends string>(props: Props<T>) {
  const { label, description, error, options, value, defaultValue, onChange, className, ...rest } = props;
  const id = useId();
  const [ownValue, setOwnValue] = useState<string | undefined>(defaultValue);
  const chosen = value ?? ownValue;
  const described = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div
      {...rest}
      role="radiogroup"
      tabIndex={-1}
      className={className}
      aria-labelledby={`${id}-label`}
      aria-describedby={described || undefined}
    >
      <div id={`${id}-label`} className={fieldClasses.label}>
        {label}
      </div>
      {description && (
        <p id={`${id}-description`} className={fieldClasses.description}>
          {description}
        </p>
      )}
      <div className={classes.options}>
        {options.map((option) => (
          <Radio
            key={option.value}
            name={id}
            label={option.label}
            description={option.description}
            checked={option.value === chosen}
            onChange={() => {
              setOwnValue(option.value);
              onChange?.(option.value);
            }}
          />
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={fieldClasses.error}>
          {error}
        </p>
      )}
    </div>
  );
}

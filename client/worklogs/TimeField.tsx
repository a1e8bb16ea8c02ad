import type { KeyboardEvent } from 'react';
import { TextField, type TextFieldProps } from '../ui/TextField.tsx';
import { parseTime, stepTime } from '../ui/time-text.ts';

type Props = Omit<TextFieldProps, 'onChange' | 'value'> & { value: string; onChange: (time: string) => void };

const steps: Record<string, number> = { ArrowUp: 15, ArrowDown: -15 };

/** Accepts times in any usual notation and formats them as "09:30" on blur. The arrow keys change by a quarter of an hour. */
export function TimeField({ value, onChange, ...rest }: Props) {
  const step = (event: KeyboardEvent) => {
    const minutes = steps[event.key];
    const next = minutes ? stepTime(value, minutes) : null;
    if (!next) return;
    event.preventDefault();
    onChange(next);
  };
  const formatTyped = () => {
    const time = parseTime(value);
    if (time && time !== value) onChange(time);
  };
  return (
    <TextField
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={formatTyped}
      onKeyDown={step}
      placeholder="09:00"
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
      required
      classNames={{ input: 'numeric' }}
      {...rest}
    />
  );
}

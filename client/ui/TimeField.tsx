import { type KeyboardEvent, useState } from 'react';
import { formatTimeOfDay, hasTwelveHours } from './format.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';
import { parseTime, stepTime } from './time-text.ts';

type Props = Omit<TextFieldProps, 'onChange' | 'value'> & {
  /** "09:30", or the typed text while it is being typed or cannot be parsed. */
  value: string;
  onChange: (time: string) => void;
};

const keySteps: Record<string, number> = { ArrowUp: 15, ArrowDown: -15 };

/** A time of day, typed in any usual notation. The arrow keys change it by a quarter of an hour. */
export function TimeField({ value, onChange, ...rest }: Props) {
  const [isTyping, setTyping] = useState(false);
  const time = parseTime(value);
  const step = (event: KeyboardEvent) => {
    const minutes = keySteps[event.key];
    const next = minutes ? stepTime(value, minutes) : null;
    if (!next) return;
    event.preventDefault();
    setTyping(false);
    onChange(next);
  };
  const formatTyped = () => {
    setTyping(false);
    if (time && time !== value) onChange(time);
  };
  return (
    <TextField
      value={isTyping || time === null ? value : shownTime(time)}
      onChange={(event) => {
        setTyping(true);
        onChange(event.currentTarget.value);
      }}
      onBlur={formatTyped}
      onKeyDown={step}
      placeholder={shownTime('09:00')}
      inputMode={hasTwelveHours() ? 'text' : 'numeric'}
      autoComplete="off"
      maxLength={8}
      required
      classNames={{ input: 'numeric' }}
      {...rest}
    />
  );
}

/** With a colon in both languages, as on a keyboard. */
const shownTime = (time: string): string => (hasTwelveHours() ? formatTimeOfDay(time).replace('.', ':') : time);

import CalendarDays from 'lucide-react/icons/calendar-days';
import { type KeyboardEvent, useRef, useState } from 'react';
import { addDays, type Day, isDay } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { chosenFormats } from '../settings/settings.ts';
import classes from './day-field.module.css';
import { parseDay } from './day-text.ts';
import { formatDay } from './format.ts';
import { IconButton } from './IconButton.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

type Props = Omit<TextFieldProps, 'onChange' | 'value'> & {
  /** A day, or the typed text while it cannot be parsed. */
  value: string;
  /** The day whose month and year complete a partly typed day. */
  near: string;
  /** `before`: the last valid day. */
  onChange: (day: string, before: Day) => void;
};

const keySteps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1 };

/** A day, typed in any usual format, changed by the arrow keys, or picked from the browser's calendar (always on touch screens). */
export function DayField({ value, near, onChange, classNames, ...rest }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [lastDay, setLastDay] = useState(near);
  const calendar = useRef<HTMLInputElement>(null);
  const before = isDay(value) ? value : lastDay;
  const change = (next: string) => {
    setLastDay(before);
    onChange(next, before);
  };
  if (window.matchMedia('(pointer: coarse)').matches) {
    return (
      <TextField
        type="date"
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        {...(classNames && { classNames })}
        {...rest}
      />
    );
  }
  const type = (text: string) => {
    setTyped(text);
    change(parseDay(text, near, chosenFormats().dateFormat === 'month-first' ? 'month-first' : 'day-first') ?? text);
  };
  const step = (event: KeyboardEvent) => {
    const days = keySteps[event.key];
    if (!days || !isDay(value)) return;
    event.preventDefault();
    setTyped(null);
    change(addDays(value, days));
  };
  return (
    <TextField
      value={typed ?? (isDay(value) ? formatDay(value) : value)}
      onChange={(event) => type(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => setTyped(null)}
      onKeyDown={step}
      autoComplete="off"
      classNames={{ ...classNames, input: `numeric ${classes.day}` }}
      rightSection={
        <>
          <input
            ref={calendar}
            type="date"
            className={classes.calendar}
            tabIndex={-1}
            aria-hidden
            value={isDay(value) ? value : ''}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <IconButton
            className={classes.open ?? ''}
            tabIndex={-1}
            aria-label={m.ui_calendar()}
            onClick={() => calendar.current?.showPicker()}
          >
            <CalendarDays size={16} aria-hidden />
          </IconButton>
        </>
      }
      {...rest}
    />
  );
}

import { useState } from 'react';
import { formatMinutes } from '#domain/duration.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { useCompany } from '../auth.ts';
import { DayField } from '../ui/DayField.tsx';
import { parseDuration } from '../ui/duration-text.ts';
import { TextField } from '../ui/TextField.tsx';
import { AmountField } from './AmountField.tsx';
import { moveEntryToDay } from './entry.ts';
import type { EntryFieldProps } from './fields.ts';
import { useToday } from './today.ts';
import classes from './worklogs.module.css';

type Props = EntryFieldProps & {
  currency: string;
  /** Below the day and the duration. */
  note: string | null;
  /** Below the amount. */
  amountNote?: string | undefined;
};

/** A day of the company, a duration and an optional expense. */
export function LengthFields({ entry, errors, onChange, currency, note, amountNote }: Props) {
  const today = useToday(useCompany().timeZone);
  const [isUnreadable, setUnreadable] = useState(false);
  const unreadable = isUnreadable ? m.worklog_duration_unreadable() : undefined;
  return (
    <>
      <div className={classes.expense}>
        <DayField
          required
          label={m.worklog_date()}
          value={entry.day}
          near={today}
          onChange={(day, before) => onChange(moveEntryToDay(entry, day, before))}
          error={errors.day?.message}
        />
        <TextField
          required
          label={m.worklog_elapsed()}
          value={entry.duration}
          placeholder={formatMinutes(450, getLocale())}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setUnreadable(false);
            onChange({ ...entry, duration: event.currentTarget.value });
          }}
          onBlur={() => {
            const minutes = parseDuration(entry.duration);
            setUnreadable(minutes === null && entry.duration.trim() !== '');
            if (minutes !== null) onChange({ ...entry, duration: formatMinutes(minutes, getLocale()) });
          }}
          error={unreadable ?? errors.minutes?.message}
          autoComplete="off"
          maxLength={20}
          classNames={{ input: 'numeric' }}
        />
      </div>
      {note && <p className="dimmed small">{note}</p>}
      <AmountField
        entry={entry}
        errors={errors}
        onChange={onChange}
        currency={currency}
        label={m.worklog_expense_amount()}
        isRequired={false}
        note={amountNote}
      />
    </>
  );
}

import { useState } from 'react';
import { formatMinutes } from '#domain/duration.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { parseDuration } from '../ui/duration-text.ts';
import { TextField } from '../ui/TextField.tsx';
import { AmountField, type AmountProps } from './AmountField.tsx';
import { EntryDayField } from './EntryDayField.tsx';
import classes from './worklogs.module.css';

type Props = AmountProps & {
  /** Below the day and the duration. */
  note: string | null;
};

/** A day of the company, a duration and an optional expense. */
export function LengthFields({ entry, errors, onChange, currency, note, amountNote }: Props) {
  const [isUnreadable, setUnreadable] = useState(false);
  const unreadable = isUnreadable ? m.worklog_duration_unreadable() : undefined;
  return (
    <>
      <div className={classes.expense}>
        <EntryDayField entry={entry} errors={errors} onChange={onChange} />
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
        amountNote={amountNote}
        isRequired={false}
      />
    </>
  );
}

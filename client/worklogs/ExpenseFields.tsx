import { TextInput } from '@mantine/core';
import { m } from '#locales/messages.js';
import { AmountField } from './AmountField.tsx';
import { onDay } from './entry.ts';
import type { FieldProps } from './fields.ts';
import classes from './worklogs.module.css';

/** An expense has a date and an amount, and no times. */
export function ExpenseFields({ entry, mistakes, onChange, currency }: FieldProps & { currency: string }) {
  return (
    <div className={classes.expense}>
      <TextInput
        type="date"
        label={m.worklog_date()}
        value={entry.day}
        onChange={(event) => onChange(onDay(entry, event.currentTarget.value))}
        error={mistakes.day?.message}
        required
        withAsterisk={false}
      />
      <AmountField
        entry={entry}
        mistakes={mistakes}
        onChange={onChange}
        currency={currency}
        label={m.worklog_amount()}
        isRequired
      />
    </div>
  );
}

import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { DayField } from '../ui/DayField.tsx';
import { AmountField } from './AmountField.tsx';
import { onDay } from './entry.ts';
import type { FieldProps } from './fields.ts';
import { useToday } from './today.ts';
import classes from './worklogs.module.css';

/** An expense has a date and an amount, and no times. */
export function ExpenseFields({ entry, mistakes, onChange, currency }: FieldProps & { currency: string }) {
  const today = useToday(useCompany().timeZone);
  return (
    <div className={classes.expense}>
      <DayField
        required
        label={m.worklog_date()}
        value={entry.day}
        near={today}
        onChange={(day, before) => onChange(onDay(entry, day, before))}
        error={mistakes.day?.message}
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

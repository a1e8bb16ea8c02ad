import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { DayField } from '../ui/DayField.tsx';
import { AmountField } from './AmountField.tsx';
import { moveEntryToDay } from './entry.ts';
import type { EntryFieldProps } from './fields.ts';
import { useToday } from './today.ts';
import classes from './worklogs.module.css';

type Props = EntryFieldProps & {
  currency: string;
  /** Below the amount. */
  amountNote?: string | undefined;
};

/** An expense has a date and an amount, and no times. */
export function ExpenseFields({ entry, errors, onChange, currency, amountNote }: Props) {
  const today = useToday(useCompany().timeZone);
  return (
    <div className={classes.expense}>
      <DayField
        required
        label={m.worklog_date()}
        value={entry.day}
        near={today}
        onChange={(day, before) => onChange(moveEntryToDay(entry, day, before))}
        error={errors.day?.message}
      />
      <AmountField
        entry={entry}
        errors={errors}
        onChange={onChange}
        currency={currency}
        label={m.worklog_amount()}
        isRequired
        note={amountNote}
      />
    </div>
  );
}

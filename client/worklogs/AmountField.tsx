import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { amountText, parseAmount } from '../ui/amount-text.ts';
import { TextField } from '../ui/TextField.tsx';
import type { EntryFieldProps } from './fields.ts';
import classes from './worklogs.module.css';

export type AmountProps = EntryFieldProps & {
  currency: string;
  /** Below the amount. */
  amountNote?: string | undefined;
};

/** The amount of an expense task is required; beside time it is an optional expense. */
export function AmountField(props: AmountProps & { isRequired: boolean }) {
  const { entry, errors, onChange, currency, amountNote, isRequired } = props;
  const locale = getLocale();
  const formatTyped = () => {
    const plain = parseAmount(entry.amount, locale);
    const amount = plain === null ? entry.amount : amountText(plain, locale);
    if (amount !== entry.amount) onChange({ ...entry, amount });
  };
  return (
    <TextField
      label={isRequired ? m.worklog_amount() : m.worklog_expense_amount()}
      value={entry.amount}
      onChange={(event) => onChange({ ...entry, amount: event.currentTarget.value })}
      onBlur={formatTyped}
      leftSection={<span className="dimmed small">{currency}</span>}
      inputMode="decimal"
      autoComplete="off"
      maxLength={30}
      description={amountNote}
      error={errors.amount?.message}
      required={isRequired}
      classNames={{ wrapper: classes.amount, input: 'numeric' }}
    />
  );
}

import { getLocale } from '#locales/runtime.js';
import { amountText, parseAmount } from '../ui/amount-text.ts';
import { TextField } from '../ui/TextField.tsx';
import type { EntryFieldProps } from './fields.ts';
import classes from './worklogs.module.css';

type Props = EntryFieldProps & { label: string; currency: string; isRequired: boolean; note?: string | undefined };

export function AmountField({ entry, errors, onChange, label, currency, isRequired, note }: Props) {
  const locale = getLocale();
  const formatTyped = () => {
    const plain = parseAmount(entry.amount, locale);
    const amount = plain === null ? entry.amount : amountText(plain, locale);
    if (amount !== entry.amount) onChange({ ...entry, amount });
  };
  return (
    <TextField
      label={label}
      value={entry.amount}
      onChange={(event) => onChange({ ...entry, amount: event.currentTarget.value })}
      onBlur={formatTyped}
      leftSection={<span className="dimmed small">{currency}</span>}
      inputMode="decimal"
      autoComplete="off"
      maxLength={30}
      description={note}
      error={errors.amount?.message}
      required={isRequired}
      classNames={{ wrapper: classes.amount, input: 'numeric' }}
    />
  );
}

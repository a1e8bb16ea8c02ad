import { TextInput } from '@mantine/core';
import { getLocale } from '#locales/runtime.js';
import { amountText, parseAmount } from '../ui/amount-text.ts';
import type { FieldProps } from './fields.ts';

type Props = FieldProps & { label: string; currency: string; isRequired: boolean };

export function AmountField({ entry, mistakes, onChange, label, currency, isRequired }: Props) {
  const locale = getLocale();
  const tidy = () => {
    const plain = parseAmount(entry.amount, locale);
    const amount = plain === null ? entry.amount : amountText(plain, locale);
    if (amount !== entry.amount) onChange({ ...entry, amount });
  };
  return (
    <TextInput
      label={label}
      value={entry.amount}
      onChange={(event) => onChange({ ...entry, amount: event.currentTarget.value })}
      onBlur={tidy}
      leftSection={<span className="dimmed small">{currency}</span>}
      leftSectionWidth={52}
      inputMode="decimal"
      autoComplete="off"
      maxLength={30}
      error={mistakes.amount?.message}
      required={isRequired}
      withAsterisk={false}
      maw={240}
      classNames={{ input: 'numeric' }}
    />
  );
}

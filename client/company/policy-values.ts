// The form values of policies, text as typed or a switch, and their conversion from and to the API.

import { type Day, isDay } from '#domain/calendar.ts';
import { formatMinutes } from '#domain/duration.ts';
import { toDecimal, toMinor } from '#domain/money.ts';
import { type Policies, type PolicyName, type PolicyRow, policies, policyNames } from '#domain/policies.ts';
import { m } from '#locales/messages.js';
import { amountText, parseAmount } from '../ui/amount-text.ts';
import { parseDuration } from '../ui/duration-text.ts';

export type PolicyValues = Record<PolicyName, string | boolean>;

/** How values are formatted: the company's currency and the user's language. */
export type Writing = { currency: string; locale: string };

type Value = string | number | boolean | null;
type Read = { value: Value; mistake: null } | { mistake: string };

export const policyValues = (company: Policies, writing: Writing): PolicyValues => {
  const texts: PolicyValues = Object.fromEntries(
    policyNames.map((name): readonly unknown[] => [name, written(policies[name], company[name], writing)]),
  );
  return texts;
};

/** The API values of the named policies; invalid ones are left out. */
export const policyInput = (
  values: PolicyValues,
  named: readonly PolicyName[],
  writing: Writing,
): Partial<Policies> => {
  const readable: readonly (readonly unknown[])[] = named.flatMap((name) => {
    const read = readPolicy(policies[name], values[name], writing);
    return read.mistake === null ? [[name, read.value]] : [];
  });
  return Object.fromEntries(readable);
};

/** An error message for each policy that cannot be parsed or is out of its limits. */
export const policyMistakes = (values: PolicyValues, writing: Writing): Partial<Record<PolicyName, string>> =>
  Object.fromEntries(
    policyNames.flatMap((name) => {
      const { mistake } = readPolicy(policies[name], values[name], writing);
      return mistake === null ? [] : [[name, mistake]];
    }),
  );

/** Policies whose minor units depend on the currency. */
export const amountPolicies = policyNames.filter((name) => policies[name].kind === 'amount');

function written(row: PolicyRow, value: Value, { currency, locale }: Writing): string | boolean {
  if (value === null) return '';
  if (typeof value !== 'number') return value;
  return row.kind === 'amount' ? amountText(toDecimal(value, currency), locale) : formatMinutes(value, locale);
}

function readPolicy(row: PolicyRow, typed: string | boolean, writing: Writing): Read {
  if (typeof typed === 'boolean') return { value: typed, mistake: null };
  if (row.kind === 'choice' || row.kind === 'switch') return { value: typed, mistake: null };
  const text = typed.trim();
  if (text === '')
    return row.default === null ? { value: null, mistake: null } : { mistake: m.reason_field_required() };
  switch (row.kind) {
    case 'day':
      return readDay(text);
    case 'minutes':
      return within(row, parseDuration(text), (minutes) => formatMinutes(minutes, writing.locale));
    case 'amount': {
      const plain = parseAmount(text, writing.locale);
      const minor = plain === null ? null : toMinor(plain, writing.currency);
      return within(row, minor, (limit) => amountText(toDecimal(limit, writing.currency), writing.locale));
    }
  }
}

const readDay = (text: Day): Read =>
  isDay(text) ? { value: text, mistake: null } : { mistake: m.reason_field_invalid_date() };

type Bounded = Extract<PolicyRow, { minimum: number }>;

function within({ kind, minimum, maximum }: Bounded, value: number | null, write: (limit: number) => string): Read {
  if (value === null)
    return { mistake: kind === 'minutes' ? m.company_length_unreadable() : m.worklog_amount_unreadable() };
  if (value < minimum) return { mistake: m.reason_field_too_small({ minimum: write(minimum) }) };
  if (value > maximum) return { mistake: m.reason_field_too_large({ maximum: write(maximum) }) };
  return { value, mistake: null };
}

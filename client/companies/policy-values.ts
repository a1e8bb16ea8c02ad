// The form values of policies, text as typed or a switch, and their conversion from and to the API.

import { type Day, isDay } from '#domain/calendar.ts';
import { formatMinutes } from '#domain/duration.ts';
import { toDecimal, toMinor } from '#domain/money.ts';
import { type Policies, type PolicyName, type PolicyRow, policies, policyNames } from '#domain/policies.ts';
import { recordByName, recordOf } from '#domain/record-of.ts';
import { m } from '#locales/messages.js';
import { amountText, parseAmount } from '../ui/amount-text.ts';
import { parseDuration } from '../ui/duration-text.ts';
import { formatNumber } from '../ui/format.ts';

export type PolicyValues = Record<PolicyName, string | boolean>;

/** How values are formatted: the company's currency and the user's language. */
export type PolicyFormat = { currency: string; locale: string };

type Value = string | number | boolean | null;
type ParsedPolicy = { value: Value; error: null } | { error: string };

export const policyValues = (company: Policies, format: PolicyFormat): PolicyValues =>
  recordOf(policyNames, (name) => formatPolicy(policies[name], company[name], format));

/** The API values of the named policies; invalid ones are left out. */
export const policyInput = (
  values: PolicyValues,
  named: readonly PolicyName[],
  format: PolicyFormat,
): Partial<Policies> => {
  const parse = (name: PolicyName) => parsePolicy(policies[name], values[name], format);
  const readable = named.filter((name) => parse(name).error === null);
  return recordByName(readable, (name) => {
    const parsed = parse(name);
    return parsed.error === null ? parsed.value : undefined;
  });
};

/** An error message for each policy that cannot be parsed or is out of its limits. */
export const policyErrors = (values: PolicyValues, format: PolicyFormat): Partial<Record<PolicyName, string>> =>
  Object.fromEntries(
    policyNames.flatMap((name) => {
      const { error } = parsePolicy(policies[name], values[name], format);
      return error === null ? [] : [[name, error]];
    }),
  );

/** Policies whose minor units depend on the currency. */
export const amountPolicies = policyNames.filter((name) => policies[name].kind === 'amount');

function formatPolicy(row: PolicyRow, value: Value, { currency, locale }: PolicyFormat): string | boolean {
  if (value === null) return '';
  if (typeof value !== 'number') return value;
  if (row.kind === 'days') return String(value);
  return row.kind === 'amount' ? amountText(toDecimal(value, currency), locale) : formatMinutes(value, locale);
}

function parsePolicy(row: PolicyRow, typed: string | boolean, format: PolicyFormat): ParsedPolicy {
  if (typeof typed === 'boolean') return { value: typed, error: null };
  if (row.kind === 'choice' || row.kind === 'switch') return { value: typed, error: null };
  const text = typed.trim();
  if (text === '') return row.default === null ? { value: null, error: null } : { error: m.reason_field_required() };
  switch (row.kind) {
    case 'day':
      return parsePolicyDay(text);
    case 'minutes':
      return checkLimits(row, parseDuration(text), (minutes) => formatMinutes(minutes, format.locale));
    case 'days':
      return checkLimits(row, /^\d{1,6}$/.test(text) ? Number(text) : null, (days) => formatNumber(days));
    case 'amount': {
      const plain = parseAmount(text, format.locale);
      const minor = plain === null ? null : toMinor(plain, format.currency);
      return checkLimits(row, minor, (limit) => amountText(toDecimal(limit, format.currency), format.locale));
    }
  }
}

const parsePolicyDay = (text: Day): ParsedPolicy =>
  isDay(text) ? { value: text, error: null } : { error: m.reason_field_invalid_date() };

const unreadable = {
  minutes: m.company_length_unreadable,
  amount: m.worklog_amount_unreadable,
  days: m.company_days_unreadable,
};

type Bounded = Extract<PolicyRow, { minimum: number }>;

function checkLimits(
  { kind, minimum, maximum }: Bounded,
  value: number | null,
  write: (limit: number) => string,
): ParsedPolicy {
  if (value === null) return { error: unreadable[kind]() };
  if (value < minimum) return { error: m.reason_field_too_small({ minimum: write(minimum) }) };
  if (value > maximum) return { error: m.reason_field_too_large({ maximum: write(maximum) }) };
  return { value, error: null };
}

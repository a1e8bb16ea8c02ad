// Names and recorded values of settings, for the history of the company and the audit log.

import { isDay } from '#domain/calendar.ts';
import { formatMinutes } from '#domain/duration.ts';
import { formatMoney } from '#domain/money.ts';
import { type PolicyName, policies, policyNames } from '#domain/policies.ts';
import { companyBasicLabels, policyLabels } from '#labels/settings.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { policyOptionLabel } from '../settings/policy-texts.ts';
import { formatDate } from '../ui/format.ts';
import { companyBasics } from './company-merge.ts';
import { weekdayChoices } from './form-options.ts';

const isPolicy = (name: string): name is PolicyName => policyNames.some((policy) => policy === name);

export function settingLabel(name: string): string {
  if (isPolicy(name)) return policyLabels[name]();
  const basic = companyBasics.find((one) => one === name);
  return basic ? companyBasicLabels[basic]() : name;
}

/** As recorded: `true`, `90`, `workers`; empty if there was none. */
export function settingValueText(name: string, value: string, currency = ''): string {
  if (value === '') return m.history_nothing();
  if (name === 'weekStartsOn') return weekdayChoices().find((day) => day.value === value)?.label ?? value;
  return isPolicy(name) ? policyValueText(name, value, currency) : value;
}

function policyValueText(name: PolicyName, value: string, currency: string): string {
  switch (policies[name].kind) {
    case 'switch':
      return value === 'true' ? m.company_switched_on() : m.company_switched_off();
    case 'choice':
      return policyOptionLabel(name, value);
    case 'day':
      return isDay(value) ? formatDate(value) : value;
    case 'minutes':
      return formatMinutes(Number(value), getLocale());
    case 'amount':
      return formatMoney({ amountMinor: Number(value), currency }, getLocale());
    case 'days':
      return m.company_days({ count: Number(value) });
  }
}

// Two admins changed the settings at once: what the other one changed comes in where this one changed nothing, and what
// both changed stays as typed here. Only what was changed here is sent.

import type { Company } from '#contract/companies.ts';
import { policyNames } from '#domain/policies.ts';
import type { CompanyBasics } from './CompanyFields.tsx';
import { amountPolicies, type PolicyValues, policyInput, policyValues } from './policy-values.ts';

export type CompanyValues = CompanyBasics & PolicyValues;
export type CompanyField = keyof CompanyValues;

export const valuesOf = (company: Company, locale: string): CompanyValues => ({
  name: company.name,
  timeZone: company.timeZone,
  currency: company.currency,
  weekStartsOn: String(company.weekStartsOn),
  ...policyValues(company, { currency: company.currency, locale }),
});

export const companyBasics = ['name', 'timeZone', 'currency', 'weekStartsOn'] as const;

const fields: readonly CompanyField[] = [...companyBasics, ...policyNames];

export const changedFields = (from: CompanyValues, to: CompanyValues): CompanyField[] =>
  fields.filter((field) => from[field] !== to[field]);

export type Merged = { values: CompanyValues; taken: CompanyField[]; kept: CompanyField[] };

export function mergeCompany(base: CompanyValues, mine: CompanyValues, theirs: CompanyValues): Merged {
  const own = changedFields(base, mine);
  const changed = changedFields(base, theirs);
  return {
    values: { ...theirs, ...Object.fromEntries(own.map((field) => [field, mine[field]])) },
    taken: changed.filter((field) => !own.includes(field)),
    kept: changed.filter((field) => own.includes(field) && mine[field] !== theirs[field]),
  };
}

/** What is sent: in the words of the contract, the named fields only. In another currency an amount is another number. */
export function inputOf(values: CompanyValues, named: readonly CompanyField[], locale: string) {
  const { name, timeZone, currency, weekStartsOn } = values;
  const basics = { name, timeZone, currency, weekStartsOn: Number(weekStartsOn) };
  const isNamed = (field: CompanyField) => named.includes(field);
  const recounted = isNamed('currency') ? amountPolicies : [];
  const given: Partial<typeof basics> = Object.fromEntries(
    companyBasics.filter(isNamed).map((field): readonly unknown[] => [field, basics[field]]),
  );
  const policies = policyNames.filter((policy) => isNamed(policy) || recounted.includes(policy));
  return { ...given, ...policyInput(values, policies, { currency, locale }) };
}

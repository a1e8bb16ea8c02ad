// A three-way merge for concurrent changes of the settings: changes of the other admin are taken over, except in fields that
// were changed here too. Only fields that were changed here are sent.

import type { Company } from '#contract/companies.ts';
import { policyNames } from '#domain/policies.ts';
import { recordByName } from '#domain/record-of.ts';
import { policyTexts, ruleGroups } from '../settings/policy-texts.ts';
import type { CompanyBasics } from './CompanyFields.tsx';
import { amountPolicies, type PolicyValues, policyInput, policyValues } from './policy-values.ts';

export type CompanyValues = CompanyBasics & PolicyValues;
export type CompanyField = keyof CompanyValues;

export const companyFormValues = (company: Company, locale: string): CompanyValues => ({
  name: company.name,
  timeZone: company.timeZone,
  currency: company.currency,
  weekStartsOn: String(company.weekStartsOn),
  ...policyValues(company, { currency: company.currency, locale }),
});

export const companyBasics = ['name', 'timeZone', 'currency', 'weekStartsOn'] as const;

const fields: readonly CompanyField[] = [...companyBasics, ...policyNames];

/** The fields of each form of the settings; policies that are neither about emails nor about the audit log are rules for worklogs. */
export const companyParts = {
  company: companyBasics,
  rules: policyNames.filter((name) => policyTexts[name].group in ruleGroups),
  mails: policyNames.filter((name) => policyTexts[name].group === 'mails'),
  audit: policyNames.filter((name) => policyTexts[name].group === 'audit'),
} as const;
export type CompanyPart = keyof typeof companyParts;

export const isInPart = (part: CompanyPart, field: CompanyField): boolean =>
  companyParts[part].some((name) => name === field);

/** The values of a form with those of one part from another form or draft: its other values may be outdated. */
export const withPart = (part: CompanyPart, values: CompanyValues, typed: CompanyValues): CompanyValues => ({
  ...values,
  ...Object.fromEntries(companyParts[part].map((field) => [field, typed[field]])),
});

export const changedCompanyFields = (from: CompanyValues, to: CompanyValues): CompanyField[] =>
  fields.filter((field) => from[field] !== to[field]);

export type MergedCompany = { values: CompanyValues; taken: CompanyField[]; kept: CompanyField[] };

export function mergeCompany(base: CompanyValues, mine: CompanyValues, theirs: CompanyValues): MergedCompany {
  const own = changedCompanyFields(base, mine);
  const changed = changedCompanyFields(base, theirs);
  return {
    values: { ...theirs, ...Object.fromEntries(own.map((field) => [field, mine[field]])) },
    taken: changed.filter((field) => !own.includes(field)),
    kept: changed.filter((field) => own.includes(field) && mine[field] !== theirs[field]),
  };
}

/** The API input with the named fields only. If the currency changes, amounts are converted to its minor units and sent too. */
export function companyInput(values: CompanyValues, named: readonly CompanyField[], locale: string) {
  const { name, timeZone, currency, weekStartsOn } = values;
  const basics = { name, timeZone, currency, weekStartsOn: Number(weekStartsOn) };
  const isNamed = (field: CompanyField) => named.includes(field);
  const recounted = isNamed('currency') ? amountPolicies : [];
  const given: Partial<typeof basics> = recordByName(companyBasics.filter(isNamed), (field) => basics[field]);
  const policies = policyNames.filter((policy) => isNamed(policy) || recounted.includes(policy));
  return { ...given, ...policyInput(values, policies, { currency, locale }) };
}

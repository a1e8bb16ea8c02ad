// Two admins changed the settings at once: what the other one changed comes in where this one changed nothing, and what
// both changed stays as typed here. Only what was changed here is sent.

import type { Company } from '#contract/companies.ts';

export type CompanyValues = ReturnType<typeof valuesOf>;
export type CompanyField = keyof CompanyValues;

export const valuesOf = (company: Company) => ({
  name: company.name,
  timeZone: company.timeZone,
  currency: company.currency,
  weekStartsOn: String(company.weekStartsOn),
  lockedUntil: company.lockedUntil ?? '',
  flagsOverlaps: company.overlaps === 'flag',
  allowFuture: company.allowFuture,
  requireNotes: company.requireNotes,
});

const fields = [
  'name',
  'timeZone',
  'currency',
  'weekStartsOn',
  'lockedUntil',
  'flagsOverlaps',
  'allowFuture',
  'requireNotes',
] as const satisfies readonly CompanyField[];

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

/** What is sent: in the words of the contract, the named fields only. */
export function inputOf(values: CompanyValues, named: readonly CompanyField[]) {
  const { weekStartsOn, lockedUntil, flagsOverlaps, ...same } = values;
  const all = {
    ...same,
    weekStartsOn: Number(weekStartsOn),
    lockedUntil: lockedUntil === '' ? null : lockedUntil,
    flagsOverlaps: flagsOverlaps ? ('flag' as const) : ('refuse' as const),
  };
  const { flagsOverlaps: overlaps, ...rest }: Partial<typeof all> = Object.fromEntries(
    Object.entries(all).filter(([field]) => named.some((one) => one === field)),
  );
  return { ...rest, ...(overlaps === undefined ? {} : { overlaps }) };
}

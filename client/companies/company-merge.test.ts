import { expect, test } from 'vitest';
import { defaultPolicies } from '#domain/policies.ts';
import { changedCompanyFields, companyInput, companyParts, mergeCompany, withPart } from './company-merge.ts';
import { policyErrors, policyValues } from './policy-values.ts';

const english = { currency: 'EUR', locale: 'en' };
const base = {
  name: 'Acme',
  timeZone: 'UTC',
  currency: 'EUR',
  weekStartsOn: '1',
  ...policyValues(defaultPolicies, english),
};

test('changes of the other admin are taken over, fields that both changed keep the input', () => {
  const mine = { ...base, name: 'Mine', requireNotes: true };
  const theirs = { ...base, name: 'Theirs', lockedUntil: '2026-10-31', longestDayMinutes: '10 h' };
  expect(mergeCompany(base, mine, theirs)).toEqual({
    values: { ...base, name: 'Mine', requireNotes: true, lockedUntil: '2026-10-31', longestDayMinutes: '10 h' },
    taken: ['lockedUntil', 'longestDayMinutes'],
    kept: ['name'],
  });
});

test('the same change on both sides is no conflict', () => {
  const both = { ...base, name: 'Same' };
  expect(mergeCompany(base, both, both)).toEqual({ values: both, taken: [], kept: [] });
});

test('only changed fields are sent, as the API expects them', () => {
  const values = { ...base, overlaps: 'flag', weekStartsOn: '7', longestDayMinutes: '7h30', receiptAboveMinor: '12.5' };
  const changed = changedCompanyFields(base, values);
  expect(changed).toEqual(['weekStartsOn', 'longestDayMinutes', 'overlaps', 'receiptAboveMinor']);
  expect(companyInput(values, [...changed, 'lockedUntil'], 'en')).toEqual({
    weekStartsOn: 7,
    lockedUntil: null,
    longestDayMinutes: 450,
    overlaps: 'flag',
    receiptAboveMinor: 1_250,
  });
});

test('a form changes its own part only, whatever its draft holds of the others', () => {
  const latest = { ...base, requireNotes: true };
  const draft = { ...base, name: 'Typed' };
  expect(withPart('company', latest, draft)).toEqual({ ...latest, name: 'Typed' });
  const everyField = Object.values(companyParts).flat();
  expect([...everyField].sort(), 'each field is in one part').toEqual(Object.keys(base).sort());
});

test('an amount is converted to the minor units of a changed currency', () => {
  const values = { ...base, receiptAboveMinor: '1000' };
  expect(companyInput({ ...values, currency: 'JPY' }, ['currency'], 'en')).toEqual({
    currency: 'JPY',
    receiptAboveMinor: 1_000,
  });
  expect(policyErrors({ ...values, receiptAboveMinor: '10.50' }, { currency: 'JPY', locale: 'en' })).toHaveProperty(
    'receiptAboveMinor',
  );
});

test('form values are converted back to the same API values, in both languages', () => {
  const chosen = {
    ...defaultPolicies,
    longestDayMinutes: 630,
    receiptAboveMinor: 123_456_750,
    lockedUntil: '2026-10-31',
  };
  for (const locale of ['en', 'id']) {
    const values = { ...base, ...policyValues(chosen, { ...english, locale }) };
    expect(companyInput(values, ['longestDayMinutes', 'receiptAboveMinor', 'lockedUntil'], locale)).toEqual({
      longestDayMinutes: 630,
      receiptAboveMinor: 123_456_750,
      lockedUntil: '2026-10-31',
    });
  }
});

test.each([
  ['longestWorklogMinutes', ''],
  ['longestWorklogMinutes', '24:01'],
  ['longestWorklogMinutes', '0'],
  ['longestDayMinutes', '26 h'],
  ['longestDayMinutes', 'a lot'],
  ['receiptAboveMinor', '-1'],
  ['receiptAboveMinor', '1.234'],
  ['lockedUntil', 'Monday'],
])('%s refuses "%s"', (name, typed) => {
  expect(Object.keys(policyErrors({ ...base, [name]: typed }, english))).toEqual([name]);
});

test('optional values may be empty, and 0 requires every receipt', () => {
  expect(policyErrors({ ...base, longestDayMinutes: ' ', lockedUntil: '', receiptAboveMinor: '0' }, english)).toEqual(
    {},
  );
});

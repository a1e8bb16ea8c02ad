import { expect, test } from 'vitest';
import { changedFields, inputOf, mergeCompany } from './merge.ts';

const base = {
  name: 'Acme',
  timeZone: 'UTC',
  currency: 'EUR',
  weekStartsOn: '1',
  lockedUntil: '',
  flagsOverlaps: false,
  allowFuture: false,
  requireNotes: false,
};

test('what the other admin changed comes in, what both changed stays as typed', () => {
  const mine = { ...base, name: 'Mine', requireNotes: true };
  const theirs = { ...base, name: 'Theirs', lockedUntil: '2026-10-31' };
  expect(mergeCompany(base, mine, theirs)).toEqual({
    values: { ...base, name: 'Mine', requireNotes: true, lockedUntil: '2026-10-31' },
    taken: ['lockedUntil'],
    kept: ['name'],
  });
});

test('both chose the same: nothing to tell', () => {
  const both = { ...base, name: 'Same' };
  expect(mergeCompany(base, both, both)).toEqual({ values: both, taken: [], kept: [] });
});

test('only what was changed is sent, in the words of the contract', () => {
  const values = { ...base, lockedUntil: '', flagsOverlaps: true, weekStartsOn: '7' };
  expect(changedFields(base, values)).toEqual(['weekStartsOn', 'flagsOverlaps']);
  expect(inputOf(values, ['weekStartsOn', 'flagsOverlaps', 'lockedUntil'])).toEqual({
    weekStartsOn: 7,
    overlaps: 'flag',
    lockedUntil: null,
  });
});

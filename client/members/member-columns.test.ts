import { expect, test } from 'vitest';
import { memberColumns } from './member-columns.tsx';

const namesOf = (...shown: [isNarrowTable: boolean, filter: 'all' | 'active' | 'deactivated']) =>
  memberColumns('Asia/Jakarta', ...shown).map(({ id }) => id);

test('a narrow table has no column for the email, which is below the name', () => {
  expect(namesOf(false, 'all')).toEqual(['name', 'email', 'role', 'state', 'joinedAt']);
  expect(namesOf(true, 'all')).toEqual(['name', 'role', 'state', 'joinedAt']);
  expect(memberColumns('Asia/Jakarta', true, 'all')[0]?.below?.id, 'and can be sorted by').toBe('email');
});

test('the state has no column where the filter says it', () => {
  expect(namesOf(false, 'active')).toEqual(['name', 'email', 'role', 'joinedAt']);
  expect(namesOf(false, 'deactivated'), 'some have closed their account').toContain('state');
});

import { expect, test } from 'vitest';
import { memberColumns } from './member-columns.tsx';

const namesOf = (...shown: [isNarrowTable: boolean, filter: 'all' | 'active' | 'deactivated']) =>
  memberColumns('Asia/Jakarta', ...shown).map(({ id }) => id);

test('a narrow table leaves the room of the joining day to names and emails', () => {
  expect(namesOf(false, 'all')).toEqual(['name', 'email', 'role', 'state', 'joinedAt']);
  expect(namesOf(true, 'all')).toEqual(['name', 'email', 'role', 'state']);
});

test('the state has no column where the filter says it', () => {
  expect(namesOf(false, 'active')).toEqual(['name', 'email', 'role', 'joinedAt']);
  expect(namesOf(false, 'deactivated'), 'some have closed their account').toContain('state');
});

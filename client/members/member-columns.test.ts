import { expect, test } from 'vitest';
import { memberColumns } from './member-columns.tsx';

test('a narrow table leaves the room of the joining day to names and emails', () => {
  const namesOf = (isNarrowTable: boolean) => memberColumns('Asia/Jakarta', isNarrowTable).map(({ id }) => id);
  expect(namesOf(false)).toEqual(['name', 'email', 'role', 'state', 'joinedAt']);
  expect(namesOf(true)).toEqual(['name', 'email', 'role', 'state']);
});

import { expect, test } from 'vitest';
import { readImport } from './import-list.ts';

const known = { members: new Set(['sri@karya.example']), invited: new Set(['eko@karya.example']) };
const read = (text: string) => readImport(text, 'worker', known);

test('a line is e-mail, name and role, in any order and with any usual separator', () => {
  const rows = read(
    'budi@karya.example, Budi, Project Manager\nLina;lina@karya.example;peninjau\nwayan@karya.example\tWayan',
  );
  expect(rows.map(({ email, name, role, state }) => [email, name, role, state])).toEqual([
    ['budi@karya.example', 'Budi', 'manager', 'new'],
    ['lina@karya.example', 'Lina', 'reviewer', 'new'],
    ['wayan@karya.example', 'Wayan', 'worker', 'new'],
  ]);
});

test('headers, empty lines and the byte order mark are left out; lines keep their numbers', () => {
  const rows = read('\uFEFFE-mail,Name,Role\r\n\r\n"budi@karya.example","Santoso, Budi","worker"\r\n');
  expect(rows).toMatchObject([{ line: 3, email: 'budi@karya.example', name: 'Santoso, Budi', role: 'worker' }]);
});

test('members, invited and repeated addresses are told apart without regard to case', () => {
  const rows = read('SRI@karya.example\neko@karya.example\nbudi@karya.example\nBudi@Karya.example');
  expect(rows.map(({ state }) => state)).toEqual(['member', 'invited', 'new', 'repeated']);
});

test('what is no address or no role is wrong, with the reason', () => {
  const rows = read('budi at karya\nlina@karya\nwayan@karya.example, Wayan, Chief');
  expect(rows.map(({ state }) => state)).toEqual(['wrong-email', 'wrong-email', 'wrong-role']);
  expect(rows[2]?.unknownRole).toBe('Chief');
});

import { array, assert, constantFrom, property, record, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  classifyRows,
  importMailsRefusal,
  importRowsRefusal,
  importVerdicts,
  isEmail,
  maxImportRows,
  problemVerdicts,
} from './imports.ts';

const known = {
  members: new Set(['sri@karya.example']),
  deactivated: new Set(['eka@karya.example']),
  invited: new Set(['eko@karya.example']),
};

const classify = (...people: { email?: string; name?: string; role?: string }[]) =>
  classifyRows(
    people.map((person, index) => ({ line: index + 2, email: '', name: '', role: '', ...person })),
    known,
    'worker',
  );

describe('a row is', () => {
  test.each([
    ['new', { email: 'budi@karya.example' }],
    ['new', { email: ' Budi@Karya.Example ' }],
    ['member', { email: 'SRI@karya.example' }],
    ['deactivated', { email: 'eka@karya.example' }],
    ['invited', { email: 'eko@karya.example' }],
    ['no-email', { name: 'Budi' }],
    ['wrong-email', { email: 'budi at karya' }],
    ['wrong-email', { email: 'a@x.example,b@y.example' }],
    ['wrong-role', { email: 'budi@karya.example', role: 'Chief' }],
    ['wrong-name', { email: 'budi@karya.example', name: 'x'.repeat(121) }],
    ['member', { email: 'sri@karya.example', role: 'Chief' }],
  ] as const)('%s: %j', (verdict, person) => {
    expect(classify(person)[0]?.verdict).toBe(verdict);
  });

  test('repeated if an earlier valid row has the same address', () => {
    const rows = classify(
      { email: 'budi@karya.example', role: 'Chief' },
      { email: 'budi@karya.example' },
      { email: 'BUDI@karya.example', role: 'reviewer' },
    );
    expect(rows.map(({ verdict }) => verdict)).toEqual(['wrong-role', 'new', 'repeated']);
  });
});

test('a row without a role gets the default role, and its address is normalised', () => {
  expect(classify({ email: 'Budi@Karya.example' }, { email: 'lina@karya.example', role: 'Peninjau' })).toMatchObject([
    { email: 'budi@karya.example', grants: 'worker' },
    { email: 'lina@karya.example', grants: 'reviewer' },
  ]);
});

test('every row has one verdict, and no address is new twice', () => {
  const addresses = constantFrom('budi@karya.example', 'SRI@karya.example', 'eko@karya.example', 'nobody', '');
  const people = array(record({ email: addresses, name: string(), role: constantFrom('', 'worker', 'Chief') }));
  assert(
    property(people, (list) => {
      const rows = classify(...list);
      expect(rows.map(({ line }) => line)).toEqual(list.map((_, index) => index + 2));
      const fresh = rows.filter(({ verdict }) => verdict === 'new').map(({ email }) => email);
      expect(new Set(fresh).size).toBe(fresh.length);
      expect(fresh.every((email) => email === email.toLowerCase() && isEmail(email))).toBe(true);
    }),
  );
});

test('a second run of the same list finds no new person', () => {
  assert(
    property(
      array(record({ email: constantFrom('a@x.example', 'b@x.example', 'bad'), role: constantFrom('', 'Chief') })),
      (list) => {
        const people = list.map((person, index) => ({ line: index + 1, name: '', ...person }));
        const first = classifyRows(people, known, 'worker').filter(({ verdict }) => verdict === 'new');
        const invited = new Set([...known.invited, ...first.map(({ email }) => email)]);
        const second = classifyRows(people, { ...known, invited }, 'worker');
        expect(second.filter(({ verdict }) => verdict === 'new')).toEqual([]);
      },
    ),
  );
});

test('expected verdicts need no check by a person, all others do', () => {
  expect(importVerdicts.filter((verdict) => !problemVerdicts.includes(verdict))).toEqual(['new', 'member', 'invited']);
});

test('the daily limit of mails is twice the seats, over all runs', () => {
  expect(importMailsRefusal(50, 0, 100)).toBeNull();
  expect(importMailsRefusal(50, 60, 40)).toBeNull();
  expect(importMailsRefusal(50, 60, 41)).toEqual({ code: 'import.too-many-mails', params: { wanted: 41, left: 40 } });
  expect(importMailsRefusal(50, 200, 1)?.params).toEqual({ wanted: 1, left: 0 });
});

test('an empty list and one that is too long are refused', () => {
  expect(importRowsRefusal(0)?.code).toBe('import.empty');
  expect(importRowsRefusal(maxImportRows)).toBeNull();
  expect(importRowsRefusal(maxImportRows + 1)).toMatchObject({
    code: 'import.too-many-rows',
    params: { rows: maxImportRows + 1 },
  });
});

import { expect, test } from 'vitest';
import { dayParameter, idParameter, idsParameter } from './filters.ts';

const id = '01a1fc1b-c889-772a-86d0-3359056bc6fc';

test.each([
  ['2026-02-28', '2026-02-28'],
  [['2026-02-28', '2026-03-01'], '2026-02-28'],
  ['2026-02-31', null],
  ['2026-13-45', null],
  ['yesterday', null],
  ['', null],
  [undefined, null],
])('the day of an address that says %o is %o', (raw, day) => {
  expect(dayParameter.read(raw)).toBe(day);
});

test.each([
  [id, [id]],
  [[id, 'mangled', id.slice(1)], [id]],
  ['-'.repeat(36), []],
  ['00000000-0000-0000-0000-000000000001', []],
  [undefined, []],
])('the ids of an address that says %o are %o', (raw, ids) => {
  expect(idsParameter.read(raw)).toEqual(ids);
  expect(idParameter.read(raw)).toBe(ids[0] ?? '');
});

test('what restricts nothing does not stand in the address', () => {
  expect([dayParameter.write(null), idsParameter.write([]), idParameter.write('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

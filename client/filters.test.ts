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
])('the day parameter parses %o as %o', (raw, day) => {
  expect(dayParameter.read(raw)).toBe(day);
});

test.each([
  [id, [id]],
  [[id, 'mangled', id.slice(1)], [id]],
  ['-'.repeat(36), []],
  ['00000000-0000-0000-0000-000000000001', []],
  [undefined, []],
])('the ids parameter parses %o as %o', (raw, ids) => {
  expect(idsParameter.read(raw)).toEqual(ids);
  expect(idParameter.read(raw)).toBe(ids[0] ?? '');
});

test('values without restriction are not written to the URL', () => {
  expect([dayParameter.write(null), idsParameter.write([]), idParameter.write('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { cellAsMeant, csvOf, harmlessCell } from './csv.ts';

test.each([
  '=1+1',
  '+62 812',
  '-2',
  '@SUM(A1)',
  '  =1',
  '\t=1',
  '\t1',
  '\r1',
  '\n@x',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '"=1',
  '\'" =1',
])('%j is no formula any more', (cell) => {
  expect(harmlessCell(cell)).toBe(`'${cell}`);
});

test('ordinary text stays as it is', () => {
  for (const cell of ['', 'Budi', 'budi@karya.example', "O'Neill", '3 = 3', '’=1'])
    expect(harmlessCell(cell)).toBe(cell);
});

test('what was made harmless is read as it was meant, whatever it is', () => {
  assert(
    property(string(), (cell) => {
      expect(cellAsMeant(harmlessCell(cell))).toBe(cell);
    }),
  );
});

test('commas, quotes and line breaks stay within their cell', () => {
  expect(csvOf([['a', 'b,"c"\n'], ['=1']])).toBe('\uFEFF"a","b,""c""\n"\r\n"\'=1"\r\n');
});

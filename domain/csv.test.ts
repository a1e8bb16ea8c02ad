import { assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { escapeFormula, toCsv, unescapeFormula } from './csv.ts';

test.each(['=1+1', '+62 812', '-2', '@SUM(A1)', '  =1', '\t1', '\r1', '＝1', '＋1', '－1', '＠x', '"=1', '\'" =1'])(
  '%j is escaped',
  (cell) => {
    expect(escapeFormula(cell)).toBe(`'${cell}`);
  },
);

test.each([
  ['Lunch,=1+1', "Lunch,'=1+1"],
  ['Lunch; =HYPERLINK("x")', 'Lunch;\' =HYPERLINK("x")'],
  ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
  ['a|-1|+2', "a|'-1|'+2"],
  ['first\n=1', "first\n'=1"],
  ['\t=1', "'\t'=1"],
  ['\n@x', "'\n'@x"],
  ['a,"=1"', 'a,\'"=1"'],
  ['a;＝1', "a;'＝1"],
  ['a؛=1', "a؛'=1"],
  ['a، +62', "a،' +62"],
  ['a\u2028=1', "a\u2028'=1"],
  ['a\v@x', "a\v'@x"],
])('%j is escaped for other list separators too', (cell, harmless) => {
  expect(escapeFormula(cell)).toBe(harmless);
});

test('no part of a cell starts a formula, whatever separator splits it', () => {
  const signs = constantFrom(...`,;|،؛\t\v\f\r\n\x85\u2028\u2029 ='"+-@＝＋－＠a1`);
  assert(
    property(string({ unit: signs }), (cell) => {
      for (const piece of escapeFormula(cell).split(/[,;|،؛\t\v\f\r\n\x85\u2028\u2029]/))
        expect(piece).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
      expect(unescapeFormula(escapeFormula(cell))).toBe(cell);
    }),
  );
});

test.each(['\n', '\t', "\n'", ' \f'])('a long repetition of %j is escaped and unescaped in linear time', (blank) => {
  const cell = `${blank.repeat(200_000)}a`;
  expect(unescapeFormula(escapeFormula(cell)) === cell).toBe(true);
});

test('ordinary text is unchanged', () => {
  for (const cell of ['', 'Budi', 'budi@karya.example', "O'Neill", '3 = 3', '’=1'])
    expect(escapeFormula(cell)).toBe(cell);
});

test('any escaped text is unescaped to the original', () => {
  assert(
    property(string(), (cell) => {
      expect(unescapeFormula(escapeFormula(cell))).toBe(cell);
    }),
  );
});

test('commas, quotes and line breaks stay within their cell', () => {
  expect(toCsv([['a', 'b,"c"\n'], ['=1']])).toBe('\uFEFF"a","b,""c""\n"\r\n"\'=1"\r\n');
});

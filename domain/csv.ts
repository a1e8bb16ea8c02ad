// CSV that spreadsheets open as text. An apostrophe before each formula prevents that it is executed (OWASP "CSV injection"):
// at the start of a cell, and after every separator and line break in it, because a spreadsheet with another list separator
// starts a cell there. Leading spaces and full-width characters count too, as Excel ignores both. `unescapeFormula` reverses it.

/** List separators of operating systems, Arabic and Persian ones included, and line breaks; inside of a character class. */
export const cellBreaks = /,;|\u060C\u061B\t\v\f\r\n\x85\u2028\u2029/.source;

/** Some programs skip these before a formula; apostrophes count, so that existing ones can be distinguished from ours. */
const blanks = /\s'"/.source;
const signs = /=+@\uFF1D\uFF0B\uFF0D\uFF20-/.source;
const sign = new RegExp(`[${signs}]`);
const beforeTab = /(?=['"]*[\t\r])/.source;
const formulaAtStart = new RegExp(`^(?:[${blanks}]*[${signs}]|['"]*[\\t\\r])`);

/** The blanks at the start of a cell. Line breaks in them start further cells; each is read once, however many there are. */
const startsOfCells = new RegExp(`(^[${blanks}]+|^(?=[${signs}]))|[${cellBreaks}][${blanks}]*`, 'g');

/** Whether some program would read the whole text as a formula. */
export const looksLikeFormula = (text: string): boolean => formulaAtStart.test(text);

export const escapeFormula = (text: string): string => replaceAtFormulas(text, unescaped, "'");

/** The inverse of escapeFormula. */
export const unescapeFormula = (text: string): string => replaceAtFormulas(text, escaped, '');

/** For the first cell of the text and for later ones, each before a formula sign and before a tab. */
const patternsOf = (apostrophe: string) => {
  const pattern = (start: string, following: string) => new RegExp(start + apostrophe + following, 'g');
  const [atStart, elsewhere] = [`(?<=^|[${cellBreaks}])`, `(?<=[${cellBreaks}])`];
  return {
    first: { sign: pattern(atStart, ''), other: pattern(atStart, beforeTab) },
    later: { sign: pattern(elsewhere, ''), other: pattern(elsewhere, beforeTab) },
  };
};
const unescaped = patternsOf('');
const escaped = patternsOf("'");

function replaceAtFormulas(text: string, patterns: typeof escaped, replacement: string): string {
  return text.replaceAll(startsOfCells, (run: string, first: string | undefined, offset: number) => {
    const { sign: beforeSign, other } = first === undefined ? patterns.later : patterns.first;
    return run.replaceAll(sign.test(text[offset + run.length] ?? '') ? beforeSign : other, replacement);
  });
}

/** Starts with a byte order mark, without which Excel reads UTF-8 as Windows-1252. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`;

const quoted = (cell: string): string => `"${escapeFormula(cell).replaceAll('"', '""')}"`;

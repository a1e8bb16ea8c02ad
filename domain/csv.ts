// CSV that spreadsheets open as text. An apostrophe before each formula prevents that it is executed (OWASP "CSV injection"):
// at the start of a cell, and after every separator and line break in it, because a spreadsheet with another list separator
// starts a cell there. Leading spaces and full-width characters count too, as Excel ignores both. `unescapeFormula` reverses it.

/** List separators of operating systems, Arabic and Persian ones included, and line breaks; inside of a character class. */
export const cellBreaks = /,;|\u060C\u061B\t\v\f\r\n\x85\u2028\u2029/.source;

/**
 * A position where some program would start a cell with a formula: also after quotes, which some programs remove, and after
 * apostrophes, so that existing apostrophes can be distinguished from ours.
 */
const formula = /(?=[\s'"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|['"]*[\t\r])/.source;
const cellStart = `(?<=^|[${cellBreaks}])`;
const formulaStart = new RegExp(cellStart + formula, 'g');
const escapedFormulaStart = new RegExp(`${cellStart}'${formula}`, 'g');
const formulaAtStart = new RegExp(`^${formula}`);

/** Whether some program would read the whole text as a formula. */
export const looksLikeFormula = (text: string): boolean => formulaAtStart.test(text);

export const escapeFormula = (text: string): string => text.replaceAll(formulaStart, "'");

/** The inverse of escapeFormula. */
export const unescapeFormula = (text: string): string => text.replaceAll(escapedFormulaStart, '');

/** Starts with a byte order mark, without which Excel reads UTF-8 as Windows-1252. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`;

const quoted = (cell: string): string => `"${escapeFormula(cell).replaceAll('"', '""')}"`;

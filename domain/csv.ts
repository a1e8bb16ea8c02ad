// Text as CSV that a spreadsheet opens as text. Where a spreadsheet would run a formula, an apostrophe stands in front of it (OWASP
// "CSV injection"): at the beginning of a cell and, as a spreadsheet that is set to another list separator would begin a cell there,
// behind every separator and line break in it. Also behind spaces and in full width, as Excel forgives both. Reading takes them away.

/**
 * A place where some program begins a cell with what would be a formula: also behind quotes, which some programs take away, and
 * behind apostrophes, so that those of before can be told from ours.
 */
const beginsFormula = /(?<=^|[,;|\t\r\n])(?=[\s'"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|['"]*[\t\r])/g;
const wasHarmless = /(?<=^|[,;|\t\r\n])'(?=[\s'"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|['"]*[\t\r])/g;

export const harmlessCell = (text: string): string => text.replaceAll(beginsFormula, "'");

/** The text that harmlessCell was given. */
export const cellAsMeant = (text: string): string => text.replaceAll(wasHarmless, '');

/** With a byte order mark, without which Excel takes UTF-8 for Windows-1252. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`;

const quoted = (cell: string): string => `"${harmlessCell(cell).replaceAll('"', '""')}"`;

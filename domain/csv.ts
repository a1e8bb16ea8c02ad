// Text as CSV that a spreadsheet opens as text. A cell that a spreadsheet would run as a formula gets an apostrophe in front
// (OWASP "CSV injection"), also behind spaces and in full width, as Excel forgives both. Reading takes it away again.

/** Also behind quotes, which some programs take away, and behind apostrophes, so that those of before can be told from ours. */
const startsFormula = /^[\s'"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^['"]*[\t\r]/;

export const harmlessCell = (text: string): string => (startsFormula.test(text) ? `'${text}` : text);

/** The text that harmlessCell was given. */
export const cellAsMeant = (text: string): string =>
  text.startsWith("'") && startsFormula.test(text.slice(1)) ? text.slice(1) : text;

/** With a byte order mark, without which Excel takes UTF-8 for Windows-1252. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`;

const quoted = (cell: string): string => `"${harmlessCell(cell).replaceAll('"', '""')}"`;

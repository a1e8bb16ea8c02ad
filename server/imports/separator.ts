// What separates the cells of a text: the candidate that stands, outside of quotes, in most of the first lines.
// A comma counts least: it also stands within names and addresses of lists that other separators part.

const candidates = ['\t', ';', ','] as const;
const looksAtLines = 50;

export function separatorOf(text: string): string {
  const lines = text
    .slice(0, 50_000)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, looksAtLines)
    .map((line) => line.replaceAll(/"(?:[^"]|"")*"/g, ''));
  const counted = candidates.map((separator) => ({
    separator,
    lines: lines.filter((line) => line.includes(separator)).length,
  }));
  return counted.toSorted((a, b) => b.lines - a.lines)[0]?.separator ?? ',';
}

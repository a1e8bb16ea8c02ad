// Detects the separator of a text: the candidate that occurs, outside of quotes, in most of the first lines.
// The comma has the lowest priority, because it also occurs within names and addresses.

const candidates = ['\t', ';', ','] as const;
const maxSampledLines = 50;

export function separatorOf(text: string): string {
  const lines = text
    .slice(0, 50_000)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, maxSampledLines)
    .map((line) => line.replaceAll(/"(?:[^"]|"")*"/g, ''));
  const counted = candidates.map((separator) => ({
    separator,
    lines: lines.filter((line) => line.includes(separator)).length,
  }));
  return counted.toSorted((a, b) => b.lines - a.lines)[0]?.separator ?? ',';
}

// Dates of a workbook as text: days since 1900 or 1904, without a zone, also where only a day is shown. Times of day and lengths are parts
// and numbers of days, which look like dates of the first years.

const dayMs = 86_400_000;

/** Days before March 1900 are one more than they were, because 1900 counts as a leap year. No time was logged then. */
const firstDay = (is1904: boolean): number => (is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30));

/** The first year that is one, in both ways of counting. */
const firstYear = 1905;
const lastDay = 2_958_465;

type Counting = { isLength: boolean; is1904: boolean };

/** "2026-11-26 09:00:00", or "07:30:00" and "30:00:00". To the second: a tenth of a day is not exact as a binary fraction. */
export function textOfSerial(days: number, { isLength, is1904 }: Counting): string {
  // Excel shows neither as a date.
  if (days < 0 || days > lastDay) return String(days);
  const seconds = Math.round((days * dayMs) / 1000);
  const at = new Date(firstDay(is1904) + seconds * 1000);
  if (!isLength && at.getUTCFullYear() >= firstYear) return at.toISOString().slice(0, 19).replace('T', ' ');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');

/** A cell may also have a date as text, "2026-11-26T09:00:00". */
export function textOfDate(text: string, is1904: boolean): string {
  const at = Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text);
  return Number.isNaN(at) ? text : textOfSerial((at - firstDay(is1904)) / dayMs, { isLength: false, is1904 });
}

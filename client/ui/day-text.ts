// Parses a typed day: "16", "16/11", "16.11.26", "16 Nov", "Mon 16 Nov 2026", "2026-11-16", "Nov 16, 2026".

import { type Day, isDay } from '#domain/calendar.ts';
import { dateFormat } from '#domain/intl.ts';

const numbers = /^(\d{1,2})(?:[\s./-]+(\d{1,2}|\p{L}{3,}))?(?:[\s./-]+(\d{4}|\d{2}))?$/u;

/** "nov 16 2026", also after a weekday: "mon nov 16". */
const monthDay = /^(?:\p{L}+\.? )?(\p{L}{3,})\.? (\d{1,2})( \d{4})?$/u;

type Order = 'day-first' | 'month-first';

/** Null when it is not a day. A missing month or year is taken from `near`. The order decides what "3/12" is. */
export function parseDay(typed: string, near: Day, order: Order = 'day-first'): Day | null {
  const text = typed.trim().toLowerCase().replaceAll(',', ' ').replaceAll(/\s+/g, ' ');
  if (isDay(text)) return text;
  const monthBefore = monthDay.exec(text);
  if (monthBefore) return parseDay(`${monthBefore[2]} ${monthBefore[1]}${monthBefore[3] ?? ''}`, near);
  const [, one = '', other = '', year = ''] = numbers.exec(text.replace(/^\p{L}+\.? (?=\d)/u, '')) ?? [];
  if (one === '') return null;
  const isMonthFirst = order === 'month-first' && /^\d/.test(other);
  const [day, month] = isMonthFirst ? [other, one] : [one, other];
  const monthNumber = month === '' ? near.slice(5, 7) : /^\d/.test(month) ? month : monthNumberOf(month);
  const wholeYear = year === '' ? near.slice(0, 4) : year.length === 2 ? `20${year}` : year;
  const found = `${wholeYear}-${monthNumber.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(found) ? found : null;
}

/** "nov", "november", "agustus" → "11", "08"; "" when it is not a month. */
function monthNumberOf(word: string): string {
  const index = ['en', 'id']
    .map((locale) => monthNamesIn(locale).findIndex((name) => name.startsWith(word) || word.startsWith(name)))
    .find((found) => found >= 0);
  return index === undefined ? '' : String(index + 1);
}

const monthNamesIn = (locale: string): string[] =>
  Array.from({ length: 12 }, (_, month) =>
    dateFormat(locale, { month: 'long', timeZone: 'UTC' })
      .format(new Date(Date.UTC(2026, month, 1)))
      .toLowerCase(),
  );

// Parses a typed day: "16", "16/11", "16.11.26", "16 Nov", "Mon 16 Nov 2026", "2026-11-16". The day comes first.

import { type Day, isDay } from '#domain/calendar.ts';
import { dateFormat } from '#domain/intl.ts';

const numbers = /^(\d{1,2})(?:[\s./-]+(\d{1,2}|\p{L}{3,}))?(?:[\s./-]+(\d{4}|\d{2}))?$/u;

/** Null when it is not a day. A missing month or year is taken from `near`. */
export function parseDay(typed: string, near: Day): Day | null {
  const text = typed.trim().toLowerCase().replaceAll(',', ' ').replaceAll(/\s+/g, ' ');
  if (isDay(text)) return text;
  const [, day = '', month = '', year = ''] = numbers.exec(text.replace(/^\p{L}+\.? (?=\d)/u, '')) ?? [];
  if (day === '') return null;
  const monthNumber = month === '' ? near.slice(5, 7) : /^\d/.test(month) ? month : monthOf(month);
  const wholeYear = year === '' ? near.slice(0, 4) : year.length === 2 ? `20${year}` : year;
  const found = `${wholeYear}-${monthNumber.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(found) ? found : null;
}

/** "nov", "november", "agustus" → "11", "08"; "" when it is not a month. */
function monthOf(word: string): string {
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

// Cells of time reports: days in three orders, times of 12 and 24 hours, lengths as clock, decimals, seconds or words, yes and no, tags.
// A function returns null for what it cannot read; the row is then skipped and its line is shown.

import { normalizeForSearch } from '../search-text.ts';

export const dateOrders = ['day-month', 'month-day'] as const;
export type DateOrder = (typeof dateOrders)[number];

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');

/** A day that exists, between 1970 and 2199. */
function dayFrom(year: number, month: number, day: number): string | null {
  const full = year < 100 ? 2000 + year : year;
  if (full < 1970 || full > 2199 || month < 1 || month > 12 || day < 1) return null;
  return day <= new Date(Date.UTC(full, month, 0)).getUTCDate() ? `${pad(full, 4)}-${pad(month)}-${pad(day)}` : null;
}

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4}|\d{2})\.?$/;

/** The two numbers of a date whose order is unknown, or null where the order is certain by itself. */
export function unorderedDate(text: string): { first: number; second: number } | null {
  const [, first, separator, second] = yearLast.exec(datePart(text)) ?? [];
  // With dots the day is first everywhere.
  return first === undefined || separator === '.' ? null : { first: Number(first), second: Number(second) };
}

export function readDay(text: string, order: DateOrder): string | null {
  const date = datePart(withMonthNumber(text));
  const [, year, month, day] = yearFirst.exec(date) ?? [];
  if (year !== undefined) return dayFrom(Number(year), Number(month), Number(day));
  const [, first, separator, second, last] = yearLast.exec(date) ?? [];
  if (first === undefined) return null;
  const isMonthFirst = order === 'month-day' && separator !== '.';
  const [one, two] = [Number(first), Number(second)];
  return isMonthFirst ? dayFrom(Number(last), one, two) : dayFrom(Number(last), two, one);
}

const monthLanguages = ['en', 'id', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl'];
const monthWord = (name: string): string => normalizeForSearch(name).replaceAll(/[^\p{L}]/gu, '');

/** Made for the first date that has one. */
let monthNumbers: ReadonlyMap<string, number> | undefined;

const numbersOfMonths = (): ReadonlyMap<string, number> =>
  new Map(
    monthLanguages.flatMap((language) =>
      (['long', 'short'] as const).flatMap((month) => {
        const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
        return Array.from({ length: 12 }, (_, index) => {
          const parts = format.formatToParts(Date.UTC(2026, index, 1));
          return [monthWord(parts.find(({ type }) => type === 'month')?.value ?? ''), index + 1] as const;
        });
      }),
    ),
  );

const namedMonth = /^(?:\p{L}+\.?,? )?(\d{1,2})\.?[ -](?:de )?(\p{L}+)\.?,?[ -](?:de )?(\d{4}|\d{2})(?!\d)/u;
const namedMonthFirst = /^(?:\p{L}+, )?(\p{L}+)\.? (\d{1,2}),? (\d{4})(?!\d)/u;

/** "26 Nov 2026", "Thursday, November 26, 2026" and "26 de novembro de 2026" as "26.11.2026"; any other text as it is. */
function withMonthNumber(text: string): string {
  if (!/\p{L}{3}/u.test(text)) return text;
  const [named, one = '', word = '', year = ''] = namedMonth.exec(text) ?? [];
  const [first, name = '', day = '', fullYear = ''] = named === undefined ? (namedMonthFirst.exec(text) ?? []) : [];
  monthNumbers ??= numbersOfMonths();
  const month = monthNumbers.get(monthWord(word || name));
  if (month === undefined) return text;
  return `${one || day}.${month}.${year || fullYear}${text.slice((named ?? first ?? '').length)}`;
}

/** A cell may be a date with a time: "2026-11-26T09:00:00Z", "26.11.2026 09:00". */
const datePart = (text: string): string => text.split(/[T ,]/, 1)[0] ?? '';

/** Seconds of the day. "09:00", "9:00:15 PM", "09.00", "9h05"; also behind a date. */
export function readTime(text: string): number | null {
  const [, hours, minutes, seconds, half] =
    /(?:^|[T ])(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*([ap])?\.?(?:m\.?)?(?:Z|[+-]00:?00)?$/i.exec(
      text.replaceAll(/[\u202F\u00A0]/g, ' '),
    ) ?? [];
  if (hours === undefined) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hour > 23 || Number(hours) > 24 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return null;
  return hour * 3600 + Number(minutes) * 60 + Number(seconds ?? 0);
}

/** Whether the cell is an instant in UTC, whatever the time zone of the file. */
export const isUtc = (text: string): boolean => /^\d{4}-\d{2}-\d{2}[T ][\d:.]+(?:Z|[+-]00:?00)$/.test(text);

/** "2.000,5", "2,000.5", "1,5" and "0.11"; the last separator is the decimal one, unless three digits follow each of several. */
function readNumber(text: string): number | null {
  if (!/^\d[\d.,' ]*$/.test(text)) return null;
  const digits = text.replaceAll(/[' ]/g, '');
  const last = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'));
  if (last < 0) return Number(digits);
  return Number(`${digits.slice(0, last).replaceAll(/[.,]/g, '')}.${digits.slice(last + 1)}`);
}

/** What a plain number in the column of lengths means. */
export const durationUnits = ['hours', 'minutes', 'seconds'] as const;
export type DurationUnit = (typeof durationUnits)[number];
const secondsOf: Record<DurationUnit, number> = { hours: 3600, minutes: 60, seconds: 1 };

/** Seconds; negative if the file says so. */
export function readDuration(text: string, unit: DurationUnit): number | null {
  const isNegative = /^[-−]/.test(text);
  const amount = readPositive(text.replace(/^[-−]\s*/, ''), unit);
  return amount === null ? null : isNegative ? -amount : amount;
}

function readPositive(text: string, unit: DurationUnit): number | null {
  const [, hours, minutes, seconds] = /^(\d{1,5}):(\d{2})(?::(\d{2}))?$/.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0);
  const [, wholeHours, restMinutes] = /^(\d+)\s*h\s*(\d{1,2})$/i.exec(text) ?? [];
  if (wholeHours !== undefined) return Number(wholeHours) * 3600 + Number(restMinutes) * 60;
  const words =
    /^(?:PT)?(?:(\d+)\s*(?:h|hr|hrs|hours?|j|jam|std)\.?)?[\s,]*(?:(\d+)\s*(?:m|min|mins|minutes?|menit)\.?)?[\s,]*(?:(\d+)\s*(?:s|sec|secs|seconds?|detik)\.?)?$/i.exec(
      text,
    );
  if (words && text !== '' && words.slice(1).some((part) => part !== undefined))
    return Number(words[1] ?? 0) * 3600 + Number(words[2] ?? 0) * 60 + Number(words[3] ?? 0);
  const amount = readNumber(text.replace(/\s*(?:h|hrs?|hours?|jam|std)\.?$/i, ''));
  return amount === null ? null : Math.round(amount * secondsOf[unit]);
}

const yes = new Set([
  'yes',
  'y',
  'true',
  '1',
  'ya',
  'ja',
  'j',
  'oui',
  'si',
  'sí',
  'sì',
  'sim',
  'tak',
  's',
  'x',
  'billable',
  'approved',
  'disetujui',
  'genehmigt',
  'approuvé',
  'aprobado',
  'aprovado',
  'approvato',
  'goedgekeurd',
  'zatwierdzone',
  'wahr',
  'vrai',
  'verdadero',
  'verdadeiro',
  'vero',
]);

/** Null for an empty cell. */
export const readYes = (text: string): boolean | null => (text === '' ? null : yes.has(text.toLowerCase()));

/** Breaks, and time off and holidays of Clockify, are not work. The cell names the kind of the row, or answers whether it is a break. */
export const isNotWork = (text: string): boolean =>
  /^(?:break|istirahat|pause|pausa|descanso|intervalo|pauze|przerwa|yes|time[ _-]?off|holiday)$/i.test(text);

/** Several tags in a cell: as JSON, or between commas, semicolons or bars. */
export function readTags(text: string): string[] {
  const names = namesInJson(text) ?? text.split(/[,;|]/);
  return [...new Set(names.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}

function namesInJson(text: string): string[] | null {
  if (!text.startsWith('[')) return null;
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found.map(String) : null;
  } catch {
    return null;
  }
}

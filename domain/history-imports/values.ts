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

const daySeconds = 86_400;

/** The same as `readTime` for an end, which may be "24:00": midnight at the end of its day. */
export const readEnd = (text: string): number | null =>
  /(?:^|[T ])24[:.h]00(?:[:.]00(?:[.,]0+)?)?$/i.test(text) ? daySeconds : readTime(text);

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

export type DecimalSign = ',' | '.';

/** A plain number, with its unit if that is hours, without sign and spaces; null for anything else. */
const numberIn = (text: string): string | null => {
  const number = text.replace(/^[-−]\s*/, '').replace(/\s*(?:h|hrs?|hours?|jam|std)\.?$/i, '');
  return /^\d[\d.,'’\s]*$/.test(number) ? number.replaceAll(/['’\s]/g, '') : null;
};

const otherThan = (sign: DecimalSign): DecimalSign => (sign === ',' ? '.' : ',');

/**
 * Which sign separates the decimals of a number: in "2.000,5" and "2,000.5" the last of two different ones, in "1,5" and "0.11" the only one,
 * in "1,234,567" the one that is not there. Null: there is none. Where exactly three digits follow the only one, as in "1,440", the number
 * itself does not say; then other lengths of the column do, else hours have decimals, and minutes and seconds have thousands.
 */
export function decimalSignOf(text: string): DecimalSign | 'unclear' | null {
  const number = numberIn(text) ?? '';
  const signs = [...number].filter((one) => one === ',' || one === '.');
  const last = signs.at(-1);
  if (last === undefined) return null;
  if (signs[0] !== last) return last;
  if (signs.length > 1) return otherThan(last);
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(number) && !/['’\s]\d/.test(text) ? 'unclear' : last;
}

function readNumber(text: string, { unit, decimalSign }: LengthFormat): number | null {
  const number = numberIn(text);
  if (number === null) return null;
  const found = decimalSignOf(text);
  const only = number.includes(',') ? ',' : '.';
  const sign = found !== 'unclear' ? found : (decimalSign ?? (unit === 'hours' ? only : otherThan(only)));
  const [whole = '', decimals = '', ...rest] = sign === null ? [number] : number.split(sign);
  const amount = Number(`${whole.replaceAll(/[.,]/g, '')}.${decimals}`);
  return rest.length > 0 || Number.isNaN(amount) ? null : amount;
}

/** What a plain number in the column of lengths means. */
export const durationUnits = ['hours', 'minutes', 'seconds'] as const;
export type DurationUnit = (typeof durationUnits)[number];
const secondsOf: Record<DurationUnit, number> = { hours: 3600, minutes: 60, seconds: 1 };

/** Of a column of lengths. No sign: its numbers do not say which one separates decimals. */
export type LengthFormat = { unit: DurationUnit; decimalSign: DecimalSign | null };

/** Seconds; negative if the file says so. */
export function readDuration(text: string, format: LengthFormat): number | null {
  const isNegative = /^[-−]/.test(text);
  const amount = readPositive(text.replace(/^[-−]\s*/, ''), format);
  return amount === null ? null : isNegative ? -amount : amount;
}

function readPositive(text: string, format: LengthFormat): number | null {
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
  const amount = readNumber(text, format);
  return amount === null ? null : Math.round(amount * secondsOf[format.unit]);
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

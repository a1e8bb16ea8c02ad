// Days as people write them, in both languages: "today", "kemarin", "Monday" (the last one up to today), "16 nov", "16/11"
// (the day comes first, as everywhere in the product), "2026-11-16", "-1". Without a year the nearest such day is meant.

import { addDays, type Day, daysBetween, isDay } from '../calendar.ts';
import { isWordEnd, type QuickEntryFacts, type TokenMeaning, type TokenParser, tokenMatch, unclear } from './facts.ts';

const relativeDays: Record<string, number> = {
  today: 0,
  'hari ini': 0,
  yesterday: -1,
  kemarin: -1,
  'kemarin lusa': -2,
  tomorrow: 1,
  besok: 1,
};

/** Monday first. */
const weekdays: readonly (readonly string[])[] = [
  ['monday', 'senin'],
  ['tuesday', 'selasa'],
  ['wednesday', 'rabu'],
  ['thursday', 'kamis'],
  ['friday', 'jumat', 'jum’at', "jum'at"],
  ['saturday', 'sabtu'],
  ['sunday', 'minggu'],
];

/** Only in the language of the page: "min" is Sunday in Indonesian and minutes in English. */
const shortWeekdays: Record<string, readonly (readonly string[])[]> = {
  en: [['mon'], ['tue', 'tues'], ['wed'], ['thu', 'thur', 'thurs'], ['fri'], ['sat'], ['sun']],
  id: [['sen'], ['sel'], ['rab'], ['kam'], ['jum'], ['sab'], ['min']],
};

const months: readonly (readonly string[])[] = [
  ['january', 'januari'],
  ['february', 'februari', 'pebruari'],
  ['march', 'maret'],
  ['april'],
  ['may', 'mei'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['august', 'agustus', 'agt', 'ags'],
  ['september', 'sept'],
  ['october', 'oktober'],
  ['november', 'nopember'],
  ['december', 'desember'],
];

export const parseQuickDay: TokenParser = (text, facts) =>
  parseRelative(text, facts) ?? parseWeekday(text, facts) ?? parseDate(text, facts) ?? parseDaysAgo(text, facts);

const parseRelative: TokenParser = (text, { today }) => {
  const lower = text.toLowerCase();
  const word = Object.keys(relativeDays)
    .sort((a, b) => b.length - a.length)
    .find((one) => lower.startsWith(one) && isWordEnd(text, one.length));
  return word === undefined
    ? null
    : tokenMatch(word.length, { kind: 'day', day: addDays(today, relativeDays[word] ?? 0) });
};

/** "-1" is yesterday. */
const parseDaysAgo: TokenParser = (text, { today }) => {
  const [written = '', days = ''] = /^[-−](\d{1,2})/.exec(text) ?? [];
  if (written === '' || !isWordEnd(text, written.length)) return null;
  return tokenMatch(written.length, { kind: 'day', day: addDays(today, -Number(days)) });
};

const parseWeekday: TokenParser = (text, facts) => {
  const [before = ''] = /^last /i.exec(text) ?? [];
  const [word = ''] = /^[\p{L}’']{3,9}\.?/u.exec(text.slice(before.length)) ?? [];
  const weekday = weekdayOf(word.replace('.', '').toLowerCase(), facts.locale);
  if (weekday < 0) return null;
  const length = before.length + word.length;
  const [gap = ''] = /^,? /.exec(text.slice(length)) ?? [];
  const date = gap === '' ? null : parseDate(text.slice(length + gap.length), facts);
  if (date) return tokenMatch(length + gap.length + date.length, checkWeekday(date.meaning, weekday, facts));
  const [after = ''] = /^ lalu(?=$|[\s,;])/i.exec(text.slice(length)) ?? [];
  if (!isWordEnd(text, length + after.length)) return null;
  const isBefore = before !== '' || after !== '';
  const from = isBefore ? addDays(facts.today, -1) : facts.today;
  return tokenMatch(length + after.length, { kind: 'day', day: lastWeekday(weekday, from) });
};

const weekdayOf = (word: string, locale: string): number => {
  const short = shortWeekdays[locale] ?? [];
  return weekdays.findIndex((names, index) => names.includes(word) || short[index]?.includes(word));
};

/** The last such weekday up to and including `from`. */
function lastWeekday(weekday: number, from: Day): Day {
  const ahead = Temporal.PlainDate.from(from).dayOfWeek - 1 - weekday;
  return addDays(from, -((ahead + 7) % 7));
}

/** If the weekday does not match the date, either of two days may be meant. */
function checkWeekday(meaning: TokenMeaning, weekday: number, { today }: QuickEntryFacts): TokenMeaning {
  if (meaning.kind !== 'day' || Temporal.PlainDate.from(meaning.day).dayOfWeek - 1 === weekday) return meaning;
  return unclear('weekday', [meaning.day, lastWeekday(weekday, today)]);
}

const parseDate: TokenParser = (text, facts) =>
  parseIsoDate(text) ?? parseNamedMonth(text, facts) ?? parseNumericDate(text, facts);

function parseIsoDate(text: string) {
  const written = text.slice(0, 10);
  return isDay(written) && isWordEnd(text, 10) ? tokenMatch(10, { kind: 'day', day: written }) : null;
}

/** A year, unless it is the first of two times ("16 nov 2030 2230"). */
const year = String.raw`((?:19|20|21)\d\d)(?!\d|\s+\d{4}(?!\d|\s+\d{4}))`;
const dayFirst = new RegExp(String.raw`^(\d{1,2})\s?(\p{L}{3,9})\.?(?:,?\s${year})?`, 'u');
const monthFirst = new RegExp(String.raw`^(\p{L}{3,9})\.?\s(\d{1,2})(?!\d)(?:,?\s${year})?`, 'u');

const parseNamedMonth: TokenParser = (text, { today }) => {
  const [first, second] = [dayFirst.exec(text), monthFirst.exec(text)];
  const [written = '', day = '', name = '', yearText] =
    first ?? (second ? [second[0], second[2], second[1], second[3]] : []);
  const month = monthByName(name.toLowerCase());
  if (month < 0 || !isWordEnd(text, written.length)) return null;
  const found = dateOf(Number(day), month + 1, yearText, today);
  return found ? tokenMatch(written.length, { kind: 'day', day: found }) : null;
};

/** By its name or a prefix of it. */
const monthByName = (word: string): number =>
  word.length < 3 ? -1 : months.findIndex((names) => names.some((name) => name.startsWith(word)));

const parseNumericDate: TokenParser = (text, { today, isMonthFirst = false }) => {
  const pattern = /^(\d{1,2})(?:\/(\d{1,2})(?:\/(\d{4}|\d{2}))?|\.(\d{1,2})\.(\d{4}))/;
  const [written = '', one = '', two, shortYear, dotted, dottedYear] = pattern.exec(text) ?? [];
  if (written === '' || !isWordEnd(text, written.length)) return null;
  const numbers = [Number(one), Number(two ?? dotted)] as const;
  const [first, second] = isMonthFirst && two !== undefined ? [numbers[1], numbers[0]] : numbers;
  const yearText = dottedYear ?? (shortYear?.length === 2 ? `20${shortYear}` : shortYear);
  const found = dateOf(first, second, yearText, today);
  if (found) return tokenMatch(written.length, { kind: 'day', day: found });
  // Valid only in the other order: offered as an option instead of accepted, because 11/12 already has a meaning.
  const otherDay = dateOf(second, first, yearText, today);
  return otherDay ? tokenMatch(written.length, unclear('date', [otherDay])) : null;
};

function dateOf(day: number, month: number, year: string | undefined, today: Day): Day | null {
  const thisYear = Number(today.slice(0, 4));
  const years = year === undefined ? [thisYear - 1, thisYear, thisYear + 1] : [Number(year)];
  const days = years
    .map((one) => [one, month, day].map((part) => String(part).padStart(2, '0')).join('-'))
    .filter(isDay);
  const distance = (one: Day): number => Math.abs(daysBetween(today, one));
  return days.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

// A row of a time report in one form, whatever tool wrote it. Times stay wall times of the file, to the minute; the zone is chosen later.

import { isEmail } from '../imports.ts';
import { normalizeEmail } from '../members.ts';
import { normalizeForSearch } from '../search-text.ts';
import { tagNameOf } from '../tag-names.ts';
import { maxTagNameLength, maxTagsPerWorklog } from '../tags.ts';
import { hasHiddenCharacters, singleSpaced, withoutInvisible } from '../text.ts';
import { maxNotesLength } from '../worklog-fields.ts';
import type { HistoryColumns, HistoryField } from './columns.ts';
import {
  type DateOrder,
  isNotWork,
  isUtc,
  type LengthFormat,
  readDay,
  readDuration,
  readEnd,
  readTags,
  readTime,
  readYes,
} from './values.ts';
import type { HistoryVerdict } from './verdicts.ts';

export type HistoryRow = {
  line: number;
  /** The same person in every file: the address, or the words of the name without case, accents and order. Empty: nobody. */
  personKey: string;
  person: string;
  email: string;
  client: string;
  project: string;
  task: string;
  notes: string;
  tags: string[];
  isBillable: boolean | null;
  isApproved: boolean | null;
  /** Wall times of the file, or in UTC: "2026-11-26T09:00", the end without breaks. Null: only the day and the length are known. */
  startsAt: string | null;
  endsAt: string | null;
  /** What was truncated of the start. */
  startSecond: number;
  /** From the start to the end on the clocks of the file, with breaks: not what elapsed if they changed meanwhile. Null: it has no end. */
  clockSeconds: number | null;
  /** Whether `seconds` is a length that the file states, which then counts. */
  hasLength: boolean;
  isUtc: boolean;
  day: string | null;
  /** As the file counts it, with seconds; what its clocks show if it states no length. */
  seconds: number;
  problem: HistoryVerdict | null;
};

export type RowFormat = { columns: HistoryColumns; dateOrder: DateOrder; lengthFormat: LengthFormat };

export function readHistoryRow(cells: readonly string[], line: number, format: RowFormat): HistoryRow {
  const cell = (field: HistoryField): string => (cells[format.columns[field] ?? -1] ?? '').trim();
  const who = personOf(cell);
  return {
    line,
    ...who,
    client: nameOf(cell('client')),
    project: nameOf(cell('project')),
    task: nameOf(cell('task')),
    notes: notesOf(cell('notes')),
    tags: tagsOf(cell('tags')),
    isBillable: readYes(cell('billable')),
    isApproved: readYes(cell('approved')),
    ...problemOr(timesOf(cell, format), isNotWork(cell('type')) ? 'break' : null),
  };
}

type Cell = (field: HistoryField) => string;
type Times = Pick<
  HistoryRow,
  'startsAt' | 'endsAt' | 'startSecond' | 'clockSeconds' | 'hasLength' | 'isUtc' | 'day' | 'seconds' | 'problem'
>;

const problemOr = (times: Times, first: HistoryVerdict | null): Times =>
  first === null ? times : { ...times, problem: first };

const maxNameLength = 120;

const nameOf = (text: string): string => {
  const name = singleSpaced(text.toWellFormed().replaceAll(/[\p{Cc}\s]+/gu, ' '));
  const visible = hasHiddenCharacters(name) ? singleSpaced(withoutInvisible(name)) : name;
  return [...visible].slice(0, maxNameLength).join('').trim();
};

/** As many as a worklog may have, each once whatever its case. */
function tagsOf(text: string): string[] {
  const names = readTags(text).map((tag) => [...tagNameOf(nameOf(tag))].slice(0, maxTagNameLength).join('').trim());
  const byKey = new Map(names.filter((name) => name !== '').map((name) => [name.toLowerCase(), name]));
  return [...byKey.values()].slice(0, maxTagsPerWorklog);
}

const notesOf = (text: string): string =>
  text.toWellFormed().replaceAll('\u0000', '').replaceAll(/\r\n?/g, '\n').slice(0, maxNotesLength).toWellFormed();

function personOf(cell: Cell): Pick<HistoryRow, 'personKey' | 'person' | 'email'> {
  const parts = nameOf(`${cell('firstName')} ${cell('lastName')}`);
  const written = nameOf(cell('person')) || parts;
  const address = [cell('email'), written].map(normalizeEmail).find(isEmail) ?? '';
  const person =
    isEmail(normalizeEmail(written)) || written === '' ? parts || (address.split('@', 1)[0] ?? '') : written;
  return { person, email: address, personKey: address || nameKey(person) };
}

const nameKey = (name: string): string =>
  normalizeForSearch(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ');

const daySeconds = 86_400;
/** What the database can store; nothing that long is work. */
const maxSeconds = 1_000_000_000;

/** No clock is ever changed by more. */
const maxClockChangeSeconds = 7_200;

const nothing = {
  startsAt: null,
  endsAt: null,
  startSecond: 0,
  clockSeconds: null,
  hasLength: false,
  isUtc: false,
  day: null,
  seconds: 0,
};

/** Files without an end date mean the next day where the end is before the start. A shorter length than the times has breaks. */
function timesOf(cell: Cell, format: RowFormat): Times {
  const length = cell('duration');
  const read = length === '' ? null : readDuration(length, format.lengthFormat);
  const given = read === null ? null : Math.min(maxSeconds, read);
  const seconds = Math.max(0, given ?? 0);
  const failed = (problem: HistoryVerdict): Times => ({ ...nothing, seconds, problem });
  const day = readDay(cell('day') || cell('start'), format.dateOrder);
  if (day === null) return failed('wrong-date');
  if (length !== '' && given === null) return { ...failed('wrong-length'), day };
  if (given !== null && given < 0) return { ...failed('negative-length'), day };
  if (cell('start') === '') return lengthOnly(day, given);
  const start = readTime(cell('start'));
  if (start === null) return { ...failed('wrong-time'), day };
  const until = endOf(cell, format, { day, start, given });
  if (typeof until === 'string') return { ...failed(until), day };
  return timed({ day, start, until, given, isUtc: isUtc(cell('start')) });
}

function lengthOnly(day: string, given: number | null): Times {
  const problem = given === null ? 'no-length' : given > daySeconds ? 'too-long' : given < 30 ? 'too-short' : null;
  return { ...nothing, hasLength: given !== null, day, seconds: given ?? 0, problem };
}

type Begun = { day: string; start: number; given: number | null };

/** Seconds after midnight of the first day on the clocks of the file, null without an end, or the problem. */
function endOf(cell: Cell, { dateOrder }: RowFormat, { day, start, given }: Begun): number | null | HistoryVerdict {
  if (cell('end') === '') return given === null ? 'no-length' : null;
  const end = readEnd(cell('end'));
  if (end === null) return 'wrong-time';
  const written = cell('endDay') || (readDay(cell('end'), dateOrder) === null ? '' : cell('end'));
  if (written === '') return withDaysOf(end < start ? end + daySeconds : end, start, given);
  const endDay = readDay(written, dateOrder);
  if (endDay === null) return 'wrong-date';
  const until = end + (Date.parse(endDay) - Date.parse(day)) / 1000;
  // In the hour that is repeated when clocks change, an end may be before its start: the check knows.
  return until <= start - maxClockChangeSeconds ? 'negative-length' : until;
}

/** Somebody who worked around the clock: only the length says on which day that ended. */
const withDaysOf = (end: number, start: number, given: number | null): number =>
  end + Math.max(0, Math.round(((given ?? 0) - (end - start)) / daySeconds)) * daySeconds;

/** What elapsed follows in the check, from the time zone: until then what could be right with a change of clocks has no problem. */
function timed({ day, start, until, given, isUtc: utc }: Begun & { until: number | null; isUtc: boolean }): Times {
  const clockSeconds = until === null ? null : Math.min(maxSeconds, until - start);
  const shown = clockSeconds ?? given ?? 0;
  const worked = given !== null && shown - given >= 60 ? given : shown;
  const startsAt = wallTime(day, start);
  const endsAt = wallTime(day, start + worked);
  const isTooLong = worked > daySeconds + (given === null ? maxClockChangeSeconds : 0);
  const isTooShort = startsAt === endsAt && (given ?? 0) < 60;
  return {
    startsAt,
    endsAt,
    startSecond: start % 60,
    clockSeconds,
    hasLength: given !== null,
    isUtc: utc,
    day,
    seconds: given ?? Math.max(0, shown),
    problem: isTooLong ? 'too-long' : isTooShort ? 'too-short' : null,
  };
}

/** Truncated to the minute, as a timer does. */
const wallTime = (day: string, seconds: number): string =>
  new Date(Date.parse(day) + Math.floor(seconds / 60) * 60_000).toISOString().slice(0, 16);

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
  type DurationUnit,
  isNotWork,
  isUtc,
  readDay,
  readDuration,
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
  /** Wall times of the file, or in UTC: "2026-11-26T09:00". Null: only the day and the length are known. */
  startsAt: string | null;
  endsAt: string | null;
  isUtc: boolean;
  day: string | null;
  /** As the file counts it, with seconds. */
  seconds: number;
  problem: HistoryVerdict | null;
};

export type RowFormat = { columns: HistoryColumns; dateOrder: DateOrder; durationUnit: DurationUnit };

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
type Times = Pick<HistoryRow, 'startsAt' | 'endsAt' | 'isUtc' | 'day' | 'seconds' | 'problem'>;

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
const nothing = { startsAt: null, endsAt: null, isUtc: false, day: null, seconds: 0 };

/** Files without an end date mean the next day where the end is before the start. A shorter length than the times has breaks. */
function timesOf(cell: Cell, format: RowFormat): Times {
  const length = cell('duration');
  const given = length === '' ? null : readDuration(length, format.durationUnit);
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
  return { ...nothing, day, seconds: given ?? 0, problem };
}

type Begun = { day: string; start: number; given: number | null };

/** Seconds after midnight of the first day, or the problem. */
function endOf(cell: Cell, { dateOrder }: RowFormat, { day, start, given }: Begun): number | HistoryVerdict {
  if (cell('end') === '') return given === null ? 'no-length' : start + given;
  const end = readTime(cell('end'));
  if (end === null) return 'wrong-time';
  const written = cell('endDay') || (readDay(cell('end'), dateOrder) === null ? '' : cell('end'));
  if (written === '') return withDaysOf(end < start ? end + daySeconds : end, start, given);
  const endDay = readDay(written, dateOrder);
  if (endDay === null) return 'wrong-date';
  const until = end + (Date.parse(endDay) - Date.parse(day)) / 1000;
  return until < start ? 'negative-length' : until;
}

/** Somebody who worked around the clock: only the length says on which day that ended. */
const withDaysOf = (end: number, start: number, given: number | null): number =>
  end + Math.max(0, Math.round(((given ?? 0) - (end - start)) / daySeconds)) * daySeconds;

function timed({ day, start, until, given, isUtc: utc }: Begun & { until: number; isUtc: boolean }): Times {
  const elapsed = until - start;
  const worked = given !== null && given < elapsed && elapsed - given >= 60 ? given : elapsed;
  const startsAt = wallTime(day, start);
  const endsAt = wallTime(day, start + worked);
  const problem = worked > daySeconds ? 'too-long' : startsAt === endsAt ? 'too-short' : null;
  return { startsAt, endsAt, isUtc: utc, day, seconds: given ?? elapsed, problem };
}

/** Truncated to the minute, as a timer does. */
const wallTime = (day: string, seconds: number): string =>
  new Date(Date.parse(day) + Math.floor(seconds / 60) * 60_000).toISOString().slice(0, 16);

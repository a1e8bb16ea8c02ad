// The values of the worklog form, and their conversion from a worklog and to a request. All values are text as typed, so
// that a draft restores exactly the same input.

import type { Worklog } from '#contract/worklogs.ts';
import {
  addDays,
  type Day,
  dayOf,
  daysBetween,
  isDay,
  offsetOf,
  resolveWallTime,
  wallTimeOf,
} from '#domain/calendar.ts';
import { formatMinutes, minutesBetween } from '#domain/duration.ts';
import { type Money, toDecimal } from '#domain/money.ts';
import type { TaskKind } from '#domain/projects.ts';
import type { Timing } from '#domain/settings.ts';
import { tagList, typedTags } from '#domain/tag-lists.ts';
import { mapTexts, type WorklogText } from '#domain/worklog-fields.ts';
import { amountText, parseAmount } from '../ui/amount-text.ts';
import { parseDuration } from '../ui/duration-text.ts';
import { parseTime } from '../ui/time-text.ts';

export type EntryValues = Record<WorklogText, string> & {
  taskId: string;
  /** `duration`: without times; everything else: with start and end. */
  timing: string;
  /** Used by a worklog without times. */
  duration: string;
  /** The day of the start, or of an expense, or of a worklog without times. */
  day: Day;
  startTime: string;
  endDay: Day;
  endTime: string;
  /** Resolves an ambiguous wall time when the clocks go back. */
  startOffset: string;
  endOffset: string;
  amount: string;
  /** Uploaded receipts as text (receipts.ts). */
  receipts: string;
  /** `yes` or `no`; empty: as the task says. */
  isBillable: string;
  /** Names of tags with commas between them. */
  tags: string;
};

export type EntryField = 'taskId' | 'start' | 'end' | 'minutes' | 'day' | 'amount' | 'receipts' | 'tags' | WorklogText;

export const emptyEntry = (today: Day): EntryValues => ({
  taskId: '',
  timing: 'times',
  duration: '',
  day: today,
  startTime: '',
  endDay: today,
  endTime: '',
  startOffset: '',
  endOffset: '',
  amount: '',
  ...mapTexts(() => ''),
  receipts: '',
  isBillable: '',
  tags: '',
});

type SavedWorklog = Pick<Worklog, 'taskId' | 'startsAt' | 'endsAt' | 'zone' | 'day' | 'expense'> &
  Partial<Pick<Worklog, 'minutes' | 'isBillable' | 'tags' | WorklogText>>;

export function entryFromWorklog(worklog: SavedWorklog, locale: string): EntryValues {
  const amount = worklog.expense ? toDecimal(worklog.expense.amountMinor, worklog.expense.currency) : '';
  const texts = mapTexts((name) => worklog[name] ?? '');
  const kept = {
    taskId: worklog.taskId,
    amount: amountText(amount, locale),
    ...texts,
    tags: tagList(worklog.tags ?? []),
    isBillable: worklog.isBillable === undefined ? '' : worklog.isBillable ? 'yes' : 'no',
  };
  const { minutes = null } = worklog;
  const length = minutes === null ? {} : { timing: 'duration', duration: formatMinutes(minutes, locale) };
  if (!worklog.startsAt || !worklog.endsAt) return { ...emptyEntry(worklog.day), ...kept, ...length };
  const { startsAt, endsAt, zone } = worklog;
  return moveEntryToTime({ ...emptyEntry(worklog.day), ...kept }, { startsAt, endsAt }, zone);
}

/** The same task, texts, tags and times on the current day, also over midnight. The amount must be entered again. */
export const duplicateEntry = (worklog: SavedWorklog, today: Day, locale: string): EntryValues => ({
  ...moveEntryToDay({ ...entryFromWorklog(worklog, locale), startOffset: '', endOffset: '' }, today),
  amount: '',
});

/** A new worklog at times that were chosen in the week view. */
export const entryAtTimes = ({ start, end }: { start: string; end: string }, zone: string): EntryValues =>
  entryFromWorklog({ taskId: '', startsAt: start, endsAt: end, zone, day: '', expense: null }, 'en');

/** A new worklog that starts where the last one of the day ended. */
export function entryAfterLast(worklogs: readonly SavedWorklog[], today: Day, zone: string): EntryValues {
  const ends = worklogs
    .flatMap(({ endsAt }) => (endsAt ? [new Date(endsAt)] : []))
    .filter((end) => dayOf(end, zone) === today)
    .sort((a, b) => a.getTime() - b.getTime());
  const last = ends.at(-1);
  return { ...emptyEntry(today), startTime: last ? wallTimeOf(last, zone).slice(11) : '' };
}

export const isByDuration = ({ timing }: EntryValues): boolean => timing === 'duration';

/** The duration follows from the times; times follow from a duration once there is a start. */
export function changeTiming(
  entry: EntryValues,
  timing: Timing,
  { zone, locale, today }: { zone: string; locale: string; today: Day },
): EntryValues {
  if (timing === 'times') return { ...entry, timing };
  const elapsed = elapsedMinutes(entry, zone);
  const duration = elapsed !== null && elapsed > 0 ? formatMinutes(elapsed, locale) : entry.duration;
  return limitCompanyDay({ ...entry, timing, duration }, today);
}

/** Without times the day is one of the company; east of it the local day may already be the next one. */
export const limitCompanyDay = (entry: EntryValues, companyToday: Day): EntryValues =>
  entry.day > companyToday ? { ...entry, day: companyToday } : entry;

/** Moves the start to another day and the end with it; the end stays while the day is incomplete. `before`: the last valid day of the start. */
export function moveEntryToDay(entry: EntryValues, day: string, before: Day = entry.day): EntryValues {
  if (!isDay(day) || !isDay(before) || !isDay(entry.endDay)) return { ...entry, day };
  return { ...entry, day, endDay: addDays(day, Math.max(0, daysBetween(before, entry.endDay))) };
}

export const isSameEntry = (a: EntryValues, b: EntryValues): boolean =>
  JSON.stringify(a) === JSON.stringify({ ...a, ...b });

/** A date and a time resolved to an instant, or why that is not possible yet. */
export type ResolvedMoment =
  | { state: 'empty' }
  | { state: 'unreadable'; part: 'day' | 'time' }
  | { state: 'missing'; nearest: string[] }
  | { state: 'twice'; twins: AmbiguousInstant[] }
  /** `twins`: both instants if the time happens twice. */
  | { state: 'ready'; at: Date; twins: AmbiguousInstant[] };

/** One of two instants with the same wall time. */
export type AmbiguousInstant = { offset: string; at: Date };

export function resolveMoment(day: Day, time: string, zone: string, offset: string): ResolvedMoment {
  if (day === '' || time.trim() === '') return { state: 'empty' };
  const clock = parseTime(time);
  if (!isDay(day)) return { state: 'unreadable', part: 'day' };
  if (!clock) return { state: 'unreadable', part: 'time' };
  const wall = `${day}T${clock}`;
  const { at, refusal } = resolveWallTime(wall, zone, undefined, '');
  if (at) return { state: 'ready', at, twins: [] };
  const { nearest, offsets } = refusal.extra ?? {};
  if (Array.isArray(nearest)) return { state: 'missing', nearest: nearest.map(String) };
  const both = Array.isArray(offsets) ? offsets.map(String) : [];
  const twins = both.flatMap((one) => {
    const twin = resolveWallTime(wall, zone, one, '').at;
    return twin ? [{ offset: one, at: twin }] : [];
  });
  const chosen = twins.find((twin) => twin.offset === offset);
  return chosen ? { state: 'ready', at: chosen.at, twins } : { state: 'twice', twins };
}

export const resolveStart = (entry: EntryValues, zone: string): ResolvedMoment =>
  resolveMoment(entry.day, entry.startTime, zone, entry.startOffset);

export const resolveEnd = (entry: EntryValues, zone: string): ResolvedMoment =>
  resolveMoment(entry.endDay, entry.endTime, zone, entry.endOffset);

/** Elapsed minutes, also when the clocks change; null while a time is missing or ambiguous. */
export function elapsedMinutes(entry: EntryValues, zone: string): number | null {
  const [start, end] = [resolveStart(entry, zone), resolveEnd(entry, zone)];
  return start.state === 'ready' && end.state === 'ready' ? minutesBetween(start.at, end.at) : null;
}

/** The length of the times, or the duration as typed. */
export const enteredMinutes = (entry: EntryValues, zone: string): number | null =>
  isByDuration(entry) ? parseDuration(entry.duration) : elapsedMinutes(entry, zone);

/** The end that many minutes after the start, in elapsed time; unchanged while there is no start. */
export function entryWithDuration(entry: EntryValues, minutes: number, zone: string): EntryValues {
  const start = resolveStart(entry, zone);
  if (start.state !== 'ready') return entry;
  const end = new Date(start.at.getTime() + minutes * 60_000);
  const wall = wallTimeOf(end, zone);
  return { ...entry, endDay: wall.slice(0, 10), endTime: wall.slice(11), endOffset: offsetOf(end, zone) };
}

/** By how much the clocks change between start and end: 60 if the elapsed time is an hour longer than the wall times suggest. */
export function clockChangeMinutes(entry: EntryValues, zone: string): number {
  const elapsed = elapsedMinutes(entry, zone);
  const [start, end] = [resolveStart(entry, zone), resolveEnd(entry, zone)];
  if (elapsed === null || start.state !== 'ready' || end.state !== 'ready') return 0;
  const [from, to] = [start.at, end.at].map((at) => Date.parse(`${wallTimeOf(at, zone)}Z`));
  return elapsed - ((to ?? 0) - (from ?? 0)) / 60_000;
}

/** The same entry at another time, in wall times of the zone. */
export function moveEntryToTime(
  entry: EntryValues,
  { startsAt, endsAt }: { startsAt: string; endsAt: string },
  zone: string,
): EntryValues {
  const [start, end] = [new Date(startsAt), new Date(endsAt)];
  const [from, to] = [wallTimeOf(start, zone), wallTimeOf(end, zone)];
  return {
    ...entry,
    day: from.slice(0, 10),
    startTime: from.slice(11),
    endDay: to.slice(0, 10),
    endTime: to.slice(11),
    startOffset: offsetOf(start, zone),
    endOffset: offsetOf(end, zone),
  };
}

/** The body of the request, with only the fields that apply to the kind of the task. */
export function entryRequest(
  entry: EntryValues,
  kind: TaskKind,
  format: { zone: string; locale: string; currency: string },
) {
  const amount = parseAmount(entry.amount, format.locale);
  const shared = {
    taskId: entry.taskId,
    ...mapTexts((name) => entry[name]),
    ...(entry.amount.trim() === '' ? { amount: '' } : { amount: amount ?? entry.amount, currency: format.currency }),
    tags: typedTags(entry.tags),
    ...(entry.isBillable === '' ? {} : { isBillable: entry.isBillable === 'yes' }),
  };
  if (kind === 'expense') return { ...shared, day: entry.day };
  if (isByDuration(entry)) return { ...shared, day: entry.day, minutes: parseDuration(entry.duration) ?? 0 };
  return { ...shared, ...timesRequest(entry, format.zone) };
}

/** What a change of the times alone sends. */
export function timesRequest(entry: EntryValues, zone: string) {
  return {
    start: `${entry.day}T${parseTime(entry.startTime)}`,
    end: `${entry.endDay}T${parseTime(entry.endTime)}`,
    ...(entry.startOffset === '' ? {} : { startOffset: entry.startOffset }),
    ...(entry.endOffset === '' ? {} : { endOffset: entry.endOffset }),
    zone,
  };
}

/**
 * The currency of an amount that the form leaves as the server has it. The company may have another one now, in which the same number
 * would be another amount. Null where the amount is one of the company.
 */
export function earlierCurrency(
  saved: Money | null,
  { amount, currency, locale }: { amount: string; currency: string; locale: string },
): string | null {
  if (!saved || saved.currency === currency) return null;
  const isUnchanged = amount === amountText(toDecimal(saved.amountMinor, saved.currency), locale);
  return isUnchanged ? saved.currency : null;
}

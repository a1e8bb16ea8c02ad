// Converts a parsed line to the values of the worklog form, so that both share validation, requests and drafts.

import type { Worklog } from '#contract/worklogs.ts';
import { addDays, type Day, dayOf } from '#domain/calendar.ts';
import { formatMinutes } from '#domain/duration.ts';
import type { TaskKind } from '#domain/projects.ts';
import type { ParsedQuickEntry } from '#domain/quick-entry/line.ts';
import { type PlacementReason, placeDuration } from '#domain/quick-entry/placement.ts';
import { tagList } from '#domain/tag-lists.ts';
import { matchTasks, type NamedTask } from '#domain/task-match.ts';
import { amountText } from '../../ui/amount-text.ts';
import { type EntryValues, emptyEntry, resolveEnd } from '../entry.ts';
import type { QuickLine } from './lines.ts';

type LineFacts = {
  taskId: string;
  kind: TaskKind;
  day: Day;
  /** End of the last worklog of that day. */
  lastEndsAt: Date | null;
  now: Date;
  zone: string;
  locale: string;
  /** Whether a duration needs no times. */
  mayOmitTimes: boolean;
};

/** `reason`: how the start of a duration was chosen; null if the times were typed, or there are none. */
export type EntryFromLine = { entry: EntryValues; reason: PlacementReason | null };

export function entryFromLine(read: ParsedQuickEntry, facts: LineFacts): EntryFromLine {
  const { taskId, day, kind, locale } = facts;
  const amount = read.amount === null ? '' : amountText(read.amount, locale);
  const entry = { ...emptyEntry(day), taskId, amount, notes: read.notes, tags: tagList(read.tags) };
  if (kind === 'expense') return { entry, reason: null };
  if (read.times) {
    const { start, end, nights } = read.times;
    return { entry: { ...entry, startTime: start, endTime: end, endDay: addDays(day, nights) }, reason: null };
  }
  if (read.minutes === null) return { entry: { ...entry, startTime: read.start ?? '' }, reason: null };
  if (isLengthOnly(read, facts)) {
    const duration = formatMinutes(read.minutes, locale);
    return { entry: { ...entry, timing: 'duration', duration }, reason: null };
  }
  const placed = placeDuration({ ...facts, minutes: read.minutes, startTime: read.start });
  return {
    entry: {
      ...entry,
      day: placed.start.slice(0, 10),
      startTime: placed.start.slice(11),
      endDay: placed.end.slice(0, 10),
      endTime: placed.end.slice(11),
      startOffset: placed.startOffset,
      endOffset: placed.endOffset,
    },
    reason: placed.reason,
  };
}

/** Words that cannot mean the chosen task are notes: nothing typed is lost. */
export function withWordsAsNotes(read: ParsedQuickEntry, task: NamedTask | null): ParsedQuickEntry {
  if (task === null || matchTasks(read.words, [task]).found.length > 0) return read;
  return { ...read, notes: [read.words, read.notes].filter((text) => text !== '').join('\n') };
}

/** A duration without a start, where it needs none. */
export const isLengthOnly = (
  { times, start, minutes }: ParsedQuickEntry,
  { mayOmitTimes }: Pick<LineFacts, 'mayOmitTimes'>,
): boolean => mayOmitTimes && minutes !== null && times === null && start === null;

/** Ignores rejected worklogs, whose time is free again. */
export function lastEndOn(day: Day, worklogs: readonly Worklog[], zone: string): Date | null {
  const ends = worklogs
    .flatMap(({ endsAt, status }) => (endsAt && status !== 'rejected' ? [new Date(endsAt)] : []))
    .filter((end) => dayOf(end, zone) === day);
  return ends.length === 0 ? null : new Date(Math.max(...ends.map((end) => end.getTime())));
}

/** Also considers submitted lines that are not in the list yet. */
export function lastEndWithLines(
  day: Day,
  lines: readonly QuickLine[],
  listed: Date | null,
  zone: string,
): Date | null {
  const ends = lines.flatMap(({ state, entry }) => {
    const end = state === 'aside' ? null : resolveEnd(entry, zone);
    return end?.state === 'ready' && entry.endDay === day ? [end.at] : [];
  });
  return [...ends, ...(listed ? [listed] : [])].reduce<Date | null>(
    (last, end) => (last && last > end ? last : end),
    null,
  );
}

/** Whether the line contains times or a duration. */
export const hasTimes = ({ times, minutes, start }: ParsedQuickEntry): boolean =>
  times !== null || minutes !== null || start !== null;

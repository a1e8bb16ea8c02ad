// Errors of the worklog form by field: from validation in the browser and from the response of the server. The server
// validates everything again; the checks here only avoid a round trip for obvious errors.

import type { ConflictingWorklog, FreeInterval } from '#contract/worklogs.ts';
import { isDay } from '#domain/calendar.ts';
import { formatMinutes } from '#domain/duration.ts';
import type { Policies } from '#domain/policies.ts';
import type { TaskKind } from '#domain/projects.ts';
import { mapTexts } from '#domain/worklog-fields.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { ApiProblem } from '../api.ts';
import { parseAmount } from '../ui/amount-text.ts';
import { parseDuration } from '../ui/duration-text.ts';
import { formatTimeOfDay } from '../ui/format.ts';
import {
  type EntryField,
  type EntryValues,
  elapsedMinutes,
  isByDuration,
  type ResolvedMoment,
  resolveEnd,
  resolveStart,
} from './entry.ts';

export type EntryError = { code: string; message: string };
export type EntryErrors = Partial<Record<EntryField, EntryError>>;

const required = (): EntryError => ({ code: 'field.required', message: m.reason_field_required() });

const unreadableDay = (): EntryError => ({ code: 'field.invalid-date', message: m.reason_field_invalid_date() });

type ValidationFacts = {
  kind: TaskKind;
  zone: string;
  locale: string;
  policies: Pick<Policies, 'requireNotes' | 'longestWorklogMinutes'>;
};

export function validateEntry(entry: EntryValues, { kind, zone, locale, policies }: ValidationFacts): EntryErrors {
  const notes = policies.requireNotes && entry.notes.trim() === '';
  return {
    ...(entry.taskId === '' ? { taskId: required() } : {}),
    ...(kind === 'timed' ? validateWork(entry, zone, policies.longestWorklogMinutes) : validateExpense(entry)),
    ...(entry.amount.trim() !== '' && parseAmount(entry.amount, locale) === null
      ? { amount: { code: 'field.invalid', message: m.worklog_amount_unreadable() } }
      : {}),
    ...(notes ? { notes: { code: 'worklog.notes-required', message: m.reason_worklog_notes_required() } } : {}),
  };
}

const validateWork = (entry: EntryValues, zone: string, maxMinutes: number): EntryErrors =>
  isByDuration(entry) ? validateLength(entry, maxMinutes) : validateTimes(entry, zone, maxMinutes);

function validateLength(entry: EntryValues, maxMinutes: number): EntryErrors {
  const length = parseDuration(entry.duration);
  const minutes =
    length !== null && length > maxMinutes
      ? tooLong(maxMinutes)
      : length === null || length === 0
        ? unreadable()
        : null;
  return {
    ...validateDay(entry),
    ...(entry.duration.trim() === '' ? { minutes: required() } : minutes ? { minutes } : {}),
  };
}

function validateTimes(entry: EntryValues, zone: string, maxMinutes: number): EntryErrors {
  const start = validateMoment(resolveStart(entry, zone));
  const end = validateMoment(resolveEnd(entry, zone));
  const elapsed = elapsedMinutes(entry, zone);
  const length = elapsed === null ? null : validateDuration(elapsed, maxMinutes);
  return { ...(start ? { start } : {}), ...(end ? { end } : {}), ...(length ? { end: length } : {}) };
}

function validateDuration(minutes: number, maxMinutes: number): EntryError | null {
  if (minutes <= 0) return { code: 'worklog.end-before-start', message: m.reason_worklog_end_before_start() };
  return minutes <= maxMinutes ? null : tooLong(maxMinutes);
}

const tooLong = (maxMinutes: number): EntryError => ({
  code: 'worklog.too-long',
  message: m.reason_worklog_too_long({ longestMinutes: formatMinutes(maxMinutes, getLocale()) }),
});

const unreadable = (): EntryError => ({ code: 'field.invalid', message: m.worklog_duration_unreadable() });

const validateDay = ({ day }: EntryValues): EntryErrors =>
  isDay(day) ? {} : { day: day === '' ? required() : unreadableDay() };

const validateExpense = (entry: EntryValues): EntryErrors => ({
  ...validateDay(entry),
  ...(entry.amount.trim() === '' ? { amount: required() } : {}),
});

function validateMoment(moment: ResolvedMoment): EntryError | null {
  switch (moment.state) {
    case 'ready':
      return null;
    case 'empty':
      return required();
    case 'unreadable':
      return moment.part === 'day' ? unreadableDay() : { code: 'field.invalid', message: m.worklog_time_unreadable() };
    case 'missing': {
      const [before = '', after = ''] = moment.nearest.map((time) => formatTimeOfDay(time.slice(11)));
      return {
        code: 'worklog.time-missing-in-zone',
        message: m.reason_worklog_time_missing_in_zone({ before, after }),
      };
    }
    case 'twice':
      return { code: 'worklog.time-twice-in-zone', message: m.worklog_choose_time() };
  }
}

/** An error response with the entry that was sent: the error of a field is shown until that field is changed. */
export type RefusedEntry = { error: unknown; entry: EntryValues };

const fieldKey: Record<EntryField, (entry: EntryValues) => string> = {
  taskId: ({ taskId }) => taskId,
  start: ({ taskId, day, startTime, startOffset }) => [taskId, day, startTime, startOffset].join(),
  end: (entry) => [fieldKey.start(entry), entry.endDay, entry.endTime, entry.endOffset].join(),
  minutes: ({ taskId, day, timing, duration }) => [taskId, day, timing, duration].join(),
  day: ({ taskId, day }) => [taskId, day].join(),
  amount: ({ taskId, amount }) => [taskId, amount].join(),
  ...mapTexts((name) => (entry) => entry[name]),
  receipts: ({ taskId, amount, receipts }) => [taskId, amount, receipts].join(),
  tags: ({ tags }) => tags,
};

const fields = Object.keys(fieldKey).filter((field): field is EntryField => field in fieldKey);

export function serverErrors({ error, entry: sent }: RefusedEntry, entry: EntryValues): EntryErrors {
  const problem = error instanceof ApiProblem ? error : null;
  const found = fields.flatMap((field) => {
    const fieldError = problem?.errors.find(({ path }) => fieldOfPath(path) === field);
    return fieldError && fieldKey[field](sent) === fieldKey[field](entry) ? [[field, fieldError] as const] : [];
  });
  return Object.fromEntries(found);
}

/** The error to show above the fields: one that concerns no single field. */
export function formError({ error, entry: sent }: RefusedEntry, entry: EntryValues): unknown {
  if (!(error instanceof ApiProblem)) return error;
  if (error.errors.some(({ path }) => fields.some((field) => field === fieldOfPath(path)))) return null;
  return (['end', 'minutes'] as const).every((field) => fieldKey[field](sent) === fieldKey[field](entry))
    ? error
    : null;
}

const fieldOfPath = (path: string): string => {
  if (path === 'startOffset') return 'start';
  if (path === 'receiptIds') return 'receipts';
  if (path.startsWith('tags.')) return 'tags';
  return path === 'endOffset' ? 'end' : path;
};

/** The free intervals that the server suggests. */
export function suggestedIntervals(error: unknown): FreeInterval[] {
  if (!(error instanceof ApiProblem) || error.code !== 'worklog.conflict') return [];
  const { gaps } = error.extra;
  return Array.isArray(gaps) ? gaps : [];
}

/** The conflicting worklogs that the server lists in the problem. */
export function conflictingWorklogsOf(error: unknown): ConflictingWorklog[] | null {
  if (!(error instanceof ApiProblem) || error.code !== 'worklog.conflict') return null;
  const { conflicts } = error.extra;
  return Array.isArray(conflicts) ? conflicts : [];
}

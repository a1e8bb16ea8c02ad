// Errors of the worklog form by field: from validation in the browser and from the response of the server. The server
// validates everything again; the checks here only avoid a round trip for obvious errors.

import type { ConflictingWorklog, FreeTime } from '#contract/worklogs.ts';
import { isDay } from '#domain/calendar.ts';
import { formatMinutes } from '#domain/duration.ts';
import type { Policies } from '#domain/policies.ts';
import type { TaskKind } from '#domain/projects.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { ApiProblem } from '../api.ts';
import { parseAmount } from '../ui/amount-text.ts';
import { type Entry, type EntryField, elapsedMinutes, endOf, type Moment, startOf } from './entry.ts';

export type Mistake = { code: string; message: string };
export type Mistakes = Partial<Record<EntryField, Mistake>>;

const required = (): Mistake => ({ code: 'field.required', message: m.reason_field_required() });

const unreadableDay = (): Mistake => ({ code: 'field.invalid-date', message: m.reason_field_invalid_date() });

type Known = {
  kind: TaskKind;
  zone: string;
  locale: string;
  policies: Pick<Policies, 'requireNotes' | 'longestWorklogMinutes'>;
};

export function mistakesIn(entry: Entry, { kind, zone, locale, policies }: Known): Mistakes {
  const notes = policies.requireNotes && entry.notes.trim() === '';
  return {
    ...(entry.taskId === '' ? { taskId: required() } : {}),
    ...(kind === 'timed' ? mistakesInTimes(entry, zone, policies.longestWorklogMinutes) : mistakesInExpense(entry)),
    ...(entry.amount.trim() !== '' && parseAmount(entry.amount, locale) === null
      ? { amount: { code: 'field.invalid', message: m.worklog_amount_unreadable() } }
      : {}),
    ...(notes ? { notes: { code: 'worklog.notes-required', message: m.reason_worklog_notes_required() } } : {}),
  };
}

function mistakesInTimes(entry: Entry, zone: string, longestMinutes: number): Mistakes {
  const start = mistakeInMoment(startOf(entry, zone));
  const end = mistakeInMoment(endOf(entry, zone));
  const elapsed = elapsedMinutes(entry, zone);
  const length = elapsed === null ? null : mistakeInLength(elapsed, longestMinutes);
  return { ...(start ? { start } : {}), ...(end ? { end } : {}), ...(length ? { end: length } : {}) };
}

function mistakeInLength(minutes: number, longestMinutes: number): Mistake | null {
  if (minutes <= 0) return { code: 'worklog.end-before-start', message: m.reason_worklog_end_before_start() };
  if (minutes <= longestMinutes) return null;
  const message = m.reason_worklog_too_long({ longestMinutes: formatMinutes(longestMinutes, getLocale()) });
  return { code: 'worklog.too-long', message };
}

const mistakesInExpense = (entry: Entry): Mistakes => ({
  ...(isDay(entry.day) ? {} : { day: entry.day === '' ? required() : unreadableDay() }),
  ...(entry.amount.trim() === '' ? { amount: required() } : {}),
});

function mistakeInMoment(moment: Moment): Mistake | null {
  switch (moment.state) {
    case 'ready':
      return null;
    case 'empty':
      return required();
    case 'unreadable':
      return moment.part === 'day' ? unreadableDay() : { code: 'field.invalid', message: m.worklog_time_unreadable() };
    case 'missing': {
      const [before = '', after = ''] = moment.nearest.map((time) => time.slice(11));
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
export type Refused = { error: unknown; entry: Entry };

const fields: readonly EntryField[] = ['taskId', 'start', 'end', 'day', 'amount', 'notes', 'receipts'];

const said: Record<EntryField, (entry: Entry) => string> = {
  taskId: ({ taskId }) => taskId,
  start: ({ taskId, day, startTime, startOffset }) => [taskId, day, startTime, startOffset].join(),
  end: (entry) => [said.start(entry), entry.endDay, entry.endTime, entry.endOffset].join(),
  day: ({ taskId, day }) => [taskId, day].join(),
  amount: ({ taskId, amount }) => [taskId, amount].join(),
  notes: ({ notes }) => notes,
  receipts: ({ taskId, amount, receipts }) => [taskId, amount, receipts].join(),
};

export function mistakesOf({ error, entry: sent }: Refused, entry: Entry): Mistakes {
  const problem = error instanceof ApiProblem ? error : null;
  const found = fields.flatMap((field) => {
    const mistake = problem?.errors.find(({ path }) => nameOf(path) === field);
    return mistake && said[field](sent) === said[field](entry) ? [[field, mistake] as const] : [];
  });
  return Object.fromEntries(found);
}

/** The error to show above the fields: one that concerns no single field. */
export function overallRefusal({ error, entry: sent }: Refused, entry: Entry): unknown {
  if (!(error instanceof ApiProblem)) return error;
  if (error.errors.some(({ path }) => fields.some((field) => field === nameOf(path)))) return null;
  return said.end(sent) === said.end(entry) ? error : null;
}

const nameOf = (path: string): string => {
  if (path === 'startOffset') return 'start';
  if (path === 'receiptIds') return 'receipts';
  return path === 'endOffset' ? 'end' : path;
};

/** The free intervals that the server suggests. */
export function gapsOf(error: unknown): FreeTime[] {
  if (!(error instanceof ApiProblem) || error.code !== 'worklog.conflict') return [];
  const { gaps } = error.extra;
  return Array.isArray(gaps) ? gaps : [];
}

/** The conflicting worklogs that the server lists in the problem. */
export function conflictsOf(error: unknown): ConflictingWorklog[] | null {
  if (!(error instanceof ApiProblem) || error.code !== 'worklog.conflict') return null;
  const { conflicts } = error.extra;
  return Array.isArray(conflicts) ? conflicts : [];
}

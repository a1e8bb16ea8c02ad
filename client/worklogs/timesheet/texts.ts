// Sentences about cells: what they contain, why nothing can be typed, and why a change is not submitted.

import type { Company } from '#contract/companies.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { formatMinutes } from '#domain/duration.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { getLocale } from '#locales/runtime.js';
import { ApiProblem } from '../../api.ts';
import { formatDay, formatTimeRange } from '../../ui/format.ts';
import { problemText } from '../../ui/problem-text.ts';
import { projectTitle } from '../../ui/project-title.ts';
import { statusLabel } from '../../worklog/labels.ts';
import type { PlannedChange } from './plan.ts';
import type { SheetCell, SheetTask } from './sheet.ts';
import { readHours } from './typed-hours.ts';

type Rules = Pick<Company, 'lockedUntil' | 'longestWorklogMinutes' | 'longestDayMinutes'>;

export const taskTitle = (task: SheetTask): string => `${isolated(task.taskName)}, ${projectTitle(task)}`;

export const durationText = (minutes: number): string => formatMinutes(minutes, getLocale());

/** The text of a cell that is not being edited. */
export function cellText({ typed, minutes, worklogs }: SheetCell): string {
  const read = readHours(typed);
  if (read.state === 'read') return durationText(read.minutes);
  if (read.state === 'unreadable') return typed;
  const rejected = worklogs.reduce((sum, worklog) => sum + (worklog.minutes ?? 0), 0);
  return worklogs.length === 0 ? '' : durationText(minutes > 0 ? minutes : rejected);
}

/** The accessible name of a cell: task, day, and the state of what is logged. */
export function cellLabel({ task, day, worklogs, typed }: SheetCell): string {
  const states = worklogs.length > 1 ? [m.timesheet_worklogs({ count: worklogs.length })] : worklogs.map(statusTextOf);
  return [taskTitle(task), formatDay(day), ...(typed === '' ? states : [m.timesheet_unsaved()])].join(', ');
}

/** For a cell that is a button, whose hours are no value of a field. */
export const closedLabel = (cell: SheetCell): string =>
  [cellLabel(cell), cellText(cell)].filter((part) => part !== '').join(', ');

const statusTextOf = ({ status }: Worklog): string => statusLabel(status);

/** "09:00–17:00 · 8 h · Pending" */
export function worklogLine({ day, startsAt, endsAt, zone, minutes, status }: Worklog): string {
  const times = startsAt && endsAt ? [formatTimeRange({ startsAt, endsAt, zone, day })] : [];
  return [...times, durationText(minutes ?? 0), statusLabel(status)].join(' · ');
}

export function closedSentence({ closed }: SheetCell, { lockedUntil }: Rules): string | null {
  switch (closed) {
    case null:
      return null;
    case 'several':
      return m.timesheet_several();
    case 'decided':
      return m.timesheet_decided();
    case 'fixed':
      return m.timesheet_fixed();
    case 'locked':
      return m.reason_worklog_period_locked({ day: formatDay(lockedUntil ?? '') });
    case 'future':
      return m.reason_worklog_in_future();
    case 'task':
      return m.timesheet_task_closed();
  }
}

/** Why the change is not submitted. */
export function problemSentence({ problem, cell, overlapping }: ProblemOf, rules: Rules): string | null {
  switch (problem) {
    case null:
      return null;
    case 'closed':
      return closedSentence(cell, rules);
    case 'unreadable':
      return m.worklog_duration_unreadable();
    case 'zero':
      return m.timesheet_zero();
    case 'too-long':
      return m.reason_worklog_too_long({ longestMinutes: durationText(rules.longestWorklogMinutes) });
    case 'day-too-long':
      return m.timesheet_day_too_long({ longest: durationText(rules.longestDayMinutes ?? 0) });
    case 'no-room':
      return m.timesheet_no_room();
    case 'overlap':
      return overlapSentence(overlapping);
  }
}

type ProblemOf = Pick<PlannedChange, 'problem' | 'cell' | 'overlapping'>;

export const overlapSentence = (overlapping: readonly Worklog[]): string =>
  m.timesheet_overlap({ worklogs: overlapping.map(overlapText).join('; ') });

const overlapText = ({ taskName, startsAt, endsAt, zone, day }: Worklog): string =>
  startsAt && endsAt ? `${formatTimeRange({ startsAt, endsAt, zone, day })} ${isolated(taskName)}` : isolated(taskName);

/** Prefers the message of the first invalid field, which is more specific. */
export const refusalSentence = (error: unknown): string =>
  (error instanceof ApiProblem && error.errors[0]?.message) || problemText(error);

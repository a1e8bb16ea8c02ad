// Saved reports: a filter under a name, over days that move with the calendar or stay. Whoever wants one by email gets it for
// the week or the month that is over when it is written; where the days stay, for those.

import type { Day } from './calendar.ts';
import type { Scope } from './permissions.ts';
import { type Refusal, refuse } from './reasons.ts';
import type { DayRange } from './report-ranges.ts';
import { periodOf, usualPeriods } from './usual-periods.ts';

export const savedReportNameLength = { minimum: 1, maximum: 100 } as const;

/** Of one person in one company: more are no help to find one. */
export const mostSavedReports = 100;

/** Of one company, by all its members together: everybody finds them in one list. */
export const maxSharedReports = 500;

export const savedReportViews = ['breakdown', 'worklogs', 'payroll'] as const;

/** `days` stay as they are; the others are judged on the day on which the report is looked at. */
export const savedRanges = [...usualPeriods, 'days'] as const;
type SavedRange = (typeof savedRanges)[number];

export const reportMailings = ['never', 'weekly', 'monthly'] as const;
export type ReportMailing = (typeof reportMailings)[number];

/** `link`: no file, only the way to the report. */
export const reportMailFormats = ['csv', 'xlsx', 'link'] as const;
export type ReportMailFormat = (typeof reportMailFormats)[number];

/** Mail servers refuse more than 10 MB or so, and a file grows by a third on the way; a larger one is left to the link. */
export const largestReportMailBytes = 5_000_000;

export type SavedDays = { range: SavedRange; from: Day | null; to: Day | null };

/** The days of a saved report as seen on `today`. */
export function savedDays({ range, from, to }: SavedDays, today: Day, weekStartsOn: number): DayRange {
  if (range === 'days') return { from: from ?? today, to: to ?? today };
  return periodOf(range, today, weekStartsOn);
}

/** What a mail of the morning of `day` is about: exactly the week or the month before it, or the days that stay. */
export function mailedDays(
  saved: SavedDays,
  mailing: Exclude<ReportMailing, 'never'>,
  { day, weekStartsOn }: { day: Day; weekStartsOn: number },
): DayRange {
  if (saved.range === 'days') return savedDays(saved, day, weekStartsOn);
  return periodOf(mailing === 'weekly' ? 'last-week' : 'last-month', day, weekStartsOn);
}

/** Days belong to `days` and to nothing else. */
export function savedDaysRefusal({ range, from, to }: SavedDays): Refusal | null {
  if (range !== 'days')
    return from === null && to === null ? null : refuse('field.unknown', { path: from ? 'from' : 'to' });
  if (from === null) return refuse('field.required', { path: 'from' });
  if (to === null) return refuse('field.required', { path: 'to' });
  return null;
}

/** Its owner's, and once it is shared a thing of the company: whoever may save for everybody may change it too. */
export const savedReportChangeRefusal = (
  report: { isOwn: boolean; isShared: boolean },
  scope: Scope,
): Refusal | null => (report.isOwn || (report.isShared && scope === 'all') ? null : refuse('saved-report.not-own'));

/** In one filter. All of them travel with every list of saved reports, to everybody of the company. */
export const mostSavedIds = 200;

type IdFilter = { [List in 'projectIds' | 'taskIds' | 'workerIds']?: readonly string[] | undefined };

/** Whoever names so many means nearly all. A filter that is only looked at may name more. */
export function savedFilterRefusal({ projectIds = [], taskIds = [], workerIds = [] }: IdFilter): Refusal | null {
  const count = projectIds.length + taskIds.length + workerIds.length;
  return count <= mostSavedIds ? null : refuse('field.too-many', { path: 'filter', params: { maximum: mostSavedIds } });
}

/** For anybody but its owner it would be gone before they could be told that it is. */
export const takingBackRefusal = ({ isOwn }: { isOwn: boolean }): Refusal | null =>
  isOwn ? null : refuse('saved-report.not-own');

/** `count`: those there are without the new one. */
export const savedReportRefusal = (count: number): Refusal | null =>
  count < mostSavedReports ? null : refuse('saved-report.too-many', { params: { maximum: mostSavedReports } });

/** Sharing one more, where so many are shared already. */
export const sharingRefusal = (count: number): Refusal | null =>
  count < maxSharedReports ? null : refuse('saved-report.too-many-shared', { params: { maximum: maxSharedReports } });

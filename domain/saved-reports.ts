// Saved reports: a named filter over a relative range ("last month") or fixed days. Subscribers get it by email for the
// previous week or month, or for the fixed days.

import type { Day } from './calendar.ts';
import { periodPresets, presetRange } from './period-presets.ts';
import type { Scope } from './permissions.ts';
import { type Refusal, refuse } from './reasons.ts';
import type { DayRange } from './report-ranges.ts';

export const maxSavedReportNameLength = 100;

/** Per person and company; with more it would be hard to find one. */
export const maxSavedReports = 100;

/** Per company, because everybody sees the shared reports of all members in one list. */
export const maxSharedReports = 500;

export const savedReportViews = ['breakdown', 'worklogs', 'payroll'] as const;

/** `days` are fixed; the others are relative to the day on which the report is opened. */
export const savedRanges = [...periodPresets, 'days'] as const;
type SavedRange = (typeof savedRanges)[number];

export const reportMailings = ['never', 'weekly', 'monthly'] as const;
export type ReportMailing = (typeof reportMailings)[number];

/** `link`: no attachment, only a link to the report. */
export const reportMailFormats = ['csv', 'xlsx', 'link'] as const;
export type ReportMailFormat = (typeof reportMailFormats)[number];

/** Mail servers refuse more than about 10 MB, and attachments grow by a third in base64; larger files are replaced by the link. */
export const maxReportMailBytes = 5_000_000;

export type SavedDays = { range: SavedRange; from: Day | null; to: Day | null };

/** The days of a saved report if it is opened on `today`. */
export function resolveSavedDays({ range, from, to }: SavedDays, today: Day, weekStartsOn: number): DayRange {
  if (range === 'days') return { from: from ?? today, to: to ?? today };
  return presetRange(range, today, weekStartsOn);
}

/** The days that the mail of `day` covers: the week or month before it, or the fixed days. */
export function mailedDays(
  saved: SavedDays,
  mailing: Exclude<ReportMailing, 'never'>,
  { day, weekStartsOn }: { day: Day; weekStartsOn: number },
): DayRange {
  if (saved.range === 'days') return resolveSavedDays(saved, day, weekStartsOn);
  return presetRange(mailing === 'weekly' ? 'last-week' : 'last-month', day, weekStartsOn);
}

/** `from` and `to` are required with `days` and forbidden otherwise. */
export function savedDaysRefusal({ range, from, to }: SavedDays): Refusal | null {
  if (range !== 'days')
    return from === null && to === null ? null : refuse('field.unknown', { path: from ? 'from' : 'to' });
  if (from === null) return refuse('field.required', { path: 'from' });
  if (to === null) return refuse('field.required', { path: 'to' });
  return null;
}

/** The owner may change it; a shared report also everybody with the scope `all`. */
export const savedReportChangeRefusal = (
  report: { isOwn: boolean; isShared: boolean },
  scope: Scope,
): Refusal | null => (report.isOwn || (report.isShared && scope === 'all') ? null : refuse('saved-report.not-own'));

/** Ids in one saved filter, because every list of saved reports contains all of them. */
export const maxSavedFilterIds = 200;

type IdFilter = {
  [List in 'clientIds' | 'projectIds' | 'taskIds' | 'workerIds' | 'tagIds']?: readonly string[] | undefined;
};

/** Limits saved filters only; a filter that is not saved may name more ids. */
export function savedFilterRefusal({
  clientIds = [],
  projectIds = [],
  taskIds = [],
  workerIds = [],
  tagIds = [],
}: IdFilter): Refusal | null {
  const count = clientIds.length + projectIds.length + taskIds.length + workerIds.length + tagIds.length;
  return count <= maxSavedFilterIds
    ? null
    : refuse('field.too-many', { path: 'filter', params: { maximum: maxSavedFilterIds } });
}

/** Only the owner may stop sharing: for anybody else the report would become invisible at once. */
export const unshareRefusal = ({ isOwn }: { isOwn: boolean }): Refusal | null =>
  isOwn ? null : refuse('saved-report.not-own');

/** `count`: existing saved reports, without the new one. */
export const savedReportLimitRefusal = (count: number): Refusal | null =>
  count < maxSavedReports ? null : refuse('saved-report.too-many', { params: { maximum: maxSavedReports } });

/** Refuses to share another report when the limit is reached. */
export const sharedReportLimitRefusal = (count: number): Refusal | null =>
  count < maxSharedReports ? null : refuse('saved-report.too-many-shared', { params: { maximum: maxSharedReports } });

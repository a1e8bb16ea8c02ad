// Saved reports: a named filter. Its owner may share it with the company; everybody sees in it what they may see themselves.
// Pinning and mailing are choices of each person.

import { z } from 'zod';
import { maxGroupLevels, reportGroups } from '#domain/report-groups.ts';
import {
  maxSavedFilterIds,
  maxSavedReportNameLength,
  maxSavedReports,
  maxSharedReports,
  reportMailFormats,
  reportMailings,
  savedRanges,
  savedReportViews,
} from '#domain/saved-reports.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, day, id, listOf, noContent, requiredText, version } from './fields.ts';
import { allowedOrReason, worklogFilter } from './worklogs.ts';

const { clientIds, projectIds, taskIds, workerIds, statuses, kinds, tagIds, isBillable } = worklogFilter;

/** The filter of a report without its days. */
export const savedFilter = z
  .strictObject({ clientIds, projectIds, taskIds, workerIds, statuses, kinds, tagIds, isBillable })
  .describe('As in the reports, without the days');
export type SavedFilter = z.output<typeof savedFilter>;

export const savedGroups = listOf(z.enum(reportGroups), maxGroupLevels);

const content = {
  name: requiredText(maxSavedReportNameLength).describe('Unique among those of its owner'),
  view: z.enum(savedReportViews),
  range: z.enum(savedRanges).describe('`days` are fixed; the others are relative to the current company day'),
  from: day.nullable().describe('Only with `days`'),
  to: day.nullable(),
  groupBy: savedGroups.describe('What the rows of a `breakdown` are, level by level; empty means as usual'),
  filter: savedFilter.describe(`As in the reports, without the days; at most ${maxSavedFilterIds} ids`),
  isShared: z
    .boolean()
    .describe(
      'Every member of the company can open it, and sees in it what they may see themselves. Only its owner can stop sharing it',
    ),
};

const savedChoices = {
  isPinned: z.boolean(),
  mail: z
    .enum(reportMailings)
    .describe('On the first morning of a week or month, for the week or month before; fixed days stay as they are'),
  mailFormat: z.enum(reportMailFormats).describe('A file that is too large for an email becomes a link'),
};

export const savedReport = z
  .object({
    id,
    ...content,
    name: z.string(),
    days: z.object({ from: day, to: day }).describe('What the range is today'),
    ownerName: z.string(),
    isOwn: z.boolean(),
    ...savedChoices,
    version: z.int(),
    actions: z.object({ change: allowedOrReason.describe('Applies to removing too') }),
  })
  .meta({ id: 'SavedReport' });
export type SavedReport = z.infer<typeof savedReport>;

const reportPath = { ...companyPath, reportId: id };
const days = { from: content.from.default(null), to: content.to.default(null) };
const rangeReasons = ['range.backwards', 'range.too-long', 'range.too-far-ahead'] as const;

export const savedReportEndpoints = {
  listSavedReports: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/saved-reports',
    summary: `Saved reports of the caller (at most ${maxSavedReports}) and shared ones (at most ${maxSharedReports}), pinned ones first, then by name`,
    can: 'reports.read',
    input: z.strictObject(companyPath),
    output: z.object({ reports: z.array(savedReport).max(maxSavedReports + maxSharedReports) }),
  }),
  saveReport: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/saved-reports',
    summary: 'Save a report',
    can: 'reports.save',
    input: z.strictObject({
      ...companyPath,
      ...content,
      ...days,
      groupBy: content.groupBy.default([]),
      isShared: content.isShared.default(false),
      ...z.object(savedChoices).partial().shape,
    }),
    output: savedReport,
    refuses: ['saved-report.name-taken', 'saved-report.too-many', 'saved-report.too-many-shared', ...rangeReasons],
  }),
  changeSavedReport: endpoint({
    method: 'PATCH',
    path: '/companies/{companyId}/saved-reports/{reportId}',
    summary: 'Change a saved report: an own one, or as a company admin any shared one',
    can: 'reports.save',
    input: z.strictObject({ ...reportPath, version, ...z.object(content).partial().shape }),
    output: savedReport,
    refuses: [
      'saved-report.missing',
      'saved-report.not-own',
      'saved-report.changed-since-seen',
      'saved-report.name-taken',
      'saved-report.too-many-shared',
      ...rangeReasons,
    ],
  }),
  chooseForSavedReport: endpoint({
    method: 'PATCH',
    path: '/companies/{companyId}/saved-reports/{reportId}/choices',
    summary: 'Set the caller’s own choices for a saved report: pinned, and how it is mailed',
    can: 'reports.read',
    input: z.strictObject({ ...reportPath, ...z.object(savedChoices).partial().shape }),
    output: savedReport,
    refuses: ['saved-report.missing'],
  }),
  removeSavedReport: endpoint({
    method: 'DELETE',
    path: '/companies/{companyId}/saved-reports/{reportId}',
    summary: 'Remove a saved report for everybody: an own one, or as a company admin any shared one',
    can: 'reports.save',
    input: z.strictObject(reportPath),
    output: noContent,
    refuses: ['saved-report.missing', 'saved-report.not-own'],
  }),
};

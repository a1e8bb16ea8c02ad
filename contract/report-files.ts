// Files of a report: the worklogs of a filter, what they add up to, or the payroll of a period, as a table to be opened
// elsewhere. The rows are exactly those that the caller sees on the page, all of one moment, written while they are read.
// A program asks for one and gets it. A browser that saves a file by itself shows its page no refusal and no progress: the page
// prepares the file, lets the browser fetch it once, and asks how far it is.

import { z } from 'zod';
import { preparedFileStates } from '#domain/report-files.ts';
import { locales } from '#domain/settings.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, day, id, nothing } from './fields.ts';
import { reportFilter } from './reports.ts';

export const reportFileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export const reportFile = {
  of: z
    .enum(['worklogs', 'breakdown', 'payroll'])
    .describe('`payroll` has all statuses apart, whatever `statuses` says. On the Free plan `worklogs` only'),
  format: z.enum(['csv', 'xlsx']),
  style: z
    .enum(['local', 'plain'])
    .default('local')
    .describe(
      '`local`: headings, days and numbers as people write them; `plain`: fixed English headings, ISO days, ids',
    ),
  language: z.enum(locales).optional().describe('Absent means that of the request'),
};

const asked = z.strictObject({
  ...companyPath,
  ...reportFilter,
  from: day.optional().describe('May be left open for worklogs only'),
  to: day.optional(),
  ...reportFile,
});

const refuses = [
  'role.not-allowed',
  'range.backwards',
  'range.too-long',
  'range.too-far-ahead',
  'file.too-many',
  'file.too-many-of-company',
  'file.busy',
] as const;

const preparedPath = z.strictObject({ ...companyPath, fileId: id });

/** A company without a paid plan may still take its own worklogs out; the other tables are judged where they are asked for. */
const onFreePlan = true;
const can = 'worklogs.read';

export const reportFileEndpoints = {
  getReportFile: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/file',
    summary: 'A report as a file, CSV or XLSX. Few are written at a time: 429 and 503 say when to ask again',
    can,
    onFreePlan,
    file: 'stream',
    input: asked,
    output: z.object({ fileName: z.string(), format: reportFile.format }),
    refuses,
  }),
  prepareReportFile: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/reports/files',
    summary: 'The same for a browser that saves it by itself: refused here if at all, then fetched by its address',
    can,
    onFreePlan,
    forTokens: false,
    input: asked,
    output: z.object({ id, rowsExpected: z.int().nullable().describe('Null where rows are sums') }),
    refuses,
  }),
  fetchPreparedFile: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/files/{fileId}/content',
    summary: 'Once, within half a minute, by whoever prepared it; judged again, as rights may have ended',
    can,
    onFreePlan,
    forTokens: false,
    file: 'stream',
    input: preparedPath,
    output: z.record(z.string(), z.unknown()).describe('What was asked for'),
    refuses: [...refuses, 'file.missing'],
  }),
  getPreparedFile: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/files/{fileId}',
    summary: 'How far a prepared file has come, and why it failed',
    can,
    onFreePlan,
    forTokens: false,
    input: preparedPath,
    output: z.object({
      state: z.enum(preparedFileStates).describe('`cancelled` also by the browser that was saving it'),
      rowsWritten: z.int(),
      rowsExpected: z.int().nullable(),
      failure: z.string().nullable().describe('In the language of the request'),
    }),
    refuses: ['file.missing', 'file.broken', 'file.not-fetched'],
  }),
  cancelPreparedFile: endpoint({
    method: 'DELETE',
    path: '/companies/{companyId}/reports/files/{fileId}',
    summary: 'No longer wanted: whatever is being written ends within a second, and makes room for another',
    can,
    onFreePlan,
    forTokens: false,
    input: preparedPath,
    output: nothing,
    refuses: ['file.missing'],
  }),
};

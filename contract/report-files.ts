// Reports as files: the worklogs of a filter, their totals, or the payroll of a period, as CSV or XLSX. The rows are exactly
// those that reports count, from one snapshot, and are streamed. A program requests a file directly. A page cannot see the errors
// and the progress of a browser download, so it prepares the file, lets the browser fetch it once, and polls its state.

import { z } from 'zod';
import { preparedFileStates } from '#domain/report-files.ts';
import { locales } from '#domain/settings.ts';
import { auditFilterFields } from './audit.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, day, id, noContent } from './fields.ts';
import { groupByLevels, reportFilterFields } from './reports.ts';

export const reportFileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const auditFileFields = { auditKinds: auditFilterFields.kinds, personIds: auditFilterFields.personIds };

export const reportFileFields = {
  of: z
    .enum(['worklogs', 'breakdown', 'payroll', 'audit'])
    .describe(
      '`payroll` lists all statuses separately and ignores `statuses`. `audit` is the audit log, for company admins: its filter is `from`, `to`, `auditKinds` and `personIds`. On the Free plan only `worklogs` and `audit`',
    ),
  format: z.enum(['csv', 'xlsx']),
  style: z
    .enum(['local', 'plain'])
    .default('local')
    .describe(
      '`local`: headings, days and numbers as people write them; `plain`: fixed English headings, ISO days, ids',
    ),
  ...auditFileFields,
  groupBy: groupByLevels.describe('What the rows of a `breakdown` are, as in the report'),
  language: z.enum(locales).optional().describe('Absent: the language of the request'),
};

const reportFileInput = z.strictObject({
  ...companyPath,
  ...reportFilterFields,
  from: day.optional().describe('May be absent for `worklogs` and `audit` only'),
  to: day.optional(),
  ...reportFileFields,
});

const refuses = [
  'role.not-allowed',
  'range.too-many-buckets',
  'range.backwards',
  'range.too-long',
  'range.too-far-ahead',
  'file.too-many',
  'file.too-many-of-company',
  'file.busy',
] as const;

const preparedPath = z.strictObject({ ...companyPath, fileId: id });

/** Also on the Free plan; the handler checks the plan and the rights for each table. */
const onFreePlan = true;
const can = 'worklogs.read';
const file = { source: 'generated', types: Object.values(reportFileTypes) } as const;

export const reportFileEndpoints = {
  getReportFile: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/file',
    summary:
      'A report as a file, CSV or XLSX. The number of simultaneous files is limited: 429 and 503 say when to retry',
    can,
    onFreePlan,
    file,
    input: reportFileInput,
    output: z.object({ fileName: z.string(), format: reportFileFields.format }),
    refuses,
  }),
  prepareReportFile: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/reports/files',
    summary:
      'The same for a browser download: any refusal comes here, then the browser fetches the file by its address',
    can,
    onFreePlan,
    forTokens: false,
    input: reportFileInput,
    output: z.object({ id, rowsExpected: z.int().nullable().describe('Null if the rows are sums') }),
    refuses,
  }),
  fetchPreparedFile: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/files/{fileId}/content',
    summary:
      'Download a prepared file: once, within half a minute, by the person who prepared it. Permissions are checked again',
    can,
    onFreePlan,
    forTokens: false,
    file,
    input: preparedPath,
    output: z.record(z.string(), z.unknown()).describe('The parameters of the file'),
    refuses: [...refuses, 'file.missing'],
  }),
  getPreparedFile: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/files/{fileId}',
    summary: 'The progress of a prepared file, and why it failed',
    can,
    onFreePlan,
    forTokens: false,
    input: preparedPath,
    output: z.object({
      state: z.enum(preparedFileStates).describe('`cancelled`: by the page or by the browser'),
      rowsWritten: z.int(),
      rowsExpected: z.int().nullable(),
      failure: z.string().nullable().describe('In the language of the request'),
    }),
    refuses: ['file.missing', 'file.broken', 'file.not-fetched'],
  }),
  cancelPreparedFile: endpoint({
    method: 'DELETE',
    path: '/companies/{companyId}/reports/files/{fileId}',
    summary: 'Cancel a file: writing stops within a second and frees its slot',
    can,
    onFreePlan,
    forTokens: false,
    input: preparedPath,
    output: noContent,
    refuses: ['file.missing'],
  }),
};

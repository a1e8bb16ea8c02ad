// Files of a report: the worklogs of a filter, what they add up to, or the payroll of a period, as a table to be opened
// elsewhere. The rows are exactly those that the caller sees on the page, all of one moment, written while they are read.

import { z } from 'zod';
import { locales } from '#domain/settings.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, day } from './fields.ts';
import { reportFilter } from './reports.ts';

export const reportFileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export const reportFile = {
  of: z
    .enum(['worklogs', 'breakdown', 'payroll'])
    .describe('`payroll` has all statuses apart, whatever `statuses` says'),
  format: z.enum(['csv', 'xlsx']),
  style: z
    .enum(['local', 'plain'])
    .default('local')
    .describe(
      '`local`: headings, days and numbers as people write them; `plain`: fixed English headings, ISO days, ids',
    ),
  language: z.enum(locales).optional().describe('Absent means that of the request'),
};

export const reportFileEndpoints = {
  getReportFile: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/reports/file',
    summary: 'A report as a file, CSV or XLSX. Few are written at a time: 429 and 503 say when to ask again',
    can: 'worklogs.read',
    // A company without a paid plan may still take its own worklogs out.
    onFreePlan: true,
    file: 'stream',
    input: z.strictObject({
      ...companyPath,
      ...reportFilter,
      from: day.optional().describe('May be left open for worklogs only'),
      to: day.optional(),
      ...reportFile,
    }),
    output: z.object({ fileName: z.string(), format: reportFile.format }),
    refuses: [
      'role.not-allowed',
      'range.backwards',
      'range.too-long',
      'range.too-far-ahead',
      'file.too-many',
      'file.busy',
    ],
  }),
};

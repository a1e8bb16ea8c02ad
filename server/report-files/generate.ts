// Generates a report file: table, format, file name. The viewer (of a request or a mail) gets only what they may see.

import { setTimeout as sleep } from 'node:timers/promises';
import { type CompiledQuery, sql } from 'kysely';
import type { z } from 'zod';
import type { reportFileFields } from '#contract/report-files.ts';
import type { ReportGroup } from '#domain/report-groups.ts';
import type { DayRange } from '#domain/report-ranges.ts';
import type { Locale } from '#domain/settings.ts';
import { countedStatuses } from '#domain/totals.ts';
import { m } from '#locales/messages.js';
import type { AuditFilter } from '../audit/rows.ts';
import type { ExportConnection } from '../db/export-connections.ts';
import { toSingleLine } from '../mail/displayed.ts';
import type { WorklogFilter } from '../reports/worklog-filter.ts';
import { isOnlyActiveCompany } from '../request/active-companies.ts';
import { type AuditViewer, auditFileColumns, selectAuditRows } from './audit-rows.ts';
import { breakdownTable, type FileViewer } from './breakdown-rows.ts';
import { buildColumns, type ColumnDefinition, type ColumnSelection } from './columns.ts';
import { columnsFor } from './common.ts';
import { writeCsv } from './csv.ts';
import { payrollColumns, selectPayrollRows } from './payroll-rows.ts';
import { writeWorkbook } from './workbook.ts';
import { isIndexSelective, selectWorklogRows, worklogColumnsFor } from './worklog-rows.ts';

type Input = z.output<z.ZodObject<typeof reportFileFields>>;
export type ReportFileKind = Input['of'];
export type ReportFileRequest = Pick<Input, 'of' | 'format' | 'style'> & {
  groupBy: readonly ReportGroup[];
  filter: WorklogFilter;
  /** The filter of the audit log. */
  audit?: AuditFilter;
  locale: Locale;
};

type Reading = { copy: ExportConnection['copy']; signal: AbortSignal; onRows?: ((count: number) => void) | undefined };

export async function* writeReportFile(
  viewer: FileViewer & AuditViewer,
  request: ReportFileRequest,
  { copy, signal, onRows = () => {} }: Reading,
): AsyncGenerator<string | Uint8Array> {
  const { of, format, style, filter, locale } = request;
  const writing = { style, locale };
  const shown: WorklogFilter = { ...filter, statuses: filter.statuses ?? [...countedStatuses] };
  if (of === 'worklogs' && isIndexSelective(viewer, shown)) await sql`set local enable_sort = off`.execute(viewer.db);
  const { described, select } = fileTableOf(viewer, { ...request, filter: shown });
  const { columns, selection } = buildColumns(described, writing);
  const rows = yieldingBatches(viewer.company.id, copy(select(selection), signal));
  const batches = countRows(rows, onRows);
  yield* format === 'csv'
    ? writeCsv(columns, batches, writing)
    : writeWorkbook(columns, batches, { title: titles[of]({}, { locale }), style });
}

async function* countRows(batches: AsyncIterable<string[]>, onRows: (count: number) => void) {
  for await (const lines of batches) {
    yield lines;
    onRows(lines.length);
  }
}

const titles = {
  worklogs: m.file_title_worklogs,
  breakdown: m.file_title_breakdown,
  payroll: m.file_title_payroll,
  audit: m.file_title_audit,
} as const;

type Table = { described: readonly ColumnDefinition[]; select: (selection: ColumnSelection) => CompiledQuery };

function fileTableOf(viewer: FileViewer & AuditViewer, { of, filter, groupBy, audit = {} }: ReportFileRequest): Table {
  switch (of) {
    case 'worklogs':
      return {
        described: worklogColumnsFor(viewer.company),
        select: (selection) => selectWorklogRows(viewer, filter, selection),
      };
    case 'breakdown':
      return breakdownTable(viewer, filter, groupBy);
    case 'payroll':
      return {
        described: columnsFor(viewer.company, payrollColumns),
        select: (selection) => selectPayrollRows(viewer, filter, selection),
      };
    case 'audit':
      return { described: auditFileColumns, select: (selection) => selectAuditRows(viewer, audit, selection) };
  }
}

type FileNameParts = {
  company: string;
  of: ReportFileKind;
  format: Input['format'];
  days: { [Day in keyof DayRange]?: DayRange[Day] | undefined };
  locale: Locale;
};

/** "Acme – worklogs 2026-11-01 – 2026-11-30.csv", without characters that file systems refuse. */
export function fileNameOf({ company, of, format, days, locale }: FileNameParts): string {
  const range = [days.from, days.to].filter((day) => day !== undefined);
  const parts = [safeFileName(company), `${titles[of]({}, { locale }).toLowerCase()} ${range.join(' – ')}`.trim()];
  return `${parts.filter((part) => part !== '').join(' – ')}.${format}`;
}

const maxCompanyLength = 60;

export const safeFileName = (text: string): string =>
  toSingleLine(text, maxCompanyLength)
    .replaceAll('\u2060', '')
    .replaceAll(/[\\/:*?"<>|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');

/** About a millisecond of work, even in a workbook. */
const rowsPerChunk = 50;
const pauseMs = 4;

let lastChunk: Promise<unknown> = Promise.resolve();

/**
 * Formatting rows uses processor time of the process that serves all requests. While other companies are active, files are written
 * in small chunks, one chunk of all files at a time, with pauses in which requests are served. The only active company does not
 * wait.
 */
async function* yieldingBatches(companyId: string, batches: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const lines of batches) {
    if (isOnlyActiveCompany(companyId)) yield lines;
    else yield* inChunks(lines);
  }
}

async function* inChunks(lines: string[]): AsyncGenerator<string[]> {
  for (let at = 0; at < lines.length; at += rowsPerChunk) {
    lastChunk = lastChunk.then(() => sleep(pauseMs));
    await lastChunk;
    yield lines.slice(at, at + rowsPerChunk);
  }
}

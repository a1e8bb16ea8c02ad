// Imports: a list of people as CSV, XLSX or pasted text. A check writes nothing; a run invites everybody new.
// The file is sent again for the run, which checks it once more under the company's lock.

import { z } from 'zod';
import {
  importMailStates,
  importRetentionDays,
  importVerdicts,
  maxImportMegabytes,
  maxImportProjects,
  maxImportRows,
  maxListedImports,
} from '#domain/imports.ts';
import { roles } from '#domain/permissions.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, fileName, id, instant, pageFields, pageOf, pageQuery, pageReasons, role } from './fields.ts';

/** Base64 makes a file a third larger; the rest is for the other fields. */
const maxBodyBytes = maxImportMegabytes * 1_500_000;

const source = {
  ...companyPath,
  file: z
    .string()
    .optional()
    .describe(
      `CSV (comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252) or XLSX, in base64; at most ${maxImportMegabytes} MB and ${maxImportRows} rows. The format is detected from the content`,
    ),
  text: z
    .string()
    .optional()
    .describe(
      'The list as text, instead of a file: a person per line, or addresses between commas, semicolons, spaces and line breaks, also as `Name <address>`',
    ),
  role: role.default('worker').describe('Role of rows without a role'),
  projectIds: z
    .array(id)
    .max(maxImportProjects)
    .default([])
    .describe('Projects that workers and managers of the list are assigned to when they join'),
};

const listedPerson = {
  line: z
    .int()
    .describe(
      'Line of the text or row of the sheet, from 1; in a list with several addresses on a line, the place of the address',
    ),
  email: z.string().describe('As in the list'),
  name: z.string(),
  role: z.string().describe('As in the list; empty where it names none'),
  verdict: z
    .enum(importVerdicts)
    .describe('Only `new` rows get an invite. `too-often`: this mailbox got too many invites within the hour'),
};

const checkedRow = z
  .object({
    ...listedPerson,
    grants: z.enum(roles).nullable().describe('Role of the invite; null if the row names no known role'),
  })
  .meta({ id: 'CheckedRow' });
export type CheckedRow = z.infer<typeof checkedRow>;

export const importRow = z
  .object({
    ...listedPerson,
    grants: z.enum(roles).nullable().describe('Role of the invite that was made'),
    mail: z
      .enum(importMailStates)
      .nullable()
      .describe('Mail of the invite: queued, sent to the mail server, failed, or no longer needed'),
  })
  .meta({ id: 'ImportRow' });
export type ImportRow = z.infer<typeof importRow>;

const counts = z.record(z.enum(importVerdicts), z.int()).describe('Rows by verdict');

export const importRun = z
  .object({
    id,
    fileName: z.string().describe('Empty for pasted text'),
    startedByName: z.string(),
    createdAt: instant,
    counts,
    mails: z.record(z.enum(importMailStates), z.int()).describe('Invites of this run by the state of their email'),
  })
  .meta({ id: 'Import' });
export type ImportRun = z.infer<typeof importRun>;

const unreadableReasons = [
  'import.no-source',
  'import.too-large',
  'import.too-many-rows',
  'import.empty',
  'import.not-a-list',
  'import.old-excel',
  'import.damaged',
  'import.open-quote',
  'import.no-email-column',
  'import.busy',
  'invite.too-many-today',
] as const;

const importPath = { ...companyPath, importId: id };

export const importEndpoints = {
  checkImport: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/imports/check',
    summary:
      'What an import would do with each row, and whether there are enough seats and invites left today. Writes nothing',
    can: 'invites.manage',
    isDryRun: true,
    maxBodyBytes,
    input: z.strictObject(source),
    output: z.object({
      rows: z.array(checkedRow).max(maxImportRows),
      columns: z
        .object({ email: z.string(), name: z.string().nullable(), role: z.string().nullable() })
        .nullable()
        .describe('Recognised headers; null for a list without a header'),
      seats: z.object({ needed: z.int(), free: z.int() }),
      invitesLeft: z.int().describe('How many invites of lists the company and the caller may still send today'),
    }),
    refuses: [...unreadableReasons, 'project.missing'],
  }),
  startImport: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/imports',
    summary: 'Invite everybody new in the list: seats are reserved for all of them first, then the emails go out',
    can: 'invites.manage',
    rateLimit: 'mail',
    maxBodyBytes,
    input: z.strictObject({ ...source, fileName: fileName.default('').describe('Shown with the import') }),
    output: importRun,
    refuses: [
      ...unreadableReasons,
      'project.missing',
      'import.nobody-new',
      'import.too-many-mails',
      'seats.too-few',
      'seats.none-free',
    ],
  }),
  listImports: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/imports',
    summary: `The last ${maxListedImports} imports of the last ${importRetentionDays} days, newest first`,
    can: 'invites.manage',
    input: z.strictObject(companyPath),
    output: z.object({ imports: z.array(importRun).max(maxListedImports) }),
  }),
  getImport: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/imports/{importId}',
    summary: 'Progress of an import',
    can: 'invites.manage',
    input: z.strictObject(importPath),
    output: importRun,
    refuses: ['import.missing'],
  }),
  listImportRows: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/imports/{importId}/rows',
    summary: 'Result of each row, in the order of the list',
    can: 'invites.manage',
    input: z.strictObject({
      ...importPath,
      ...pageQuery,
      show: z.enum(['all', 'invited', 'problems']).default('all').describe('Invited rows, or rows with a problem'),
    }),
    output: z.object({ rows: pageOf(importRow), total: z.int(), ...pageFields }),
    refuses: ['import.missing', ...pageReasons],
  }),
};

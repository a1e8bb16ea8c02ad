// The archive of a company: everything of it as one file, described in docs/archive.md. It is streamed while it is read.

import { z } from 'zod';
import { archiveTargetStates, archiveType, maxArchiveMegabytes, maxArchivePeople } from '#domain/archives.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, instant } from './fields.ts';

const archiveCounts = { companyName: z.string(), projects: z.int(), worklogs: z.int(), receipts: z.int() };

const archiveContents = z
  .object({
    ...archiveCounts,
    takenAt: instant,
    people: z
      .array(
        z.object({
          name: z.string(),
          email: z.string().nullable(),
          isMember: z.boolean().describe('An active member of this company has the address'),
          isActive: z.boolean().describe('Was an active member when the archive was made'),
        }),
      )
      .max(maxArchivePeople),
  })
  .meta({ id: 'ArchiveContents' });
export type ArchiveContents = z.infer<typeof archiveContents>;

const archiveImported = z
  .object({
    ...archiveCounts,
    members: z.int().describe('People of the archive who are members of this company'),
    formerMembers: z.int().describe('People who became former members'),
  })
  .meta({ id: 'ArchiveImported' });
export type ArchiveImported = z.infer<typeof archiveImported>;

const unusableReasons = [
  'archive.too-large',
  'archive.too-many-people',
  'archive.not-complete',
  'archive.damaged',
  'archive.newer',
  'archive.wrong-line',
  'archive.wrong-row',
  'archive.wrong-table',
  'archive.wrong-value',
  'archive.not-empty',
  'archive.running',
  'archive.too-slow',
  'archive.busy',
  'receipt.damaged',
  'receipt.not-stored',
  'server.not-on-citus',
] as const;

export const archiveEndpoints = {
  exportCompany: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/archive',
    summary:
      'Everything of the company as one ZIP: a CSV of each table, and the receipts. The number of simultaneous files is limited: 429 and 503 say when to retry',
    can: 'company.export',
    onFreePlan: true,
    file: { source: 'generated', types: [archiveType] },
    input: z.strictObject(companyPath),
    output: z.object({ fileName: z.string() }),
    refuses: ['role.not-allowed', 'file.too-many', 'file.too-many-of-company', 'file.busy'],
  }),
  getArchiveTarget: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/archive-import',
    summary:
      'Whether an archive can be imported: while there is nothing in the company but people, invites and its audit log',
    can: 'company.import',
    onFreePlan: true,
    input: z.strictObject(companyPath),
    output: z.object({ state: z.enum(archiveTargetStates) }),
  }),
  checkArchive: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/archive-import/check',
    summary: `What is in an archive, sent as the request body (at most ${maxArchiveMegabytes} MB), and which of its people are members. Changes nothing`,
    can: 'company.import',
    onFreePlan: true,
    upload: 'archive',
    input: z.strictObject(companyPath),
    output: archiveContents,
    refuses: unusableReasons,
  }),
  importArchive: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/archive-import',
    summary:
      'Import an archive, sent as the request body, into a company in which there is nothing yet: everything or nothing. Who is no member becomes a former member',
    can: 'company.import',
    onFreePlan: true,
    upload: 'archive',
    input: z.strictObject(companyPath),
    output: archiveImported,
    refuses: unusableReasons,
  }),
};

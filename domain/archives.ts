// Limits of an archive that a company admin imports in the browser. An operator imports larger ones: docs/archive.md.

import { type Refusal, refuse } from './reasons.ts';

export const archiveType = 'application/zip';

export const maxArchiveMegabytes = 200;
export const maxArchiveBytes = maxArchiveMegabytes * 1024 * 1024;

/** Of all tables together: what the database has to read in one transaction. */
export const maxUnpackedMegabytes = 500;
export const maxArchiveTableBytes = maxUnpackedMegabytes * 1024 * 1024;

/** Tables and receipts: the list of files is in memory. */
export const maxArchiveFiles = 20_000;

/** All of them are shown before the import. */
export const maxArchivePeople = 2_000;

/** One transaction, in which others of the company wait. */
export const maxArchiveMinutes = 10;

/** `importing`: by this or another process. `filled`: it has something of its own, so nothing can be imported into it. */
export const archiveTargetStates = ['empty', 'importing', 'filled'] as const;
export type ArchiveTargetState = (typeof archiveTargetStates)[number];

export const archiveTooLarge = (): Refusal =>
  refuse('archive.too-large', {
    path: 'file',
    params: { megabytes: maxArchiveMegabytes, unpacked: maxUnpackedMegabytes, files: maxArchiveFiles },
  });

export const archiveSizeRefusal = (bytes: number): Refusal | null =>
  bytes > maxArchiveBytes ? archiveTooLarge() : null;

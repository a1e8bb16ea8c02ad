// What handlers may do with an archive that was uploaded. It runs as the owner of the tables, in a transaction of its own
// (server/archive/import-by-admin.ts), so handlers get it as a port and no database handle.

import type { ArchiveContents, ArchiveImported } from '#contract/archive.ts';

export type UploadedArchive = { companyId: string; personId: string; path: string };

export type CompanyArchives = {
  /** Changes nothing. */
  check(archive: UploadedArchive): Promise<ArchiveContents>;
  import(archive: UploadedArchive): Promise<ArchiveImported>;
};

// Names the archive of a company and charges the limit of files of the person; `send.ts` streams it. An uploaded archive is checked or
// imported between two transactions of its request, as the owner of the tables.

import { CompiledQuery } from 'kysely';
import type { archiveEndpoints } from '#contract/archive.ts';
import type { ArchiveTargetState } from '#domain/archives.ts';
import { dayOf } from '#domain/calendar.ts';
import { safeFileName } from '../report-files/generate.ts';
import { chargeFileLimit } from '../report-files/handlers.ts';
import type { CompanyArchives, UploadedArchive } from '../request/company-archives.ts';
import type { CompanyContext } from '../request/context.ts';
import { refuseImportOnCitus } from '../request/distribution.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureFound, refused } from '../request/refused.ts';
import { afterCommit } from '../request/two-phase.ts';
import { emptinessOf } from './emptiness.ts';
import { isImporting } from './lock.ts';
import type { Query } from './tables.ts';

export const archiveHandlers: Handlers<typeof archiveEndpoints> = {
  exportCompany: (ctx) => requestArchive(ctx),
  getArchiveTarget: async (ctx) => ({ state: await stateOf(ctx) }),
  checkArchive: (ctx) => withArchive(ctx, (archives, archive) => archives.check(archive)),
  importArchive: (ctx) => withArchive(ctx, (archives, archive) => archives.import(archive)),
};

export async function requestArchive(ctx: CompanyContext): Promise<{ fileName: string }> {
  await chargeFileLimit(ctx);
  return { fileName: `${safeFileName(ctx.company.name)} ${dayOf(ctx.now, ctx.company.timeZone)}.zip`.trim() };
}

async function withArchive<T>(
  ctx: CompanyContext,
  work: (archives: CompanyArchives, archive: UploadedArchive) => Promise<T>,
) {
  refuseImportOnCitus(ctx);
  const archives = ensureFound(ctx.archives, 'server.failed');
  const { path } = ensureFound(ctx.upload, 'receipt.damaged');
  const state = await stateOf(ctx);
  if (state === 'importing') throw refused('archive.running');
  if (state === 'filled') throw refused('archive.not-empty');
  const archive = { companyId: ctx.company.id, personId: ctx.person.id, path };
  return afterCommit(async () => {
    const result = await work(archives, archive);
    return async (_ctx: CompanyContext) => result;
  });
}

async function stateOf({ db, company }: CompanyContext): Promise<ArchiveTargetState> {
  const query: Query = async (text, values = []) => db.executeQuery(CompiledQuery.raw(text, [...values]));
  if (!(await emptinessOf(query, company.id))) return 'filled';
  return (await isImporting(query, company.id)) ? 'importing' : 'empty';
}

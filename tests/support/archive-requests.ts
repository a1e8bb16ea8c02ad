// Uploads of an archive by people, as their browser sends them.

import { readFileSync } from 'node:fs';
import { type ArchiveContents, type ArchiveImported, archiveEndpoints } from '#contract/archive.ts';
import { apiPrefix } from '#contract/index.ts';
import type { Actor, Reply } from './app.ts';

const pathOf = (companyId: string) => `${apiPrefix}/companies/${companyId}/archive-import`;

const zip = { 'content-type': 'application/zip' };

export const sendArchive = (
  actor: Actor,
  companyId: string,
  file: string,
  headers: Record<string, string> = {},
): Promise<Reply<unknown>> => actor.send('POST', pathOf(companyId), readFileSync(file), { ...zip, ...headers });

export const sendForCheck = (
  actor: Actor,
  companyId: string,
  file: string,
  headers: Record<string, string> = {},
): Promise<Reply<unknown>> =>
  actor.send('POST', `${pathOf(companyId)}/check`, readFileSync(file), { ...zip, ...headers });

export const importBy = async (actor: Actor, companyId: string, file: string): Promise<ArchiveImported> =>
  archiveEndpoints.importArchive.output.parse(succeeded(await sendArchive(actor, companyId, file)));

export const checkBy = async (actor: Actor, companyId: string, file: string): Promise<ArchiveContents> =>
  archiveEndpoints.checkArchive.output.parse(succeeded(await sendForCheck(actor, companyId, file)));

function succeeded({ status, text, body }: Reply<unknown>): unknown {
  if (status !== 200) throw new Error(`The upload was answered with ${status}: ${text}`);
  return body;
}

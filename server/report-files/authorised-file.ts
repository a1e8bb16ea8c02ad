// Authorises a report file before it is read: its owner, its name, and what its reader may see. The transaction that
// reads the rows authorises the request again, because the file may have waited for a slot and rights must fit the rows (decision 067).

import { reportFileEndpoints, type reportFileTypes } from '#contract/report-files.ts';
import { maxConcurrentFiles } from '#domain/report-files.ts';
import { parseInput, withAuthorisation } from '../request/authorise.ts';
import type { ApiRequest } from '../request/call.ts';
import { asMember, type CompanyContext } from '../request/context.ts';
import { createFairSemaphore } from '../request/fair-semaphore.ts';
import type { Pipeline } from '../request/pipeline.ts';
import { RefusalError, refused } from '../request/refused.ts';
import { type FileAccess, includesAccess, readFileAccess } from './access.ts';
import { nameFile, readFileRequest, requestFile } from './handlers.ts';
import { claimPrepared } from './prepared.ts';
import type { FileOwner } from './slots.ts';

const { getReportFile, fetchPreparedFile } = reportFileEndpoints;

export type AuthorisedFile = {
  /** As `getReportFile` receives it. */
  request: ApiRequest;
  owner: FileOwner;
  access: FileAccess;
  fileName: string;
  format: keyof typeof reportFileTypes;
};

/** Limits concurrent authorisations, so that a hundred requests for files do not occupy all connections. */
const authorisationSemaphore = createFairSemaphore({
  atOnce: maxConcurrentFiles,
  ofCompany: maxConcurrentFiles / 2,
  waiting: { ofCompany: 200, ofPerson: 100, refusal: () => refused('file.busy', { params: { seconds: 5 } }) },
});

export function authoriseFile(pipeline: Pipeline, request: ApiRequest): Promise<AuthorisedFile> {
  // Unauthenticated at this point: the queue uses what the request claims.
  const claimed = {
    companyId: String(request.path.companyId),
    personId: request.sessionToken ?? request.client.address,
  };
  return authorisationSemaphore(claimed, () =>
    withAuthorisation(pipeline, { rule: getReportFile, request }, async (ctx) => {
      const member = asMember(ctx);
      const input = parseInput(getReportFile, request, ctx.config);
      return { request, ...(await readAccess(member)), ...(await requestFile(member, input)) };
    }),
  );
}

/**
 * Claims a prepared file and turns the request into the one that was prepared. The claim stays when that one is refused, so that
 * the page that prepared it can show the reason.
 */
export function claimFile(
  pipeline: Pipeline,
  request: ApiRequest,
): Promise<{ companyId: string; fileId: string; file: AuthorisedFile | RefusalError }> {
  return withAuthorisation(pipeline, { rule: fetchPreparedFile, request }, async (ctx) => {
    const member = asMember(ctx);
    const { companyId, fileId } = parseInput(fetchPreparedFile, request, ctx.config);
    const rest = await claimPrepared(member, fileId);
    const prepared = { ...request, path: { companyId }, rest };
    const file = await orRefusal(async () => {
      const input = parseInput(getReportFile, prepared, ctx.config);
      return { request: prepared, ...nameFile(member, input), ...(await readAccess(member)) };
    });
    return { companyId, fileId, file };
  });
}

const readAccess = async (ctx: CompanyContext): Promise<Pick<AuthorisedFile, 'owner' | 'access'>> => ({
  owner: { companyId: ctx.company.id, personId: ctx.person.id },
  access: await readFileAccess(ctx),
});

async function orRefusal<T>(work: () => Promise<T>): Promise<T | RefusalError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusalError) return error;
    throw error;
  }
}

/** Authorises again with the same session or token, without charging limits. */
export const isStillAllowed = (pipeline: Pipeline, { request, access }: AuthorisedFile): Promise<boolean> =>
  withAuthorisation(pipeline, { rule: getReportFile, request }, async (ctx) => {
    const member = asMember(ctx);
    readFileRequest(member, parseInput(getReportFile, request, ctx.config));
    return includesAccess(access, await readFileAccess(member));
  });

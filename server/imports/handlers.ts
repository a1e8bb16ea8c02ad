// Imports: everybody on a list is invited in one transaction or nobody is, so that a killed process leaves no partial import and a
// repetition finds them all invited. The emails are jobs of that transaction; their delivery is recorded per row.

import type { importEndpoints } from '#contract/imports.ts';
import { type ClassifiedRow, classifyRows, importMailsLeft, importMailsRefusal } from '#domain/imports.ts';
import type { PeopleList } from '#domain/people-list.ts';
import { seatsFree } from '#domain/seats.ts';
import { claimInvites, findAllowance } from '../billing/invite-allowance.ts';
import { chargeRepeatedInvites, findRepeatedInvites } from '../invites/limits.ts';
import { missingProjectRefusal } from '../invites/projects.ts';
import { claimSeats, findSeatUse, lockOwnCompany } from '../members/seats.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { listedMailsLeft, secondsUntilListedMails } from '../request/rate-limit-counters.ts';
import { ensureAllowed, refused } from '../request/refused.ts';
import { afterCommit } from '../request/two-phase.ts';
import { knownAddresses } from './known-addresses.ts';
import { getImportRun, listImportRows, listImportRuns, mailedToday } from './rows.ts';
import { readPeople } from './start-read-process.ts';
import { writeImport } from './write-import.ts';

export const importHandlers: Handlers<typeof importEndpoints> = {
  async checkImport({ company, person }, { role, projectIds, ...source }) {
    return afterCommit(async () => {
      const list = await readPeople({ companyId: company.id, personId: person.id }, source);
      return (ctx: CompanyContext) => checkList(ctx, { role, projectIds, list });
    });
  },

  async startImport({ company, person }, { role, projectIds, fileName, ...source }) {
    return afterCommit(async () => {
      const list = await readPeople({ companyId: company.id, personId: person.id }, source);
      return (ctx: CompanyContext) => startRun(ctx, { role, projectIds, fileName, list });
    });
  },

  async listImports(ctx) {
    return { imports: await listImportRuns(ctx) };
  },

  async getImport(ctx, { importId }) {
    return getImportRun(ctx, importId);
  },

  async listImportRows(ctx, { importId, ...query }) {
    await getImportRun(ctx, importId);
    return listImportRows(ctx, importId, query);
  },
};

type ImportRequest = { role: Parameters<typeof classifyRows>[2]; projectIds: readonly string[]; list: PeopleList };

async function checkList(ctx: CompanyContext, request: ImportRequest) {
  ensureAllowed(await missingProjectRefusal(ctx, request.projectIds));
  const rows = await classify(ctx, request);
  const use = await findSeatUse(ctx, ctx.company.id);
  const allowance = await findAllowance(ctx);
  const invitesLeft = Math.min(
    importMailsLeft(use.seats, await mailedToday(ctx)),
    await listedMailsLeft(ctx.db, ctx.person.id),
    allowance?.left ?? Number.POSITIVE_INFINITY,
  );
  const { columns } = request.list;
  return { rows, columns, seats: { needed: newOf(rows).length, free: seatsFree(use) }, invitesLeft };
}

async function startRun(ctx: CompanyContext, { fileName, ...request }: ImportRequest & { fileName: string }) {
  await lockOwnCompany(ctx);
  ensureAllowed(await missingProjectRefusal(ctx, request.projectIds));
  const rows = await classify(ctx, request);
  const invited = newOf(rows);
  const isTooOften = rows.some(({ verdict }) => verdict === 'too-often');
  if (invited.length === 0)
    throw isTooOften ? refused('request.throttled', { params: { seconds: 3_600 } }) : refused('import.nobody-new');
  const seconds = await secondsUntilListedMails(ctx.db, ctx.person.id, invited.length);
  if (seconds !== null) throw refused('request.throttled', { params: { seconds } });
  const { seats } = await findSeatUse(ctx, ctx.company.id);
  ensureAllowed(importMailsRefusal(seats, await mailedToday(ctx), invited.length));
  await claimSeats(ctx, invited.length);
  await claimInvites(ctx, invited.length);
  await chargeRepeatedInvites(
    ctx,
    invited.map(({ email }) => email),
  );
  return getImportRun(ctx, await writeImport(ctx, { fileName, rows, projectIds: request.projectIds }));
}

const newOf = (rows: readonly ClassifiedRow[]): ClassifiedRow[] => rows.filter(({ verdict }) => verdict === 'new');

/** Skips addresses that this company has invited too often: inviting and revoking repeatedly would flood a mailbox. */
async function classify(ctx: CompanyContext, { role, list: { people } }: ImportRequest): Promise<ClassifiedRow[]> {
  const rows = classifyRows(people, await knownAddresses(ctx, people), role);
  const repeated = await findRepeatedInvites(
    ctx,
    newOf(rows).map(({ email }) => email),
  );
  return rows.map((row) => (row.verdict === 'new' && repeated.has(row.email) ? { ...row, verdict: 'too-often' } : row));
}

// Imports: everybody on a list is invited in one transaction or nobody is, so that a killed process leaves no partial import and a
// repetition finds them all invited. The emails are jobs of that transaction; their delivery is recorded per row.

import type { importEndpoints } from '#contract/imports.ts';
import { type ClassifiedRow, classifyRows, importMailsRefusal } from '#domain/imports.ts';
import type { PeopleList } from '#domain/people-list.ts';
import { seatsFree } from '#domain/seats.ts';
import { claimInvites } from '../billing/invite-allowance.ts';
import { chargeRepeatedInvites } from '../invites/limits.ts';
import { claimSeats, findSeatUse, lockOwnCompany } from '../members/seats.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureAllowed, refused } from '../request/refused.ts';
import { secondsUntilListedMails } from '../request/throttle.ts';
import { afterCommit } from '../request/two-phase.ts';
import { knownAddresses } from './known.ts';
import { readPeople } from './reading.ts';
import { getImportRun, listImportRows, listImportRuns, mailedToday } from './rows.ts';
import { writeImport } from './run.ts';

export const importHandlers: Handlers<typeof importEndpoints> = {
  async checkImport({ company, person }, { role, ...source }) {
    return afterCommit(async () => {
      const list = await readPeople({ companyId: company.id, personId: person.id }, source);
      return (ctx: CompanyContext) => checkList(ctx, role, list);
    });
  },

  async startImport({ company, person }, { role, fileName, ...source }) {
    return afterCommit(async () => {
      const list = await readPeople({ companyId: company.id, personId: person.id }, source);
      return (ctx: CompanyContext) => startRun(ctx, { role, fileName, list });
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

type ListRole = Parameters<typeof classifyRows>[2];

async function checkList(ctx: CompanyContext, role: ListRole, { people, columns }: PeopleList) {
  const rows = classifyRows(people, await knownAddresses(ctx, people), role);
  const free = seatsFree(await findSeatUse(ctx, ctx.company.id));
  return { rows, columns, seats: { needed: newOf(rows).length, free } };
}

type NewImport = { role: ListRole; fileName: string; list: PeopleList };

async function startRun(ctx: CompanyContext, { role, fileName, list: { people } }: NewImport) {
  await lockOwnCompany(ctx);
  const classified = classifyRows(people, await knownAddresses(ctx, people), role);
  if (newOf(classified).length === 0) throw refused('import.nobody-new');
  const rows = await skipFlooded(ctx, classified);
  const count = newOf(rows).length;
  if (count === 0) throw refused('request.throttled', { params: { seconds: 3_600 } });
  const seconds = await secondsUntilListedMails(ctx.db, ctx.person.id, count);
  if (seconds !== null) throw refused('request.throttled', { params: { seconds } });
  const { seats } = await findSeatUse(ctx, ctx.company.id);
  ensureAllowed(importMailsRefusal(seats, await mailedToday(ctx), count));
  await claimSeats(ctx, count);
  await claimInvites(ctx, count);
  return getImportRun(ctx, await writeImport(ctx, { fileName, rows }));
}

const newOf = (rows: readonly ClassifiedRow[]): ClassifiedRow[] => rows.filter(({ verdict }) => verdict === 'new');

/** Skips addresses that this company has invited too often: inviting and revoking repeatedly would flood a mailbox. */
async function skipFlooded(ctx: CompanyContext, rows: readonly ClassifiedRow[]): Promise<ClassifiedRow[]> {
  const overLimit = await chargeRepeatedInvites(
    ctx,
    newOf(rows).map(({ email }) => email),
  );
  return rows.map((row) =>
    row.verdict === 'new' && overLimit.has(row.email) ? { ...row, verdict: 'too-often' } : row,
  );
}

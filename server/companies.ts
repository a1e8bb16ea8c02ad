// Companies: founding one, its settings and policies. The plan is derived from the seats on the way out.

import type { z } from 'zod';
import type { company, companyEndpoints } from '#contract/companies.ts';
import { defaultWeekStartsOn, planOf } from '#domain/companies.ts';
import { actions, scopeOf } from '#domain/permissions.ts';
import { defaultPolicies } from '#domain/policies.ts';
import { recordLockMove, unlockRefusal } from './company-events.ts';
import { companyColumns } from './company-facts.ts';
import type { CompanyContext, CompanyFacts, PersonContext } from './context.ts';
import { enterCompany } from './enter.ts';
import { holdPerson } from './identity/open-account.ts';
import { sessionAnswer } from './identity/session-answer.ts';
import { newId } from './ids.ts';
import type { Handlers } from './pipeline.ts';
import { ensureAllowed, refused } from './refused.ts';
import { lockOwnCompany } from './seats.ts';
import { secondsUntilCompany } from './throttle.ts';

export const companyHandlers: Handlers<typeof companyEndpoints> = {
  async foundCompany(ctx, { name, timeZone, currency, weekStartsOn = defaultWeekStartsOn }) {
    const seconds = await secondsUntilCompany(ctx.db, ctx.person.id, ctx.client.address);
    if (seconds !== null) throw refused('company.too-many-new', { params: { seconds } });
    const id = newId();
    await holdPerson(ctx.db, ctx.person.id);
    await enterCompany(ctx.db, id);
    const facts = await ctx.db
      .insertInto('companies')
      .values({ ...defaultPolicies, id, name, timeZone, currency, weekStartsOn })
      .returning(companyColumns)
      .executeTakeFirstOrThrow();
    const founder = { companyId: id, userId: ctx.person.id, role: 'company admin' } as const;
    await ctx.db.insertInto('members').values(founder).execute();
    ctx.changed(id, 'session', 'companies');
    return answerOf({ ...facts, role: founder.role });
  },

  async listCompanies(ctx) {
    const { companies } = await sessionAnswer(ctx, ctx.person.id);
    if (!ctx.token) return { companies };
    const reached = await listReached(ctx, ctx.token.id);
    return { companies: companies.filter(({ id }) => reached.has(id)) };
  },

  async getCompany(ctx) {
    return answerOf(ctx.company);
  },

  async updateCompany(ctx, { companyId, version, unlockFrom, lockReason, ...fields }) {
    await lockOwnCompany(ctx);
    const before = await getLocked(ctx);
    if (before.version !== version) throw refused('company.changed-since-seen', { extra: { version: before.version } });
    const lockDates = { from: before.lockedUntil, to: fields.lockedUntil ?? null };
    const movesLock = fields.lockedUntil !== undefined && lockDates.from !== lockDates.to;
    if (movesLock) {
      ensureAllowed(await unlockRefusal(ctx, lockDates, unlockFrom));
      await recordLockMove(ctx, { ...lockDates, kind: 'lock-date', reason: lockReason });
    }
    const updated = await ctx.db
      .updateTable('companies')
      .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
      .where('id', '=', companyId)
      .returning(companyColumns)
      .executeTakeFirstOrThrow();
    ctx.changed(companyId, 'session', 'companies', 'worklogs', 'dashboard');
    return answerOf({ ...updated, role: ctx.company.role });
  },
};

/** As open_token_request decides it: neither beyond the limit of the token nor where a membership began anew since it was made. */
async function listReached({ db, person }: PersonContext, tokenId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('accessTokens as t', 't.userId', 'm.userId')
    .where('m.userId', '=', person.id)
    .where('t.id', '=', tokenId)
    .where((eb) => eb.or([eb('t.limitedTo', 'is', null), eb('t.limitedTo', '=', eb.ref('m.companyId'))]))
    .where((eb) => eb.or([eb('m.renewedAt', 'is', null), eb('m.renewedAt', '<=', eb.ref('t.createdAt'))]))
    .select('m.companyId')
    .execute();
  return new Set(rows.map(({ companyId }) => companyId));
}

/** Under the lock: the version of the context is the one at the beginning of the request. */
const getLocked = ({ db, company: { id } }: CompanyContext) =>
  db.selectFrom('companies').select(['version', 'lockedUntil']).where('id', '=', id).executeTakeFirstOrThrow();

const answerOf = (facts: Omit<CompanyFacts, 'standsInFor'>): z.input<typeof company> => ({
  ...facts,
  plan: planOf(facts.seats),
  can: actions.filter((action) => scopeOf(facts.role, action) !== 'none'),
});

// Companies: founding one, its settings and policies. The plan is derived from the seats on the way out.

import type { z } from 'zod';
import type { company, companyEndpoints } from '#contract/companies.ts';
import { defaultWeekStartsOn, planOf } from '#domain/companies.ts';
import { actions, scopeOf } from '#domain/permissions.ts';
import { defaultPolicies } from '#domain/policies.ts';
import { companyColumns } from './company-facts.ts';
import type { CompanyContext, CompanyFacts } from './context.ts';
import { enterCompany } from './enter.ts';
import { holdPerson } from './identity/open-account.ts';
import { sessionAnswer } from './identity/session-answer.ts';
import { newId } from './ids.ts';
import type { Handlers } from './pipeline.ts';
import { refused } from './refused.ts';
import { lockOwnCompany } from './seats.ts';

export const companyHandlers: Handlers<typeof companyEndpoints> = {
  async foundCompany(ctx, { name, timeZone, currency, weekStartsOn = defaultWeekStartsOn }) {
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
    const limit = ctx.token?.limitedTo ?? null;
    return { companies: companies.filter(({ id }) => limit === null || id === limit) };
  },

  async getCompany(ctx) {
    return answerOf(ctx.company);
  },

  async updateCompany(ctx, { companyId, version, ...fields }) {
    await lockOwnCompany(ctx);
    const before = await getVersion(ctx);
    if (before !== version) throw refused('company.changed-since-seen', { extra: { version: before } });
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

/** Under the lock: the version of the context is the one at the beginning of the request. */
async function getVersion({ db, company: { id } }: CompanyContext): Promise<number> {
  const { version } = await db.selectFrom('companies').select('version').where('id', '=', id).executeTakeFirstOrThrow();
  return version;
}

const answerOf = (facts: Omit<CompanyFacts, 'standsInFor'>): z.input<typeof company> => ({
  ...facts,
  plan: planOf(facts.seats),
  can: actions.filter((action) => scopeOf(facts.role, action) !== 'none'),
});

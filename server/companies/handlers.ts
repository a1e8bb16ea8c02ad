// Companies: founding one, its settings and policies. The plan is derived from the number of seats.

import type { z } from 'zod';
import type { company, companyEndpoints } from '#contract/companies.ts';
import { defaultWeekStartsOn, planOf } from '#domain/companies.ts';
import { adminRole } from '#domain/members.ts';
import { actions, isAllowed, rolesLosing } from '#domain/permissions.ts';
import { defaultPolicies } from '#domain/policies.ts';
import { newId } from '../db/ids.ts';
import { lockOpenAccount } from '../identity/open-account.ts';
import { stopRunningTimersOf } from '../members/running-timers.ts';
import { lockOwnCompany } from '../members/seats.ts';
import { recordAudit } from '../request/audit.ts';
import { companyColumns } from '../request/company-facts.ts';
import type { CompanyContext, CompanyFacts } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { secondsUntilCompany } from '../request/rate-limit-counters.ts';
import { ensureAllowed, refused } from '../request/refused.ts';
import { notifyRightsChanged, notifyRightsOfMembers } from '../request/rights-changed.ts';
import { setCurrentCompany } from '../request/tenant.ts';
import { comparedColumns, recordChanges, recordLockMove, unlockRefusal } from './events.ts';
import { listOwnCompanies } from './own-companies.ts';

export const companyHandlers: Handlers<typeof companyEndpoints> = {
  async foundCompany(ctx, { name, timeZone, currency, weekStartsOn = defaultWeekStartsOn }) {
    const seconds = await secondsUntilCompany(ctx.db, ctx.person.id, ctx.client.address);
    if (seconds !== null) throw refused('company.too-many-new', { params: { seconds } });
    const id = newId();
    await lockOpenAccount(ctx.db, ctx.person.id);
    await setCurrentCompany(ctx.db, id);
    const facts = await ctx.db
      .insertInto('companies')
      .values({ ...defaultPolicies, id, name, timeZone, currency, weekStartsOn })
      .returning(companyColumns)
      .executeTakeFirstOrThrow();
    const founder = { companyId: id, userId: ctx.person.id, role: adminRole } as const;
    await ctx.db.insertInto('members').values(founder).execute();
    await recordAudit(ctx, id, [{ kind: 'member-joined', actorId: ctx.person.id, to: adminRole }]);
    await notifyRightsChanged(ctx.db, ctx.person.id);
    ctx.publishChange(id, 'session', 'companies');
    return toCompany({ ...facts, role: founder.role });
  },

  async listCompanies(ctx, input) {
    return listOwnCompanies(ctx, input);
  },

  async getCompany(ctx) {
    return toCompany(ctx.company);
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
    ctx.publishChange(companyId, 'session', 'companies', 'worklogs', 'dashboard', 'projects');
    await recordChanges(ctx, before, updated);
    if (before.loggers !== updated.loggers || before.logForOthers !== updated.logForOthers)
      await notifyRightsOfMembers(ctx.db, companyId);
    await stopRunningTimersOf(ctx, rolesLosing('worklogs.submit', before, updated));
    return toCompany({ ...updated, role: ctx.company.role });
  },
};

/** Read again under the lock: `ctx.company` is from the beginning of the request. */
const getLocked = ({ db, company: { id } }: CompanyContext) =>
  db
    .selectFrom('companies')
    .select(['version', ...comparedColumns])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const toCompany = (facts: Omit<CompanyFacts, 'standsInFor'>): z.input<typeof company> => ({
  ...facts,
  plan: planOf(facts.seats),
  can: actions.filter((action) => isAllowed(facts, action)),
});

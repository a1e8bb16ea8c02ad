// Stand-ins: naming, ending and listing them. What a stand-in may do is in access.ts; when they may, in the domain.
// Both writes lock the company, so that nobody decides with a right that is being revoked (company-facts.ts).

import { sql } from 'kysely';
import type { z } from 'zod';
import type { standIn, standInEndpoints } from '#contract/stand-ins.ts';
import { dayOf } from '#domain/calendar.ts';
import { roles } from '#domain/permissions.ts';
import { refuse } from '#domain/reasons.ts';
import { canStandIn, maxListedStandIns, standInRefusals } from '#domain/stand-ins.ts';
import { newId } from '../db/ids.ts';
import { lockOwnCompany } from '../members/seats.ts';
import { notifyStandIn } from '../notices/stand-in-mail.ts';
import { choicesQueryLimit, isOneOf, toChoices } from '../request/choices.ts';
import { isDatabaseError } from '../request/constraint.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { secondsUntilStandIn } from '../request/rate-limit-counters.ts';
import { ensureAllowed, refused } from '../request/refused.ts';
import { matchesSearch } from '../request/text-search.ts';

export const standInHandlers: Handlers<typeof standInEndpoints> = {
  async listStandIns(ctx) {
    return { delegates: await listFor(ctx, delegates), delegators: await listFor(ctx, delegators) };
  },

  async listStandInChoices(ctx, { search, ids = [] }) {
    const found = await selectEligible(ctx)
      .where(matchesSearch(search, 'u.name_key'))
      .orderBy('u.nameKey')
      .orderBy('m.userId')
      .limit(choicesQueryLimit)
      .execute();
    const chosen = ids.length > 0 ? await selectEligible(ctx).where(isOneOf('m.user_id', ids)).execute() : [];
    return { ...toChoices(found), chosen };
  },

  async nameStandIn(ctx, { companyId, userId, fromDay, toDay }) {
    await lockOwnCompany(ctx);
    const eligible = await selectEligible(ctx).where('m.userId', '=', userId).executeTakeFirst();
    ensureAllowed([
      ...(eligible ? [] : [refuse('stand-in.not-possible', { path: 'userId' })]),
      ...standInRefusals({ fromDay, toDay }, today(ctx)),
    ]);
    const seconds = await secondsUntilStandIn(ctx.db, ctx.person.id);
    if (seconds !== null) throw refused('request.throttled', { params: { seconds } });
    const id = newId();
    await ctx.db
      .insertInto('standIns')
      .values({ companyId, id, approverId: ctx.person.id, standInId: userId, fromDay, toDay, createdAt: ctx.now })
      .execute()
      .catch((error: unknown) => {
        if (isDatabaseError(error, '23P01')) throw refused('stand-in.already', { path: 'fromDay' });
        throw error;
      });
    await notifyStandIn(ctx.db, { companyId, standInId: id, userIds: [ctx.person.id, userId], hasEnded: false });
    publishStandInChange(ctx, companyId);
    return { id, userId, name: eligible?.name ?? '', fromDay, toDay, isRunning: fromDay <= today(ctx) };
  },

  async endStandIn(ctx, { companyId, standInId }) {
    await lockOwnCompany(ctx);
    const ended = await ctx.db
      .updateTable('standIns')
      .set({ endedAt: ctx.now })
      .where('companyId', '=', companyId)
      .where('id', '=', standInId)
      .where('approverId', '=', ctx.person.id)
      .where('endedAt', 'is', null)
      .returning(['approverId', 'standInId as otherId'])
      .executeTakeFirst();
    if (!ended) throw refused('stand-in.missing');
    const userIds = [ended.approverId, ended.otherId];
    await notifyStandIn(ctx.db, { companyId, standInId, userIds, hasEnded: true });
    publishStandInChange(ctx, companyId);
    return null;
  },
};

const today = (ctx: CompanyContext) => dayOf(ctx.now, ctx.company.timeZone);

const publishStandInChange = (ctx: CompanyContext, companyId: string) =>
  ctx.publishChange(companyId, 'stand-ins', 'worklogs', 'dashboard', 'projects', 'members');

/** Reveals only members who can be stand-ins. */
const selectEligible = (ctx: CompanyContext) =>
  ctx.db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where('m.companyId', '=', ctx.company.id)
    .where('m.deactivatedAt', 'is', null)
    .where('m.userId', '<>', ctx.person.id)
    .where('m.role', 'in', roles.filter(canStandIn))
    .select(['m.userId', 'u.name']);

type StandInSide = { own: 's.approverId' | 's.standInId'; other: 's.approverId' | 's.standInId' };

const delegates: StandInSide = { own: 's.approverId', other: 's.standInId' };
const delegators: StandInSide = { own: 's.standInId', other: 's.approverId' };

async function listFor(ctx: CompanyContext, { own, other }: StandInSide): Promise<z.input<typeof standIn>[]> {
  const rows = await ctx.db
    .selectFrom('standIns as s')
    .innerJoin('members as m', (join) => join.onRef('m.companyId', '=', 's.companyId').onRef('m.userId', '=', other))
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where('s.companyId', '=', ctx.company.id)
    .where(own, '=', ctx.person.id)
    .where('s.endedAt', 'is', null)
    .where('s.toDay', '>=', today(ctx))
    .select(['s.id', 'm.userId', 'u.name', 's.fromDay', 's.toDay', 'm.role'])
    .select(sql<boolean>`m.deactivated_at is null`.as('isActive'))
    .orderBy('s.fromDay')
    .orderBy('s.id')
    .limit(maxListedStandIns)
    .execute();
  return rows.map(({ role, isActive, ...row }) => ({
    ...row,
    isRunning: isActive && canStandIn(role) && row.fromDay <= today(ctx),
  }));
}

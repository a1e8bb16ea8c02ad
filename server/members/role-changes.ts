// Giving several members one role. The check and the change judge by the same rule; the change under the company's lock, each
// member in a savepoint, in the order of their ids, so that a refused one leaves nothing behind and does not stop the others.

import type { z } from 'zod';
import type { roleChangeEndpoints } from '#contract/role-changes.ts';
import type { Refusal } from '#domain/reasons.ts';
import { roleChangeRefusal } from '#domain/role-changes.ts';
import { roleLabels } from '#labels/roles.ts';
import { isOneOf } from '../request/choices.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { sentenceOf } from '../request/problem.ts';
import { ensureAllowed, RefusalError } from '../request/refused.ts';
import { attempt } from '../request/savepoint.ts';
import { changeMembership } from './change-membership.ts';
import { memberOf, selectMembers } from './rows.ts';
import { lockOwnCompany } from './seats.ts';

type Input = z.output<typeof roleChangeEndpoints.changeRoles.input>;
type Output = z.input<typeof roleChangeEndpoints.changeRoles.output>;
type Refusals = ReadonlyMap<string, Refusal>;

export const roleChangeHandlers: Handlers<typeof roleChangeEndpoints> = {
  async checkRoleChanges(ctx, input) {
    const members = await findMembers(ctx, input);
    return resultsOf(ctx, { members, refusals: roleRefusals(ctx, input, members) });
  },

  async changeRoles(ctx, input) {
    await lockOwnCompany(ctx);
    const before = await findMembers(ctx, input);
    const refusals = roleRefusals(ctx, input, before);
    for (const userId of [...before.keys()].filter((id) => !refusals.has(id)).sort()) {
      const refusal = await changeRole(ctx, userId, input.role);
      if (refusal) refusals.set(userId, refusal);
    }
    return resultsOf(ctx, { members: await findMembers(ctx, input), refusals });
  },
};

type Members = Awaited<ReturnType<typeof findMembers>>;

/** In the order of the request; undefined where the company has no such member. */
async function findMembers(ctx: CompanyContext, { members }: Input) {
  const ids = [...new Set(members.map(({ userId }) => userId))];
  const rows = await selectMembers(ctx).where(isOneOf('m.user_id', ids)).execute();
  const found = new Map(rows.map((row) => [row.userId, memberOf(ctx, row)]));
  return new Map(ids.map((id) => [id, found.get(id)]));
}

function roleRefusals(ctx: CompanyContext, { role, members: seen }: Input, members: Members): Map<string, Refusal> {
  return new Map(
    seen.flatMap(({ userId, seenRole }) => {
      const member = members.get(userId);
      const holder = member && {
        ...member,
        isActive: member.deactivatedAt === null,
        roleName: roleLabels[member.role]({}, { locale: ctx.locale }),
      };
      const refusal = roleChangeRefusal(holder, { role, seenRole });
      return refusal ? [[userId, refusal] as const] : [];
    }),
  );
}

async function changeRole(ctx: CompanyContext, userId: string, role: Input['role']): Promise<Refusal | null> {
  const outcome = await attempt(ctx.db, async () =>
    ensureAllowed(await changeMembership(ctx, { companyId: ctx.company.id, userId }, { role })),
  );
  return outcome instanceof RefusalError ? (outcome.refusals[0] ?? null) : null;
}

function resultsOf(ctx: CompanyContext, { members, refusals }: { members: Members; refusals: Refusals }): Output {
  return {
    results: [...members].map(([userId, member]) => {
      const refusal = refusals.get(userId);
      return {
        userId,
        code: refusal?.code ?? null,
        message: refusal ? sentenceOf(refusal, ctx.locale) : null,
        member: member ?? null,
      };
    }),
  };
}

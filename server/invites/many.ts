// Resending or revoking several invites. The check and the run judge by the same rule, in the order of the ids; the run under the
// company's lock, which every other change of invites takes too. Limits are charged for the invites that are sent.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { manyInvitesEndpoints } from '#contract/many-invites.ts';
import { inviteNotPendingRefusal, inviteState, resendRefusals } from '#domain/invites.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { seatsFree } from '#domain/seats.ts';
import { type Allowance, claimInvites, findAllowance } from '../billing/invite-allowance.ts';
import { issueInviteCodes, voidInviteCodes } from '../identity/link-codes.ts';
import { claimSeats, findSeatUse, lockOwnCompany } from '../members/seats.ts';
import { isOneOf } from '../request/choices.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { sentenceOf } from '../request/problem.ts';
import { secondsUntilListedMails } from '../request/rate-limit-counters.ts';
import { refused } from '../request/refused.ts';
import { chargeRepeatedInvites, findRepeatedInvites } from './limits.ts';
import { inviteOf, selectInvites } from './rows.ts';
import { newInviteDates, queueInviteMails } from './send.ts';

type Rows = Awaited<ReturnType<typeof findInvites>>;
type Refusals = ReadonlyMap<string, Refusal>;
type Output = z.input<typeof manyInvitesEndpoints.resendInvites.output>;

export const manyInvitesHandlers: Handlers<typeof manyInvitesEndpoints> = {
  async checkInviteResends(ctx, { inviteIds }) {
    const rows = await findInvites(ctx, inviteIds);
    const allowance = await findAllowance(ctx);
    const refusals = await judgeResends(ctx, rows, allowance);
    return { ...resultsOf(ctx, inviteIds, { rows, refusals }), invitesLeft: allowance?.left ?? null };
  },

  async resendInvites(ctx, { inviteIds }) {
    await lockOwnCompany(ctx);
    const rows = await findInvites(ctx, inviteIds);
    const refusals = await judgeResends(ctx, rows, await findAllowance(ctx));
    await resend(
      ctx,
      [...rows.values()].filter(({ id }) => !refusals.has(id)),
    );
    return resultsOf(ctx, inviteIds, { rows: await findInvites(ctx, inviteIds), refusals });
  },

  async revokeInvites(ctx, { inviteIds }) {
    await lockOwnCompany(ctx);
    const rows = await findInvites(ctx, inviteIds);
    const checked = [...rows.values()].map((row) => [row.id, inviteNotPendingRefusal(row, ctx.now)] as const);
    const refusals = new Map(checked.flatMap(([id, refusal]) => (refusal ? [[id, refusal] as const] : [])));
    const ids = [...rows.keys()].filter((id) => !refusals.has(id));
    await voidInviteCodes(ctx, ids);
    await setInvites(ctx, ids, { revokedAt: ctx.now });
    return resultsOf(ctx, inviteIds, { rows: await findInvites(ctx, inviteIds), refusals });
  },
};

/** In the order of their ids. */
async function findInvites(ctx: CompanyContext, ids: readonly string[]) {
  const rows = await selectInvites(ctx).where(isOneOf('i.id', ids)).orderBy('i.id').execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function judgeResends(ctx: CompanyContext, rows: Rows, allowance: Allowance | null): Promise<Refusals> {
  const invites = [...rows.values()];
  const repeated = await findRepeatedInvites(
    ctx,
    invites.map(({ email }) => email),
  );
  const use = await findSeatUse(ctx, ctx.company.id);
  return resendRefusals(
    invites.map((row) => ({ ...row, isRepeated: repeated.has(row.email) })),
    { seats: use.seats, seatsFree: seatsFree(use), allowance },
    ctx.now,
  );
}

type Row = Rows extends ReadonlyMap<string, infer One> ? One : never;

async function resend(ctx: CompanyContext, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const seconds = await secondsUntilListedMails(ctx.db, ctx.person.id, rows.length);
  if (seconds !== null) throw refused('request.throttled', { params: { seconds } });
  const expired = rows.filter((row) => inviteState(row, ctx.now) === 'expired');
  if (expired.length > 0) await claimSeats(ctx, expired.length);
  await claimInvites(ctx, rows.length);
  await chargeRepeatedInvites(
    ctx,
    rows.map(({ email }) => email),
  );
  const dates = newInviteDates(ctx);
  const ids = rows.map(({ id }) => id);
  await setInvites(ctx, ids, { ...dates, invitedBy: ctx.person.id });
  await voidInviteCodes(ctx, ids);
  const codes = await issueInviteCodes(ctx, ctx.company.id, rows);
  await queueInviteMails(
    ctx,
    rows.map((row, index) => ({ ...row, ...dates, code: codes[index] ?? '' })),
  );
  ctx.publishChange(ctx.company.id, 'dashboard');
}

type Change = { revokedAt: Date } | (ReturnType<typeof newInviteDates> & { invitedBy: string });

async function setInvites(ctx: CompanyContext, ids: readonly string[], change: Change): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db
    .updateTable('invites')
    .set(change)
    .where('companyId', '=', ctx.company.id)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  ctx.publishChange(ctx.company.id, 'invites', 'companies');
}

function resultsOf(
  ctx: CompanyContext,
  ids: readonly string[],
  { rows, refusals }: { rows: Rows; refusals: Refusals },
): Output {
  return {
    results: [...new Set(ids)].map((id) => {
      const row = rows.get(id);
      const refusal = row ? refusals.get(id) : refuse('invite.missing');
      return {
        id,
        code: refusal?.code ?? null,
        message: refusal ? sentenceOf(refusal, ctx.locale) : null,
        invite: row ? inviteOf(ctx, row) : null,
      };
    }),
  };
}

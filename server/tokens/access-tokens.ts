// Access tokens of the signed-in person: listing, creating and revoking. Creating one requires the password, and a code if a second
// factor is on, so that somebody who finds an open browser cannot keep access through a token. Its text is returned once
// and never stored.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { accessToken, tokenEndpoints } from '#contract/tokens.ts';
import { tokenAccessOf } from '#domain/audit.ts';
import { accessTokenLimitRefusal } from '#domain/tokens.ts';
import { newId } from '../db/ids.ts';
import { mailAccessTokenCreated, mailAccessTokensRevoked } from '../identity/mails.ts';
import { confirmOwner } from '../identity/second-factor.ts';
import { recordInOwnCompanies, revokedTokens } from '../request/audit.ts';
import type { Db, PersonContext } from '../request/context.ts';
import { findMemberRole } from '../request/member-role.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureAllowed, ensureFound } from '../request/refused.ts';
import { notifyRightsChanged } from '../request/rights-changed.ts';
import { accessTokenHash, newAccessToken } from '../secrets/token-format.ts';

export const accessTokenHandlers: Pick<
  Handlers<typeof tokenEndpoints>,
  'listAccessTokens' | 'createAccessToken' | 'revokeAccessToken'
> = {
  async listAccessTokens(ctx) {
    const rows = await accessTokensOf(ctx).orderBy('createdAt', 'desc').orderBy('id').execute();
    return { tokens: rows.map(accessTokenOf) };
  },

  async createAccessToken(ctx, { name, lifetimeDays, companyId, isReadOnly, ...proof }) {
    const owner = await confirmOwner(ctx, proof);
    if (companyId !== null) await ensureMember(ctx, companyId);
    ensureAllowed(accessTokenLimitRefusal(await countTokens(ctx.db, owner.id)));
    const id = newId();
    const token = newAccessToken();
    await ctx.db
      .insertInto('accessTokens')
      .values({
        id,
        userId: owner.id,
        tokenHash: accessTokenHash(token),
        name,
        limitedTo: companyId,
        isReadOnly,
        expiresAt: sql<Date>`now() + make_interval(days => ${lifetimeDays})`,
      })
      .execute();
    const to = tokenAccessOf({ isReadOnly });
    await recordInOwnCompanies(ctx, owner.id, [{ kind: 'token-created', companyId, to }]);
    await mailAccessTokenCreated(ctx, owner, name);
    return {
      token,
      accessToken: accessTokenOf(await accessTokensOf(ctx).where('id', '=', id).executeTakeFirstOrThrow()),
    };
  },

  async revokeAccessToken(ctx, { tokenId }) {
    const ended = await ctx.db
      .deleteFrom('accessTokens')
      .where('id', '=', tokenId)
      .where('userId', '=', ctx.person.id)
      .returning(['name', 'limitedTo', 'isReadOnly'])
      .executeTakeFirst();
    const revoked = [ensureFound(ended, 'route.unknown')];
    await recordInOwnCompanies(ctx, ctx.person.id, revokedTokens(revoked));
    await mailAccessTokensRevoked(ctx, ctx.person.id, revoked);
    await notifyRightsChanged(ctx.db, ctx.person.id);
    return null;
  },
};

/** Checks membership of the company that a token is limited to; the request itself is outside of any company. */
async function ensureMember({ db, person }: PersonContext, companyId: string): Promise<void> {
  ensureFound(await findMemberRole(db, { companyId, userId: person.id }), 'company.missing');
}

async function countTokens(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('accessTokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

const accessTokensOf = ({ db, person }: PersonContext) =>
  db
    .selectFrom('accessTokens')
    .select(['id', 'name', 'limitedTo', 'isReadOnly', 'createdAt', 'expiresAt', 'lastUsedOn'])
    .where('userId', '=', person.id);

type TokenRow = Awaited<ReturnType<ReturnType<typeof accessTokensOf>['executeTakeFirstOrThrow']>>;

const accessTokenOf = (row: TokenRow): z.input<typeof accessToken> => ({
  id: row.id,
  name: row.name,
  companyId: row.limitedTo,
  isReadOnly: row.isReadOnly,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedOn: row.lastUsedOn,
});

// The second factor of an account: turning it on and off, and judging codes. A code of the app opens once: the time step
// it belongs to is stored by one UPDATE that demands a later one than the last, so neither a replay nor a race passes.

import { sql } from 'kysely';
import type { secondFactorEndpoints } from '#contract/second-factor.ts';
import { isAppCode, setupMinutes } from '#domain/second-factor.ts';
import type { AnyContext, Db, PersonContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { found, refused } from '../request/refused.ts';
import { secondFactorBinding } from '../secrets/bindings.ts';
import { seal, unseal } from '../secrets/seal.ts';
import { confirmPassword } from './account.ts';
import { appAddress, newAppSecret, stepOfCode } from './app-codes.ts';
import { mailSecurityNotice } from './mails.ts';
import { findById, type PersonRecord } from './people.ts';
import { countRecoveryCodes, issueRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts';
import { endOtherSessions } from './sessions.ts';

type Names =
  | 'getSecondFactor'
  | 'beginSecondFactor'
  | 'turnOnSecondFactor'
  | 'turnOffSecondFactor'
  | 'renewRecoveryCodes';

export const factorHandlers: Pick<Handlers<typeof secondFactorEndpoints>, Names> = {
  async getSecondFactor({ db, person }) {
    const factor = await findFactor(db, person.id);
    return {
      turnedOnAt: factor?.turnedOnAt?.toISOString() ?? null,
      recoveryCodesLeft: await countRecoveryCodes(db, person.id),
    };
  },

  async beginSecondFactor(ctx, { currentPassword }) {
    const { id: userId, email } = await confirmPassword(ctx, currentPassword);
    const secret = newAppSecret();
    const sealedSecret = seal(secret, binding(ctx, userId));
    const begun = await ctx.db
      .insertInto('secondFactors')
      .values({ userId, sealedSecret })
      .onConflict((conflict) =>
        conflict
          .column('userId')
          .doUpdateSet({ sealedSecret, begunAt: sql<Date>`now()` })
          .where('secondFactors.turnedOnAt', 'is', null),
      )
      .returning('userId')
      .executeTakeFirst();
    if (!begun) throw refused('factor.already-on');
    return { secret, url: appAddress(secret, email) };
  },

  async turnOnSecondFactor(ctx, { code }) {
    const person = await getOwner(ctx);
    const factor = await findFactor(ctx.db, person.id);
    const isWaiting = factor !== undefined && factor.turnedOnAt === null && !factor.isOld;
    if (!isWaiting) throw refused('factor.not-begun');
    await spendAppCode(ctx, person.id, code);
    await ctx.db
      .updateTable('secondFactors')
      .set({ turnedOnAt: sql<Date>`now()` })
      .where('userId', '=', person.id)
      .execute();
    // They were opened by one factor alone.
    await endOtherSessions(ctx);
    await mailSecurityNotice(ctx, person, 'second-factor-on');
    return { recoveryCodes: await issueRecoveryCodes(ctx.db, person.id) };
  },

  async turnOffSecondFactor(ctx, { currentPassword, code }) {
    const person = await confirmBoth(ctx, { currentPassword, code });
    await removeSecondFactor(ctx.db, person.id);
    await mailSecurityNotice(ctx, person, 'second-factor-off');
    return null;
  },

  async renewRecoveryCodes(ctx, { currentPassword, code }) {
    const person = await confirmBoth(ctx, { currentPassword, code });
    await mailSecurityNotice(ctx, person, 'recovery-codes-new');
    return { recoveryCodes: await issueRecoveryCodes(ctx.db, person.id) };
  },
};

export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const factor = await findFactor(db, userId);
  return factor !== undefined && factor.turnedOnAt !== null;
}

/** A code of the app, once. A secret that no longer opens (another APP_SECRET) makes every code a wrong one. */
export async function spendAppCode(ctx: AnyContext, userId: string, code: string): Promise<void> {
  const factor = await findFactor(ctx.db, userId);
  const secret = factor ? unseal(factor.sealedSecret, binding(ctx, userId)) : null;
  const step = secret === null ? null : stepOfCode(secret, code, ctx.now);
  if (step === null) throw refused('factor.wrong-code', { path: 'code' });
  const used = await ctx.db
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .returning('userId')
    .executeTakeFirst();
  if (!used) throw refused('factor.code-used', { path: 'code' });
}

/** Whoever has lost the app may turn it off, too: by one of the codes kept for that. */
async function spendEitherCode(ctx: AnyContext, person: PersonRecord, code: string): Promise<void> {
  if (isAppCode(code)) await spendAppCode(ctx, person.id, code);
  else await spendRecoveryCode(ctx, person, code);
}

/** The recovery codes go with it. */
async function removeSecondFactor(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('secondFactors').where('userId', '=', userId).execute();
}

/**
 * For the owner who takes a change of address back: what a thief has added about then must keep nobody out and let nobody
 * in. What was there for longer than a day before stays: reading an old mailbox is no way round a second factor.
 */
export async function removeFactorsSince(db: Db, userId: string, changedAt: Date): Promise<void> {
  const since = sql<Date>`${changedAt}::timestamptz - interval '1 day'`;
  await db.deleteFrom('secondFactors').where('userId', '=', userId).where('turnedOnAt', '>', since).execute();
  await db.deleteFrom('passkeys').where('userId', '=', userId).where('createdAt', '>', since).execute();
}

/** Who is there, once more: the password, and a code where a second factor is on. For what lasts longer than the session. */
export async function confirmOwner(
  ctx: PersonContext,
  { currentPassword, code }: { currentPassword: string; code?: string | undefined },
): Promise<PersonRecord> {
  const person = await confirmPassword(ctx, currentPassword);
  if (!(await hasSecondFactor(ctx.db, person.id))) return person;
  if (code === undefined) throw refused('field.required', { path: 'code' });
  await spendEitherCode(ctx, person, code);
  return person;
}

async function confirmBoth(
  ctx: PersonContext,
  { currentPassword, code }: { currentPassword: string; code: string },
): Promise<PersonRecord> {
  const person = await confirmPassword(ctx, currentPassword);
  if (!(await hasSecondFactor(ctx.db, person.id))) throw refused('factor.not-on');
  await spendEitherCode(ctx, person, code);
  return person;
}

const getOwner = async (ctx: PersonContext): Promise<PersonRecord> =>
  found(await findById(ctx.db, ctx.person.id), 'session.missing');

const findFactor = (db: Db, userId: string) =>
  db
    .selectFrom('secondFactors')
    .select(['sealedSecret', 'turnedOnAt'])
    .select(sql<boolean>`begun_at < now() - make_interval(mins => ${setupMinutes})`.as('isOld'))
    .where('userId', '=', userId)
    .executeTakeFirst();

const binding = ({ config }: AnyContext, userId: string) => secondFactorBinding(userId, config.appSecret);

// The second factor of an account: turning it on and off, and checking codes. An app code works once: its time step is stored by
// one UPDATE that requires a later step than the last one, so that neither a replay nor a race succeeds.

import { sql } from 'kysely';
import type { secondFactorEndpoints } from '#contract/second-factor.ts';
import { factorSetupMinutes, isAppCode } from '#domain/second-factor.ts';
import type { AnyContext, Db, PersonContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureFound, refused } from '../request/refused.ts';
import { secondFactorBinding } from '../secrets/bindings.ts';
import { seal, unseal } from '../secrets/seal.ts';
import { newAppSecret, otpauthUrl, stepOfCode } from './app-codes.ts';
import { mailSecurityNotice } from './mails.ts';
import { lockOpenAccount } from './open-account.ts';
import { confirmPassword, findById, type PersonRecord } from './people.ts';
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
          .doUpdateSet((eb) => ({ sealedSecret, begunAt: eb.ref('excluded.begunAt') }))
          .where('secondFactors.turnedOnAt', 'is', null),
      )
      .returning('userId')
      .executeTakeFirst();
    if (!begun) throw refused('factor.already-on');
    return { secret, url: otpauthUrl(secret, email) };
  },

  async turnOnSecondFactor(ctx, { code }) {
    const person = await getOwner(ctx);
    await lockOpenAccount(ctx.db, person.id);
    const factor = await findFactor(ctx.db, person.id);
    const isWaiting = factor !== undefined && factor.turnedOnAt === null && !factor.isOld;
    if (!isWaiting) throw refused('factor.not-begun');
    await spendAppCode(ctx, person.id, code);
    await ctx.db
      .updateTable('secondFactors')
      .set({ turnedOnAt: sql<Date>`now()` })
      .where('userId', '=', person.id)
      .execute();
    // They were started with one factor.
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

/** Consumes an app code. If the secret cannot be decrypted (another APP_SECRET), every code is wrong. */
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

/** An app code, or a recovery code if the app is lost. */
async function spendEitherCode(ctx: AnyContext, person: PersonRecord, code: string): Promise<void> {
  if (isAppCode(code)) await spendAppCode(ctx, person.id, code);
  else await spendRecoveryCode(ctx, person, code);
}

/** Recovery codes are deleted by the foreign key. */
async function removeSecondFactor(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('secondFactors').where('userId', '=', userId).execute();
  // The code that they wait for can no longer be right.
  await db.deleteFrom('pendingSignIns').where('userId', '=', userId).execute();
}

/**
 * For the owner who reverts a change of address: factors that an attacker added around that time must neither lock the owner out
 * nor give access. Factors older than a day before the change stay, so that access to an old mailbox does not bypass them.
 */
export async function removeFactorsSince(db: Db, userId: string, changedAt: Date): Promise<void> {
  const since = sql<Date>`${changedAt}::timestamptz - interval '1 day'`;
  await db.deleteFrom('secondFactors').where('userId', '=', userId).where('turnedOnAt', '>', since).execute();
  await db.deleteFrom('passkeys').where('userId', '=', userId).where('createdAt', '>', since).execute();
}

/** Requires the password again, and a code if a second factor is on: for changes that outlast the session. */
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
  ensureFound(await findById(ctx.db, ctx.person.id), 'session.missing');

const findFactor = (db: Db, userId: string) =>
  db
    .selectFrom('secondFactors')
    .select(['sealedSecret', 'turnedOnAt'])
    .select(sql<boolean>`begun_at < now() - make_interval(mins => ${factorSetupMinutes})`.as('isOld'))
    .where('userId', '=', userId)
    .executeTakeFirst();

const binding = ({ config }: AnyContext, userId: string) => secondFactorBinding(userId, config.appSecret);

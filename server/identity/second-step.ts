// Between the two steps of signing in. For a person with a second factor, the first step (password or emailed link) starts no
// session but a pending sign-in: a new token in the cookie, stored in a table that only the second step reads. All other
// endpoints treat the browser as signed out.

import { sql } from 'kysely';
import type { secondFactorEndpoints } from '#contract/second-factor.ts';
import type { SignInWay } from '#domain/audit.ts';
import { type FirstStep, secondStepMinutes } from '#domain/second-factor.ts';
import type { AnyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureFound } from '../request/refused.ts';
import { newToken, tokenHash } from '../secrets/cookie-tokens.ts';
import { lockOpenAccount } from './open-account.ts';
import { findById, type PersonRecord } from './people.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { hasSecondFactor, spendAppCode } from './second-factor.ts';
import { type SessionResponse, sessionResponse, signedOutResponse } from './session-response.ts';
import { endOwnSession, signInPerson } from './sessions.ts';

type Names = 'completeSignIn' | 'completeSignInByRecoveryCode';

export const secondStepHandlers: Pick<Handlers<typeof secondFactorEndpoints>, Names> = {
  async completeSignIn(ctx, { code }) {
    const person = await pendingPerson(ctx);
    await spendAppCode(ctx, person.id, code);
    return complete(ctx, person, 'app-code');
  },

  async completeSignInByRecoveryCode(ctx, { code }) {
    const person = await pendingPerson(ctx);
    await spendRecoveryCode(ctx, person, code);
    return complete(ctx, person, 'recovery-code');
  },
};

const needsCode = (ctx: AnyContext): SessionResponse => ({ ...signedOutResponse(ctx), needsSecondFactor: true });

/** After the first step: starts a session or, if there is a second factor, a pending sign-in that needs a code. */
export async function finishFirstStep(ctx: AnyContext, userId: string, firstStep: FirstStep): Promise<SessionResponse> {
  // Locked first, so that no session starts with one factor while the second one is turned on.
  await lockOpenAccount(ctx.db, userId);
  if (!(await hasSecondFactor(ctx.db, userId))) {
    await signInPerson(ctx, userId, firstStep);
    return sessionResponse(ctx, userId);
  }
  await endOwnSession(ctx);
  await endPendingSignIn(ctx);
  const token = newToken();
  const { expiresAt } = await ctx.db
    .insertInto('pendingSignIns')
    .values({
      tokenHash: tokenHash(token),
      userId,
      way: firstStep,
      expiresAt: sql<Date>`now() + make_interval(mins => ${secondStepMinutes})`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  ctx.setSession({ token, expiresAt });
  return needsCode(ctx);
}

/** The session answer for a browser without a session. */
export async function anonymousSession(ctx: AnyContext): Promise<SessionResponse> {
  return (await findPending(ctx)) ? needsCode(ctx) : signedOutResponse(ctx);
}

/** Cancels the pending sign-in of this browser. */
export async function endPendingSignIn({ db, sessionToken }: AnyContext): Promise<void> {
  if (sessionToken === null) return;
  await db.deleteFrom('pendingSignIns').where('tokenHash', '=', tokenHash(sessionToken)).execute();
}

async function complete(ctx: AnyContext, person: PersonRecord, way: SignInWay): Promise<SessionResponse> {
  await endPendingSignIn(ctx);
  await signInPerson(ctx, person.id, way);
  return sessionResponse(ctx, person.id);
}

/** Locks the pending sign-in until the transaction ends, so that concurrent attempts of a browser are checked one after the other. */
async function pendingPerson(ctx: AnyContext): Promise<PersonRecord> {
  const pending = await findPending(ctx);
  const person = pending ? await findById(ctx.db, pending.userId) : undefined;
  return ensureFound(person, 'factor.not-pending');
}

async function findPending({ db, sessionToken }: AnyContext) {
  if (sessionToken === null) return undefined;
  return db
    .selectFrom('pendingSignIns')
    .select('userId')
    .where('tokenHash', '=', tokenHash(sessionToken))
    .where('expiresAt', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
}

// Between the two steps of signing in. The first step (password or emailed link) of a person with a second factor opens
// no session but a pending sign-in: a fresh token in the cookie of that browser, known in a table that only the second
// step reads. Every other endpoint sees nobody.

import { sql } from 'kysely';
import type { secondFactorEndpoints } from '#contract/second-factor.ts';
import { type FirstStep, secondStepMinutes } from '#domain/second-factor.ts';
import type { AnyContext, DatabaseHandle } from '../context.ts';
import type { Handlers } from '../pipeline.ts';
import { found } from '../refused.ts';
import { findById, type PersonRecord } from './people.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { hasSecondFactor, spendAppCode } from './second-factor.ts';
import { nobody, type SessionAnswer, sessionAnswer } from './session-answer.ts';
import { endOwnSession, newToken, startSession, tokenHash } from './sessions.ts';

type Names = 'completeSignIn' | 'completeSignInByRecoveryCode';

export const secondStepHandlers: Pick<Handlers<typeof secondFactorEndpoints>, Names> = {
  async completeSignIn(ctx, { code }) {
    const person = await pendingPerson(ctx);
    await spendAppCode(ctx, person.id, code);
    return complete(ctx, person);
  },

  async completeSignInByRecoveryCode(ctx, { code }) {
    const person = await pendingPerson(ctx);
    await spendRecoveryCode(ctx, person, code);
    return complete(ctx, person);
  },
};

const halfway: SessionAnswer = { ...nobody, needsSecondFactor: true };

/** The first step is done: a session, or where there is a second factor, the question for its code. */
export async function finishFirstStep(ctx: AnyContext, userId: string, way: FirstStep): Promise<SessionAnswer> {
  if (!(await hasSecondFactor(ctx.db, userId))) {
    await startSession(ctx, userId);
    return sessionAnswer(ctx, userId);
  }
  await endOwnSession(ctx);
  await endPendingSignIn(ctx);
  const token = newToken();
  const { expiresAt } = await ctx.db
    .insertInto('pendingSignIns')
    .values({
      tokenHash: tokenHash(token),
      userId,
      way,
      expiresAt: sql<Date>`now() + make_interval(mins => ${secondStepMinutes})`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  ctx.setSession({ token, expiresAt });
  return halfway;
}

/** What a browser without a session is told about itself. */
export async function answerForNobody(ctx: AnyContext): Promise<SessionAnswer> {
  return (await findPending(ctx)) ? halfway : nobody;
}

/** Back to the beginning. */
export async function endPendingSignIn({ db, sessionToken }: AnyContext): Promise<void> {
  if (sessionToken === null) return;
  await db.deleteFrom('pendingSignIns').where('tokenHash', '=', tokenHash(sessionToken)).execute();
}

/**
 * Whose codes would be guessed with this cookie, and after which first step; null where none would. Guesses are counted
 * apart for each way in: who has a stolen password uses up what belongs to it, and the owner still comes in by a link.
 */
export async function guessedAccount(database: DatabaseHandle, sessionToken: string | null): Promise<string | null> {
  if (sessionToken === null) return null;
  const hash = tokenHash(sessionToken);
  const { rows } = await sql<{ account: string }>`
    select user_id || ' ' || way as account from pending_sign_ins where token_hash = ${hash}
    union all select user_id || ' session' from sessions where token = ${hash}`.execute(database);
  return rows[0]?.account ?? null;
}

async function complete(ctx: AnyContext, person: PersonRecord): Promise<SessionAnswer> {
  await endPendingSignIn(ctx);
  await startSession(ctx, person.id);
  return sessionAnswer(ctx, person.id);
}

/** Held until the transaction ends: two tries of one browser are judged one after the other. */
async function pendingPerson(ctx: AnyContext): Promise<PersonRecord> {
  const pending = await findPending(ctx);
  const person = pending ? await findById(ctx.db, pending.userId) : undefined;
  return found(person, 'factor.not-pending');
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

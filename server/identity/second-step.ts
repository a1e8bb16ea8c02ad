// Between the two steps of signing in. The first step (password or emailed link) of a person with a second factor opens
// no session but a pending sign-in: a fresh token in the cookie of that browser, known in a table that only the second
// step reads. Every other endpoint sees nobody.

import { sql } from 'kysely';
import type { secondFactorEndpoints } from '#contract/second-factor.ts';
import { type FirstStep, secondStepMinutes } from '#domain/second-factor.ts';
import { knownBrowserDays } from '#domain/sessions.ts';
import type { AnyContext, DatabaseHandle } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { found } from '../request/refused.ts';
import { newToken, tokenHash } from './cookie-tokens.ts';
import { findById, type PersonRecord } from './people.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { hasSecondFactor, spendAppCode } from './second-factor.ts';
import { nobody, type SessionAnswer, sessionAnswer } from './session-answer.ts';
import { endOwnSession, startSession } from './sessions.ts';

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

const halfway = (ctx: AnyContext): SessionAnswer => ({ ...nobody(ctx), needsSecondFactor: true });

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
  return halfway(ctx);
}

/** What a browser without a session is told about itself. */
export async function answerForNobody(ctx: AnyContext): Promise<SessionAnswer> {
  if (await findPending(ctx)) return halfway(ctx);
  const { registration } = ctx.config;
  return registration === 'open' ? nobody(ctx) : { ...nobody(ctx), registration };
}

/** Back to the beginning. */
export async function endPendingSignIn({ db, sessionToken }: AnyContext): Promise<void> {
  if (sessionToken === null) return;
  await db.deleteFrom('pendingSignIns').where('tokenHash', '=', tokenHash(sessionToken)).execute();
}

/** Whose code this browser is being asked for, after which first step, and whether they know the browser. */
export async function findPendingAccount(
  database: DatabaseHandle,
  { sessionToken, browserToken }: { sessionToken: string | null; browserToken: string | null },
) {
  const { rows } = await sql<{ userId: string; way: FirstStep; browser: string | null }>`
    select p.user_id, p.way, k.user_id || ' ' || k.token_hash as browser
    from pending_sign_ins p
    left join known_browsers k on k.user_id = p.user_id and k.token_hash = ${tokenHash(browserToken ?? '')}
      and k.last_used_at > now() - make_interval(days => ${knownBrowserDays})
    where p.token_hash = ${tokenHash(sessionToken ?? '')} and p.expires_at > now()`.execute(database);
  return rows[0] ?? null;
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

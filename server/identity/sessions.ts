// Sessions. Only the hash of a token is stored, so that a copy of the table gives no access. Lifetimes by the database's clock.
// Every way of signing in calls signInPerson, and so startSession, which always creates a new token. What ends a session: signing out and signing in
// again (endOwnSession), its owner in the account settings (endSessionById), a second factor (endOtherSessions), a new password
// (endAllSessions), more than the maximum of sessions, and the end of its lifetime.

import { sql } from 'kysely';
import type { SignInWay } from '#domain/audit.ts';
import { maxSessionDays, maxSessions, sessionLifetimeDays, sessionRenewalHours } from '#domain/sessions.ts';
import { newId } from '../db/ids.ts';
import { recordInOwnCompanies } from '../request/audit.ts';
import type { AnyContext, Db, PersonContext } from '../request/context.ts';
import { newToken, tokenHash } from '../secrets/cookie-tokens.ts';
import { rememberBrowser } from './known-browsers.ts';
import { lockOpenAccount } from './open-account.ts';

/** Signs a person in in this browser; an earlier session of the browser ends. Recorded in the audit logs of their companies. */
export async function signInPerson(ctx: AnyContext, userId: string, way: SignInWay): Promise<void> {
  await startSession(ctx, userId);
  await recordInOwnCompanies(ctx, userId, [{ kind: 'sign-in', to: way }]);
}

/** A new session of a person who has just proved who they are; an earlier session of the browser ends. */
export async function startSession(ctx: AnyContext, userId: string): Promise<void> {
  await lockOpenAccount(ctx.db, userId);
  await endOwnSession(ctx);
  await deleteOldestSessions(ctx.db, userId);
  const token = newToken();
  const { expiresAt } = await ctx.db
    .insertInto('sessions')
    .values({
      id: newId(),
      userId,
      token: tokenHash(token),
      expiresAt: sql<Date>`now() + make_interval(days => ${sessionLifetimeDays})`,
      ipAddress: ctx.client.address,
      userAgent: ctx.client.userAgent,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  ctx.setSession({ token, expiresAt });
  await rememberBrowser(ctx, userId);
}

/** Deletes the oldest sessions, for programs that sign in each time and never out. The caller has locked the person. */
async function deleteOldestSessions(db: Db, userId: string): Promise<void> {
  await sql`delete from sessions where id in (
    select id from sessions where user_id = ${userId} order by updated_at desc, id desc offset ${maxSessions - 1})`.execute(
    db,
  );
}

/** Extends the session, at most once a day and never beyond the maximum age. */
export async function renewSession(ctx: PersonContext): Promise<void> {
  // Calculated beside the update, because Citus calculates with columns in no other place there.
  const renewed = await ctx.db
    .updateTable('sessions as s')
    .from((eb) =>
      eb
        .selectFrom('sessions')
        .where('id', '=', ctx.person.sessionId)
        .select([
          'id',
          sql<Date>`least(now() + make_interval(days => ${sessionLifetimeDays}), created_at + make_interval(days => ${maxSessionDays}))`.as(
            'expiresAt',
          ),
        ])
        .as('next'),
    )
    .set((eb) => ({ expiresAt: eb.ref('next.expiresAt'), updatedAt: sql<Date>`now()` }))
    .whereRef('s.id', '=', 'next.id')
    .where('s.updatedAt', '<', sql<Date>`now() - make_interval(hours => ${sessionRenewalHours})`)
    .returning('s.expiresAt')
    .executeTakeFirst();
  if (renewed && ctx.sessionToken !== null) ctx.setSession({ token: ctx.sessionToken, expiresAt: renewed.expiresAt });
}

/** Ends the session of this request, if it has one. */
export async function endOwnSession({ db, person }: AnyContext): Promise<void> {
  if (person) await db.deleteFrom('sessions').where('id', '=', person.sessionId).execute();
}

/** Ends one session of the person; false if they have none with this id. */
export async function endSessionById({ db, person }: PersonContext, sessionId: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('userId', '=', person.id)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).execute();
}

/** All sessions except that of this request. */
export async function endOtherSessions({ db, person }: PersonContext): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', person.id).where('id', '<>', person.sessionId).execute();
}

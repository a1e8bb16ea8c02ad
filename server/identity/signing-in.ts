// Registering, signing in and out, and requesting the related mails. Neither the responses nor their timing reveal whether an
// address has an account: the same statements are executed and the same hash is computed in every case.

import { sql } from 'kysely';
import type { sessionEndpoints } from '#contract/identity.ts';
import { newId, nilId } from '../db/ids.ts';
import type { AnyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { chargeMailLimit } from '../request/rate-limit-counters.ts';
import { refused } from '../request/refused.ts';
import { writeInSavepoint } from '../request/savepoint.ts';
import { issueLink } from './link-codes.ts';
import { mailAlreadyRegistered, mailLink, senderOf, sendIssuedLink } from './mails.ts';
import { ensureGoodPassword } from './password-policy.ts';
import {
  closeUnverified,
  createPerson,
  findByEmail,
  isPasswordOf,
  lockAddress,
  type PersonRecord,
  rememberRegistrant,
} from './people.ts';
import { anonymousSession, endPendingSignIn, finishFirstStep } from './second-step.ts';
import { sessionResponse } from './session-response.ts';
import { endOwnSession, renewSession } from './sessions.ts';

export const signingInHandlers: Pick<
  Handlers<typeof sessionEndpoints>,
  | 'getSession'
  | 'signUp'
  | 'signIn'
  | 'signOut'
  | 'requestSignInLink'
  | 'requestPasswordReset'
  | 'requestVerification'
  | 'requestVerificationLink'
> = {
  async getSession(ctx) {
    const { person } = ctx;
    if (!person) return anonymousSession(ctx);
    await renewSession({ ...ctx, person });
    return sessionResponse(ctx, person.id);
  },

  async signUp(ctx, { name, email, password }) {
    if (ctx.config.registration === 'closed') throw refused('registration.closed');
    ensureGoodPassword(ctx, password, { name, email });
    const passwordHash = await ctx.hashing.hash(password);
    await register(ctx, { name, email, passwordHash });
    return null;
  },

  async signIn(ctx, { email, password }) {
    const person = await findByEmail(ctx.db, email);
    const isRight = await isPasswordOf(ctx, ctx.guesses === 'exhausted' ? null : (person ?? null), password);
    if (!person || !isRight) throw refused('session.wrong-credentials');
    return finishFirstStep(ctx, person.id, 'password');
  },

  async signOut(ctx) {
    await endOwnSession(ctx);
    await endPendingSignIn(ctx);
    ctx.setSession(null);
    return null;
  },

  async requestSignInLink(ctx, { email }) {
    const recipient = (await findByEmail(ctx.db, email)) ?? null;
    await mailLink(ctx, { purpose: 'signIn', email, recipient });
    return null;
  },

  async requestPasswordReset(ctx, { email }) {
    const recipient = (await findByEmail(ctx.db, email)) ?? null;
    await mailLink(ctx, { purpose: 'resetPassword', email, recipient });
    return null;
  },

  async requestVerification(ctx) {
    const { email } = ctx.person;
    await mailLink(ctx, { purpose: 'verifyEmail', email, recipient: await findUnverified(ctx, email) });
    return null;
  },

  async requestVerificationLink(ctx, { email }) {
    await mailLink(ctx, { purpose: 'verifyEmail', email, recipient: await findUnverified(ctx, email) });
    return null;
  },
};

type Registration = { name: string; email: string; passwordHash: string };

/**
 * Creates an account; it replaces an account of the address whose mailbox was never verified, because the last registration
 * counts. If the address has an account, is not invited, or gets no more mail, an equivalent account is created for nobody and
 * rolled back, so that all cases run the same statements.
 */
async function register(ctx: AnyContext, { email, ...typed }: Registration): Promise<void> {
  const { db } = ctx;
  await lockAddress(db, email);
  const known = await findByEmail(db, email);
  await endOwnSession(ctx);
  // A flood of registrations cannot block the owner: the last link that was sent still works.
  const isMailed = await chargeMailLimit(db, { email, kind: 'registration' }, 'account');
  const isTaken = known?.emailVerified ?? false;
  const isKept = (await isInvitedIfRequired(ctx, email)) && !isTaken && isMailed;
  await closeUnverified(db, known && isKept ? known.id : nilId);
  const { id, issued } = await writeInSavepoint(db, isKept ? 'kept' : 'undone', async () => {
    const address = isKept ? email : `${newId()}@registration.invalid`;
    const created = await createPerson(db, { ...typed, email: address, isVerified: false, locale: ctx.locale });
    await rememberRegistrant(ctx, created);
    const link = { purpose: 'verifyEmail', email, userId: created, sender: senderOf(ctx, null) } as const;
    return { id: created, issued: await issueLink(ctx, link) };
  });
  const recipient = { id, name: typed.name, settings: { locale: ctx.locale } };
  if (known && isTaken && isMailed) await mailAlreadyRegistered(ctx, email, known);
  else if (!isKept) await ctx.enqueue('discard', {});
  else await sendIssuedLink(ctx, { purpose: 'verifyEmail', email, recipient }, issued);
}

/** Checked for every address alike; without an invite no mail is sent, and the response does not reveal it. */
async function isInvitedIfRequired({ db, config }: AnyContext, email: string): Promise<boolean> {
  if (config.registration === 'open') return true;
  await sql`select set_local('app.registering_email', ${email}), set_local('app.company_id', '')`.execute(db);
  const { rows } = await sql`select from invites where email = ${email} and accepted_at is null and revoked_at is null
    and expires_at > now() limit 1`.execute(db);
  return rows.length > 0;
}

async function findUnverified(ctx: AnyContext, email: string): Promise<PersonRecord | null> {
  const person = await findByEmail(ctx.db, email);
  return person && !person.emailVerified ? person : null;
}

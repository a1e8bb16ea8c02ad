// Registering, signing in and out, and asking for the mails that help with it. None of these answers, nor the time they
// take, tells whether an address has an account: a password is hashed and a code issued either way.

import { linkLifetimeMinutes } from '#domain/links.ts';
import type { AnyContext } from '../context.ts';
import { refused } from '../refused.ts';
import type { SessionHandlers } from './handlers.ts';
import { voidCodes } from './link-codes.ts';
import { mailAlreadyRegistered, mailLink } from './mails.ts';
import { ensureGoodPassword } from './password-policy.ts';
import {
  createPerson,
  findByEmail,
  findById,
  lockAddress,
  type PersonRecord,
  rememberRegistrant,
  setPassword,
} from './people.ts';
import { answerForNobody, endPendingSignIn, finishFirstStep } from './second-step.ts';
import { sessionAnswer } from './session-answer.ts';
import { databaseNow, endOwnSession, renewSession } from './sessions.ts';

export const signingInHandlers: Pick<
  SessionHandlers,
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
    if (!person) return answerForNobody(ctx);
    await renewSession({ ...ctx, person });
    return sessionAnswer(ctx, person.id);
  },

  async signUp(ctx, { name, email, password }) {
    ensureGoodPassword(ctx, password, { name, email });
    const passwordHash = await ctx.identity.hashing.hash(password);
    await lockAddress(ctx.db, email);
    const known = await findByEmail(ctx.db, email);
    await endOwnSession(ctx);
    const registered = known?.emailVerified ? null : await register(ctx, known, { name, email, passwordHash });
    if (known?.emailVerified) await mailAlreadyRegistered(ctx, email, known);
    else if (registered) await mailLink(ctx, { purpose: 'verifyEmail', email, recipient: registered });
    const now = await databaseNow(ctx.db);
    const rememberedUntil = new Date(now.getTime() + linkLifetimeMinutes.verifyEmail * 60_000);
    await rememberRegistrant(ctx, registered?.id ?? null, rememberedUntil);
    return null;
  },

  async signIn(ctx, { email, password }) {
    const person = await findByEmail(ctx.db, email);
    const isRight = await ctx.identity.hashing.verify(password, person?.passwordHash ?? null);
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

/** A new account, or a fresh start of one whose mailbox nobody has proven yet: the last registration is the one that counts. */
async function register(
  ctx: AnyContext,
  known: PersonRecord | undefined,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string },
): Promise<PersonRecord | null> {
  if (known) {
    await setPassword(ctx, known.id, passwordHash);
    await voidCodes(ctx, known.id, ['verifyEmail']);
    await ctx.db.updateTable('users').set({ name }).where('id', '=', known.id).execute();
    return { ...known, name };
  }
  const id = await createPerson(ctx, { name, email, passwordHash, isVerified: false, locale: ctx.locale });
  return (await findById(ctx.db, id)) ?? null;
}

async function findUnverified(ctx: AnyContext, email: string): Promise<PersonRecord | null> {
  const person = await findByEmail(ctx.db, email);
  return person && !person.emailVerified ? person : null;
}

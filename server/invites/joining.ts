// Joins a company by an invite link. The link proves the mailbox, so a new person needs no verification. It never sets a
// password on an existing account: its owner signs in first and accepts.

import type { sessionEndpoints } from '#contract/identity.ts';
import { refuse } from '#domain/reasons.ts';
import { consumeLinkCode } from '../identity/link-codes.ts';
import { type OpenInvite, openInvite } from '../identity/open-invite.ts';
import { ensureGoodPassword } from '../identity/password-policy.ts';
import {
  createPerson,
  findByEmail,
  lockAddress,
  markMailboxVerified,
  type PersonRecord,
  setPassword,
  verifyMailbox,
} from '../identity/people.ts';
import { sessionResponse } from '../identity/session-response.ts';
import { signInPerson } from '../identity/sessions.ts';
import type { AnyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { RefusalError, refused } from '../request/refused.ts';
import { acceptInviteOf } from './handlers.ts';

export const joiningHandlers: Pick<Handlers<typeof sessionEndpoints>, 'acceptInvite'> = {
  async acceptInvite(ctx, { code, name, password }) {
    const link = await consumeLinkCode(ctx, 'invite', code);
    const invite = await openInvite(ctx, link);
    if (ctx.person && ctx.person.email !== link.email) throw refused('link.wrong-account');
    await lockAddress(ctx.db, link.email);
    const known = await findByEmail(ctx.db, link.email);
    const userId = await joiner(ctx, known, { name, password, email: link.email, companyName: invite.companyName });
    await accept(ctx, invite, { id: userId, email: link.email });
    if (ctx.person?.id !== userId) await signInPerson(ctx, userId, 'invite');
    return { companyId: invite.companyId, session: await sessionResponse(ctx, userId) };
  },
};

type Joiner = { name: string | undefined; password: string | undefined; email: string; companyName: string };

/** The person who joins: the signed-in one, a new one, or the owner of an account whose mailbox was never verified. */
async function joiner(ctx: AnyContext, known: PersonRecord | undefined, typed: Joiner): Promise<string> {
  if (known && ctx.person?.id === known.id) {
    await verifyMailbox(ctx, known);
    return known.id;
  }
  if (known?.emailVerified) throw refused('session.missing');
  const { name, password, email, companyName } = typed;
  if (name === undefined || password === undefined)
    throw new RefusalError([
      ...(name === undefined ? [refuse('field.required', { path: 'name' })] : []),
      ...(password === undefined ? [refuse('field.required', { path: 'password' })] : []),
    ]);
  ensureGoodPassword(ctx, password, { name, email, companies: [companyName] });
  const passwordHash = await ctx.hashing.hash(password);
  if (!known && ctx.config.registration === 'closed') throw refused('registration.closed');
  if (!known) return createPerson(ctx.db, { name, email, passwordHash, isVerified: true, locale: ctx.locale });
  await setPassword(ctx, known.id, passwordHash);
  await markMailboxVerified(ctx, known.id);
  await ctx.db.updateTable('users').set({ name }).where('id', '=', known.id).execute();
  return known.id;
}

/** An invite that was just revoked or used is answered like any unusable link. */
async function accept(ctx: AnyContext, invite: OpenInvite, user: { id: string; email: string }): Promise<void> {
  try {
    await acceptInviteOf(ctx, invite, user);
  } catch (error) {
    const isGone =
      error instanceof RefusalError &&
      error.refusals.some(({ code }) => code === 'invite.missing' || code === 'invite.not-pending');
    throw isGone ? refused('link.not-usable') : error;
  }
}

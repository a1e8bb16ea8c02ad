// The actions behind emailed links. A code is consumed in the transaction of its effect: if the request is refused after all, the
// link works again. Used, expired, replaced and unknown codes get the same answer.

import type { sessionEndpoints } from '#contract/identity.ts';
import type { AnyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { refused } from '../request/refused.ts';
import { listCredentials, removeOtherPasskeys } from './account-credentials.ts';
import { rememberBrowser } from './known-browsers.ts';
import { consumeLinkCode, inspectLinkCode, type LinkCode, voidCodes } from './link-codes.ts';
import { mailPasswordChanged, mailSecurityNotice, sendLink } from './mails.ts';
import { openInvite } from './open-invite.ts';
import { companyNames, ensureGoodPassword } from './password-policy.ts';
import {
  closeUnverified,
  findByEmail,
  findById,
  isPasswordOf,
  isRegistrant,
  lockAddress,
  markMailboxVerified,
  type PersonRecord,
  removePassword,
  resetLinkLimits,
  revokeAllCredentials,
  setPassword,
  updatePerson,
  verifyMailbox,
} from './people.ts';
import { removeFactorsSince } from './second-factor.ts';
import { finishFirstStep } from './second-step.ts';

export const linkHandlers: Pick<
  Handlers<typeof sessionEndpoints>,
  'inspectLink' | 'verifyEmail' | 'resetPassword' | 'signInByLink' | 'confirmEmailChange' | 'recoverEmail'
> = {
  async inspectLink(ctx, { mode, code }) {
    const link = await inspectLinkCode(ctx, mode, code);
    const { email } = link;
    if (mode === 'invite') {
      const { companyName, role, name } = await openInvite(ctx, link);
      const person = await findByEmail(ctx.db, email);
      // A caller signed in with another address cannot accept it, and must not learn whether there is an account.
      const isElsewhere = ctx.person !== null && ctx.person.email !== email;
      const hasAccount = isElsewhere || (person?.emailVerified ?? false);
      const mayRegister = isElsewhere || person !== undefined || ctx.config.registration !== 'closed';
      return { mode, email, needsPassword: false, invite: { companyName, role, hasAccount, mayRegister, name } };
    }
    const person = await personOf(ctx, link);
    const needsPassword = mode === 'verifyEmail' && !(await isRegistrant(ctx, person.id));
    const common = { mode, email, needsPassword, invite: null };
    if (mode !== 'resetPassword') return common;
    const credentials = await listCredentials(ctx.db, person.id);
    return { ...common, credentials, personalWords: [person.name, ...(await companyNames(ctx, person.id))] };
  },

  async verifyEmail(ctx, { code, password }) {
    const person = await personOf(ctx, await consumeLinkCode(ctx, 'verifyEmail', code));
    if (!(await isRegistrant(ctx, person.id))) {
      // A stranger may have registered this address: the owner's click must not validate that password.
      if (password === undefined) throw refused('field.required', { path: 'password' });
      if (!(await isPasswordOf(ctx, person, password))) throw refused('password.wrong', { path: 'password' });
    }
    await markMailboxVerified(ctx, person.id);
    return finishFirstStep(ctx, person.id, 'link');
  },

  async resetPassword(ctx, { code, password, keepPasskeyIds, keepTokenIds }) {
    const person = await personOf(ctx, await consumeLinkCode(ctx, 'resetPassword', code));
    const companies = await companyNames(ctx, person.id);
    ensureGoodPassword(ctx, password, { ...person, companies });
    const passwordHash = await ctx.hashing.hash(password);
    const removedPasskeys = await removeOtherPasskeys(ctx.db, person.id, keepPasskeyIds);
    await setPassword(ctx, person.id, passwordHash, keepTokenIds);
    await markMailboxVerified(ctx, person.id);
    await rememberBrowser(ctx, person.id);
    await mailPasswordChanged(ctx, person);
    if (removedPasskeys > 0) await mailSecurityNotice(ctx, person, 'passkey-removed');
    if (ctx.person?.id === person.id) ctx.setSession(null);
    return null;
  },

  async signInByLink(ctx, { code }) {
    const person = await personOf(ctx, await consumeLinkCode(ctx, 'signIn', code));
    await verifyMailbox(ctx, person);
    await voidCodes(ctx, person.id, ['signIn']);
    await resetLinkLimits(ctx.db, person.id);
    return finishFirstStep(ctx, person.id, 'link');
  },

  async confirmEmailChange(ctx, { code }) {
    const link = await consumeLinkCode(ctx, 'verifyAndChangeEmail', code);
    const person = await getPerson(ctx, link);
    // The link may have reached somebody else: their click must not assign their address to a stranger's account.
    if (!ctx.person) throw refused('session.missing');
    if (ctx.person.id !== person.id) throw refused('link.wrong-account');
    await changeAddress(ctx, person, link.email);
    await sendLink(ctx, { purpose: 'recoverEmail', email: person.email, recipient: person });
    return null;
  },

  async recoverEmail(ctx, { code }) {
    const link = await consumeLinkCode(ctx, 'recoverEmail', code);
    const person = await getPerson(ctx, link);
    await changeAddress(ctx, person, link.email);
    // The person who changed the address may also have changed the password or added a passkey.
    await removePassword(ctx, person.id);
    await revokeAllCredentials(ctx, person.id);
    await removeFactorsSince(ctx.db, person.id, link.createdAt);
    await voidCodes(ctx, person.id, ['recoverEmail']);
    await sendLink(ctx, { purpose: 'resetPassword', email: link.email, recipient: person });
    if (ctx.person?.id === person.id) ctx.setSession(null);
    return null;
  },
};

/** The person of a link to their own mailbox. If they have changed their address since, the link no longer works. */
async function personOf(ctx: AnyContext, link: LinkCode): Promise<PersonRecord> {
  const person = await getPerson(ctx, link);
  const isToOwnMailbox = link.purpose !== 'verifyAndChangeEmail' && link.purpose !== 'recoverEmail';
  if (isToOwnMailbox && person.email !== link.email) throw refused('link.not-usable');
  return person;
}

async function getPerson(ctx: AnyContext, { userId }: LinkCode): Promise<PersonRecord> {
  const person = userId === null ? undefined : await findById(ctx.db, userId);
  if (!person) throw refused('link.not-usable');
  return person;
}

/** Refused if somebody else has verified that the address is theirs. An account that only claims it is closed. */
async function changeAddress(ctx: AnyContext, person: PersonRecord, email: string): Promise<void> {
  await lockAddress(ctx.db, email);
  const holder = await findByEmail(ctx.db, email);
  const isTaken = holder !== undefined && holder.id !== person.id && !(await closeUnverified(ctx.db, holder.id));
  if (isTaken) throw refused('link.not-usable');
  await updatePerson(ctx.db, person.id, { email, emailVerified: true });
}

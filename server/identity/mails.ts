// The emails of identity. They are added to the queue in the transaction, never sent in the request. The mails that strangers can
// cause to one mailbox are limited silently, so that the response reveals nothing. When the limit is reached, the last link that
// was sent still works (mailboxLimits in server/request/rate-limit-counters.ts), so that its owner is not locked out.

import { createHash } from 'node:crypto';
import type { LinkMode } from '#domain/links.ts';
import type { Locale } from '#domain/settings.ts';
import type { Mail, SecurityChange } from '../mail/payload.ts';
import type { AnyContext } from '../request/context.ts';
import { findKnownBrowser } from '../request/guessed-account.ts';
import { chargeMailLimit, type MailLimitKind, networkOf } from '../request/rate-limit-counters.ts';
import { issueLink, linkUrl } from './link-codes.ts';
import { settingsOf } from './session-response.ts';

type Recipient = { id: string; name: string; settings: unknown };

const templates = {
  verifyEmail: 'verify-email',
  signIn: 'sign-in-link',
  resetPassword: 'reset-password',
  verifyAndChangeEmail: 'change-email',
  recoverEmail: 'email-changed',
} as const satisfies Partial<Record<LinkMode, Mail['template']>>;

type MailedMode = keyof typeof templates;

const kinds = {
  verifyEmail: 'verify',
  signIn: 'sign-in',
  resetPassword: 'reset',
  verifyAndChangeEmail: 'email-change',
} as const satisfies Partial<Record<MailedMode, MailLimitKind>>;

type Link = { purpose: MailedMode; email: string; recipient: Recipient };
type LinkRequest = {
  purpose: keyof typeof kinds;
  email: string;
  /** Null: no account has that address, or it needs no such link. */
  recipient: Recipient | null;
  /** The account that already has the address; its owner is notified instead. */
  holder?: Recipient | undefined;
};

/**
 * Mails a one-time link to `email`. Without a recipient, with a holder or beyond the limit, a code is issued for no account and
 * a job is queued all the same, so that every case runs the same statements. The limit does not apply to browsers that the
 * account's owner has signed in with.
 */
export async function mailLink(ctx: AnyContext, { purpose, email, recipient, holder }: LinkRequest): Promise<void> {
  const { browser } = await findKnownBrowser(ctx.db, { email, browserToken: ctx.browserToken });
  const isWithinLimit = await chargeMailLimit(
    ctx.db,
    { email, kind: kinds[purpose] },
    recipient ? 'account' : 'nobody',
  );
  const isSent = isWithinLimit || browser !== null;
  // A change of address is requested by a signed-in person, from any browser.
  const sender = purpose === 'verifyAndChangeEmail' ? null : senderOf(ctx, browser);
  if (isSent && recipient && !holder) return sendLink(ctx, { purpose, email, recipient }, sender);
  await issueLink(ctx, { purpose, email: '', sender });
  if (isSent && holder) await mailAlreadyRegistered(ctx, email, holder);
  else await ctx.enqueue('discard', {});
}

/** Without a limit: for mails that recover an account, whose limit an attacker could otherwise use up. */
export async function sendLink(ctx: AnyContext, link: Link, sender: string | null = null): Promise<void> {
  const { purpose, email, recipient } = link;
  await sendIssuedLink(ctx, link, await issueLink(ctx, { purpose, email, userId: recipient.id, sender }));
}

type Issued = { code: string; expiresAt: Date };

export async function sendIssuedLink(
  ctx: AnyContext,
  { purpose, email, recipient }: Link,
  issued: Issued,
): Promise<void> {
  const params = {
    name: recipient.name,
    url: linkUrl(ctx.config.baseUrl, purpose, issued.code),
    expiresAt: issued.expiresAt.toISOString(),
  };
  await post(ctx, { to: email, locale: localeOfRecipient(recipient), template: templates[purpose], params });
}

/** Identifies who requests a link, as a hash: the browser if the account knows it, else the network. */
export const senderOf = ({ client }: AnyContext, browser: string | null): string =>
  createHash('sha256')
    .update(browser ?? networkOf(client.address))
    .digest('base64url');

/** Sent if somebody registers, or changes to, an address that already has an account. Limited by the caller. */
export async function mailAlreadyRegistered(ctx: AnyContext, email: string, recipient: Recipient): Promise<void> {
  const params = { name: recipient.name, url: `${ctx.config.baseUrl}/login` };
  await post(ctx, { to: email, locale: localeOfRecipient(recipient), template: 'already-registered', params });
}

/** Not counted against the limit of the mailbox, so that nobody can suppress it. */
export async function mailPasswordChanged(ctx: AnyContext, recipient: Recipient & { email: string }): Promise<void> {
  const params = { name: recipient.name, url: `${ctx.config.baseUrl}/reset-password` };
  await post(ctx, { to: recipient.email, locale: localeOfRecipient(recipient), template: 'password-changed', params });
}

/** Notifies the owner of a change to how they sign in, also one they made themselves. Not counted against the limit of the mailbox. */
export async function mailSecurityNotice(
  ctx: AnyContext,
  recipient: Recipient & { email: string },
  change: SecurityChange,
): Promise<void> {
  const params = { name: recipient.name, change, url: `${ctx.config.baseUrl}/account-settings` };
  await post(ctx, { to: recipient.email, locale: localeOfRecipient(recipient), template: 'security-notice', params });
}

/** Sent to the address that is about to be erased. Not counted against the limit of the mailbox. */
export async function mailAccountClosed(ctx: AnyContext, recipient: Recipient & { email: string }): Promise<void> {
  const params = { name: recipient.name };
  await post(ctx, { to: recipient.email, locale: localeOfRecipient(recipient), template: 'account-closed', params });
}

/** Not counted against the limit of the mailbox: the creator may not be the reader. */
export async function mailAccessTokenCreated(
  ctx: AnyContext,
  recipient: Recipient & { email: string },
  tokenName: string,
): Promise<void> {
  const params = { name: recipient.name, tokenName, url: `${ctx.config.baseUrl}/account-settings` };
  await post(ctx, {
    to: recipient.email,
    locale: localeOfRecipient(recipient),
    template: 'access-token-created',
    params,
  });
}

/** Sent however a token ended: a program stops working, and its owner should know why. */
export async function mailAccessTokensRevoked(
  ctx: AnyContext,
  userId: string,
  revoked: readonly { name: string }[],
): Promise<void> {
  if (revoked.length === 0) return;
  const recipient = await ctx.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['id', 'name', 'email', 'settings'])
    .executeTakeFirst();
  // A closed account has no address.
  if (!recipient?.email) return;
  const { email: to, name, settings } = recipient;
  const tokenName = [...new Set(revoked.map((token) => token.name))].join(', ');
  const params = { name, tokenName, url: `${ctx.config.baseUrl}/account-settings` };
  await post(ctx, { to, locale: settingsOf(settings).locale, template: 'access-token-revoked', params });
}

const localeOfRecipient = ({ settings }: Recipient): Locale => settingsOf(settings).locale;

const post = (ctx: AnyContext, mail: Mail): Promise<void> => ctx.enqueue('send-mail', mail);

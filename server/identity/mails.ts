// The emails of identity. They are put into the queue of the transaction, never sent in the request, and a mailbox gets
// only so many an hour, silently: whoever floods a stranger learns nothing from it.

import type { LinkMode } from '#domain/links.ts';
import type { Locale } from '#domain/settings.ts';
import type { AnyContext } from '../context.ts';
import type { Mail, SecurityChange } from '../mail/payload.ts';
import { type MailKind, mayMail } from '../throttle.ts';
import { issueLink, linkUrl } from './link-codes.ts';
import { settingsOf } from './session-answer.ts';

type Recipient = { id: string; name: string; settings: unknown };

const templates = {
  verifyEmail: 'verify-email',
  signIn: 'sign-in-link',
  resetPassword: 'reset-password',
  verifyAndChangeEmail: 'change-email',
  recoverEmail: 'email-changed',
} as const satisfies Partial<Record<LinkMode, Mail['template']>>;

type MailedMode = keyof typeof templates;

const kinds: Partial<Record<MailedMode, MailKind>> = { signIn: 'sign-in', resetPassword: 'reset' };

type Link = { purpose: MailedMode; email: string; recipient: Recipient };

/**
 * Mails a one-time link to `email`. Without a recipient (nobody has that address, or it needs no such link) a code is
 * issued all the same, for nobody and to no mailbox, so that both take the same work.
 */
export async function mailLink(ctx: AnyContext, link: Link | (Omit<Link, 'recipient'> & { recipient: null })) {
  // What reaches no mailbox takes nothing from its budget.
  const kind = link.recipient === null ? 'none' : (kinds[link.purpose] ?? 'other');
  if (!(await mayMail(ctx.db, link.email, kind))) return;
  if (link.recipient === null) await issueLink(ctx, { purpose: link.purpose, email: '' });
  else await postLink(ctx, link);
}

/** Beside the budget: for the mails that give an account back, which a thief could otherwise use up. */
export async function postLink(ctx: AnyContext, { purpose, email, recipient }: Link): Promise<void> {
  const { code, expiresAt } = await issueLink(ctx, { purpose, email, userId: recipient.id });
  const params = {
    name: recipient.name,
    url: linkUrl(ctx.config.baseUrl, purpose, code),
    expiresAt: expiresAt.toISOString(),
  };
  await post(ctx, { to: email, locale: localeOf(recipient), template: templates[purpose], params });
}

/** To somebody who registers, or changes to, an address that has an account already. */
export async function mailAlreadyRegistered(ctx: AnyContext, email: string, recipient: Recipient): Promise<void> {
  if (!(await mayMail(ctx.db, email, 'other'))) return;
  const params = { name: recipient.name, url: `${ctx.config.baseUrl}/login` };
  await post(ctx, { to: email, locale: localeOf(recipient), template: 'already-registered', params });
}

/** A notice nobody can suppress: it does not count against the budget of the mailbox. */
export async function mailPasswordChanged(ctx: AnyContext, recipient: Recipient & { email: string }): Promise<void> {
  const params = { name: recipient.name, url: `${ctx.config.baseUrl}/reset-password` };
  await post(ctx, { to: recipient.email, locale: localeOf(recipient), template: 'password-changed', params });
}

/** Something about signing in has changed; its owner is told, whoever did it, beside the budget of the mailbox. */
export async function mailSecurityNotice(
  ctx: AnyContext,
  recipient: Recipient & { email: string },
  change: SecurityChange,
): Promise<void> {
  const params = { name: recipient.name, change, url: `${ctx.config.baseUrl}/account-settings` };
  await post(ctx, { to: recipient.email, locale: localeOf(recipient), template: 'security-notice', params });
}

/** Goes to the address that is about to be erased. Like the notice of a new password, nobody can suppress it. */
export async function mailAccountClosed(ctx: AnyContext, recipient: Recipient & { email: string }): Promise<void> {
  const params = { name: recipient.name };
  await post(ctx, { to: recipient.email, locale: localeOf(recipient), template: 'account-closed', params });
}

/** As little to be suppressed: whoever made it may not be who reads this. */
export async function mailAccessTokenCreated(
  ctx: AnyContext,
  recipient: Recipient & { email: string },
  tokenName: string,
): Promise<void> {
  const params = { name: recipient.name, tokenName, url: `${ctx.config.baseUrl}/account-settings` };
  await post(ctx, { to: recipient.email, locale: localeOf(recipient), template: 'access-token-created', params });
}

const localeOf = ({ settings }: Recipient): Locale => settingsOf(settings).locale;

const post = (ctx: AnyContext, mail: Mail): Promise<void> => ctx.enqueue('send-mail', mail);

// The mails as one table: template → its messages. Each says what happened, what to do, why the reader got it and what to do if it
// was not them. Pure: converts a validated payload to the content of a mail in the reader's language.
import type { Locale } from '#domain/settings.ts';
import { roleLabels } from '#labels/roles.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import type { CheckedMail, SecurityChange } from './payload.ts';

export type MailContent = {
  locale: Locale;
  subject: string;
  /** The preview that mail programs show after the subject. */
  preheader: string;
  greeting: string;
  body: string;
  /** Sections with lines, such as worklogs. */
  groups?: readonly MailGroup[];
  button: { label: string; url: string };
  /** How long the link is valid, if known. */
  validity: string | undefined;
  fallback: string;
  why: string;
  /** Only in mails that a person can unsubscribe from. */
  unsubscribe?: { text: string; label: string; url: string };
  sender: string;
};

export type MailGroup = {
  title: string;
  /** Quoted notes. */
  quote: string | null;
  lines: readonly MailLine[];
  /** How many lines were left out. */
  more: string | null;
};

/** One or several worklogs: description, amount, and link. */
export type MailLine = { text: string; detail: string; amount: string; url: string };

type Names = { inviter: string; company: string; role: string; change: SecurityChange | null; token: string };
type Sentence = (names: Names, options: { locale: Locale }) => string;
type Sentences = { subject: Sentence; preheader: Sentence; body: Sentence; button: Sentence; why: Sentence };

/** `requestedAt` is when the mail was queued: the remaining validity of its link is counted from there. */
export function mailContentOf(
  mail: CheckedMail,
  { requestedAt, baseUrl }: { requestedAt: Date; baseUrl: string },
): MailContent {
  const { template, params, locale } = mail;
  const sentences = templates[template];
  const names = namesOf(mail);
  const text = (sentence: Sentence) => sentence(names, { locale });
  return {
    locale,
    subject: text(sentences.subject),
    preheader: text(sentences.preheader),
    greeting: params.name
      ? m.mail_greeting({ name: params.name }, { locale })
      : m.mail_greeting_nameless({}, { locale }),
    body: text(sentences.body),
    button: { label: text(sentences.button), url: params.url ?? baseUrl + linkedPageOf(template) },
    validity:
      'expiresAt' in params && params.expiresAt ? validity(requestedAt, new Date(params.expiresAt), locale) : undefined,
    fallback: m.mail_link_fallback({}, { locale }),
    why: text(sentences.why),
    sender: m.mail_sent_automatically({ site: new URL(baseUrl).host }, { locale }),
  };
}

const templates: Record<CheckedMail['template'], Sentences> = {
  'verify-email': {
    subject: m.mail_verify_email_subject,
    preheader: m.mail_verify_email_preheader,
    body: m.mail_verify_email_body,
    button: m.mail_verify_email_button,
    why: m.mail_verify_email_why,
  },
  'already-registered': {
    subject: m.mail_already_registered_subject,
    preheader: m.mail_already_registered_preheader,
    body: m.mail_already_registered_body,
    button: m.mail_already_registered_button,
    why: m.mail_already_registered_why,
  },
  'sign-in-link': {
    subject: m.mail_sign_in_link_subject,
    preheader: m.mail_sign_in_link_preheader,
    body: m.mail_sign_in_link_body,
    button: m.mail_sign_in_link_button,
    why: m.mail_sign_in_link_why,
  },
  'reset-password': {
    subject: m.mail_reset_password_subject,
    preheader: m.mail_reset_password_preheader,
    body: m.mail_reset_password_body,
    button: m.mail_reset_password_button,
    why: m.mail_reset_password_why,
  },
  'password-changed': {
    subject: m.mail_password_changed_subject,
    preheader: m.mail_password_changed_preheader,
    body: m.mail_password_changed_body,
    button: m.mail_password_changed_button,
    why: m.mail_password_changed_why,
  },
  'change-email': {
    subject: m.mail_change_email_subject,
    preheader: m.mail_change_email_preheader,
    body: m.mail_change_email_body,
    button: m.mail_change_email_button,
    why: m.mail_change_email_why,
  },
  'email-changed': {
    subject: m.mail_email_changed_subject,
    preheader: m.mail_email_changed_preheader,
    body: m.mail_email_changed_body,
    button: m.mail_email_changed_button,
    why: m.mail_email_changed_why,
  },
  'security-notice': {
    subject: m.mail_security_notice_subject,
    preheader: ({ change }, options) => securityChange(change, options),
    body: ({ change }, options) => `${securityChange(change, options)} ${m.mail_security_notice_body({}, options)}`,
    button: m.mail_security_notice_button,
    why: m.mail_security_notice_why,
  },
  'payment-failed': {
    subject: m.mail_payment_failed_subject,
    preheader: m.mail_payment_failed_preheader,
    body: m.mail_payment_failed_body,
    button: m.mail_payment_failed_button,
    why: m.mail_payment_failed_why,
  },
  'account-closed': {
    subject: m.mail_account_closed_subject,
    preheader: m.mail_account_closed_preheader,
    body: m.mail_account_closed_body,
    button: m.mail_account_closed_button,
    why: m.mail_account_closed_why,
  },
  'access-token-created': {
    subject: m.mail_access_token_created_subject,
    preheader: m.mail_access_token_created_preheader,
    body: m.mail_access_token_created_body,
    button: m.mail_access_token_created_button,
    why: m.mail_access_token_created_why,
  },
  'access-token-revoked': {
    subject: m.mail_access_token_revoked_subject,
    preheader: m.mail_access_token_revoked_preheader,
    body: m.mail_access_token_revoked_body,
    button: m.mail_access_token_revoked_button,
    why: m.mail_access_token_revoked_why,
  },
  invite: {
    subject: m.mail_invite_subject,
    preheader: m.mail_invite_preheader,
    body: m.mail_invite_body,
    button: m.mail_invite_button,
    why: m.mail_invite_why,
  },
};

const changes: Record<SecurityChange, (none: Record<string, never>, options: { locale: Locale }) => string> = {
  'second-factor-on': m.mail_security_second_factor_on,
  'second-factor-off': m.mail_security_second_factor_off,
  'recovery-codes-new': m.mail_security_recovery_codes_new,
  'recovery-code-used': m.mail_security_recovery_code_used,
  'passkey-added': m.mail_security_passkey_added,
  'passkey-removed': m.mail_security_passkey_removed,
};

const securityChange = (change: SecurityChange | null, options: { locale: Locale }): string =>
  change === null ? '' : changes[change]({}, options);

/** The page of the button if the job contains no URL: notifications have no link with a code. */
const linkedPageOf = (template: CheckedMail['template']): string => {
  if (template === 'payment-failed') return '/upgrade';
  if (template === 'access-token-created' || template === 'access-token-revoked') return '/account-settings';
  return template === 'password-changed' ? '/reset-password' : '/login';
};

function namesOf(mail: CheckedMail): Names {
  const change = mail.template === 'security-notice' ? mail.params.change : null;
  const nobody = { inviter: '', company: '', role: '', change, token: '' };
  if (mail.template === 'payment-failed') return { ...nobody, company: mail.params.companyName };
  if (mail.template === 'access-token-created' || mail.template === 'access-token-revoked')
    return { ...nobody, token: mail.params.tokenName };
  if (mail.template !== 'invite') return nobody;
  const { inviterName, inviterEmail, companyName, role } = mail.params;
  const inviter = inviterEmail === undefined ? inviterName : `${isolated(inviterName)} (${inviterEmail})`;
  return { ...nobody, inviter, company: companyName, role: roleLabels[role]({}, { locale: mail.locale }) };
}

function validity(requestedAt: Date, expires: Date, locale: Locale): string {
  const minutes = Math.max(1, Math.round((expires.getTime() - requestedAt.getTime()) / 60_000));
  const hours = Math.round(minutes / 60);
  if (minutes < 120) return m.mail_link_minutes({ count: minutes }, { locale });
  if (hours < 72) return m.mail_link_hours({ count: hours }, { locale });
  return m.mail_link_days({ count: Math.round(hours / 24) }, { locale });
}

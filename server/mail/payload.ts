// The payload of a `send-mail` job, validated again when it runs, because jobs outlive deployments.
// Names of people and companies are untrusted: `displayed` makes them safe to show.
import { z } from 'zod';
import { maxEmailLength } from '#domain/members.ts';
import { roles } from '#domain/permissions.ts';
import { locales } from '#domain/settings.ts';
import { cleanName } from './displayed.ts';

const displayed = z.string().transform(cleanName);

/** A single address as HTML forms accept it: no commas, spaces, quotes, brackets or line breaks. */
const address = z
  .string()
  .max(maxEmailLength)
  .regex(/^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i);

/** Changes of credentials that are mailed to the owner of the account. */
const securityChanges = [
  'second-factor-on',
  'second-factor-off',
  'recovery-codes-new',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
] as const;
export type SecurityChange = (typeof securityChanges)[number];

const person = { name: displayed.optional() };
const link = {
  url: z.url({ protocol: /^https?$/ }),
  /** When the code in the link expires (ISO); the mail is not sent afterwards. */
  expiresAt: z.iso.datetime({ offset: true }).optional(),
};

/** The row of an import that the mail belongs to, where its delivery is recorded. */
const importRowKey = z.object({ companyId: z.uuid(), importId: z.uuid(), line: z.int() });
export type ImportRowKey = z.infer<typeof importRowKey>;

/** The invite in the mail. `sentAt` distinguishes it from later mails of the same invite. */
const mailedInvite = z.object({ companyId: z.uuid(), inviteId: z.uuid(), sentAt: z.iso.datetime() });
export type MailedInviteKey = z.infer<typeof mailedInvite>;

const mail = <const Template extends string, Params extends z.core.$ZodLooseShape>(
  template: Template,
  params: Params,
) =>
  z.object({
    template: z.literal(template),
    to: address,
    locale: z.enum(locales),
    params: z.object(params),
    importRow: importRowKey.optional(),
    /** Missing in jobs of older releases. */
    invite: mailedInvite.optional(),
  });

export const mailPayload = z.discriminatedUnion('template', [
  mail('verify-email', { ...person, ...link }),
  mail('already-registered', { ...person, url: link.url.optional() }),
  mail('sign-in-link', { ...person, ...link }),
  mail('reset-password', { ...person, ...link }),
  mail('password-changed', { ...person, url: link.url.optional() }),
  mail('change-email', { ...person, ...link }),
  mail('email-changed', { ...person, ...link }),
  mail('security-notice', { ...person, url: link.url, change: z.enum(securityChanges) }),
  mail('payment-failed', { ...person, url: link.url.optional(), companyName: displayed }),
  mail('account-closed', { ...person, url: link.url.optional() }),
  mail('access-token-created', { ...person, url: link.url.optional(), tokenName: displayed }),
  mail('access-token-revoked', { ...person, url: link.url.optional(), tokenName: displayed }),
  mail('invite', {
    ...person,
    ...link,
    inviterName: displayed,
    /** Missing in jobs of older releases. */
    inviterEmail: displayed.optional(),
    companyName: displayed,
    role: z.enum(roles),
  }),
]);

/** Also of a payload that is wrong in other places. */
export const importRowOf = (payload: unknown): ImportRowKey | null =>
  z.object({ importRow: importRowKey }).safeParse(payload).data?.importRow ?? null;

/** Also of a payload that is wrong in other places. */
export const mailedInviteOf = (payload: unknown): MailedInviteKey | null =>
  z.object({ invite: mailedInvite }).safeParse(payload).data?.invite ?? null;

/** As written by a handler. */
export type Mail = z.input<typeof mailPayload>;

/** As validated by the job. */
export type CheckedMail = z.output<typeof mailPayload>;

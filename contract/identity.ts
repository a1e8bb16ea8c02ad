// The session, and every way to sign in. No response reveals whether an address has an account.
// Emailed links open /link-actions with `mode` and `code`; a link is not consumed until the person presses the button there.

import { z } from 'zod';
import { linkModes } from '#domain/links.ts';
import { actions, grantedScopes } from '#domain/permissions.ts';
import { registrationModes } from '#domain/registration.ts';
import { accountCredentials, keepCredentialFields } from './credentials.ts';
import { endpoint } from './endpoint.ts';
import {
  chosenSettings,
  code,
  currency,
  email,
  id,
  instant,
  noContent,
  password,
  personName,
  role,
  storedTimeZone,
  unlimited,
} from './fields.ts';

export const sessionCompany = z
  .object({
    id,
    name: z.string(),
    role,
    scopes: z
      .partialRecord(z.enum(actions), z.enum(grantedScopes))
      .describe('What the caller may do: action of the permission matrix → scope. Other actions are refused'),
    plan: z.enum(['Free', 'Premium']),
    seats: z.int(),
    timeZone: storedTimeZone,
    currency,
    weekStartsOn: z.int(),
    hasClients: z.boolean().describe('The company has clients, so they are shown'),
    hasUnbillable: z.boolean().describe('A task or worklog is not billable, so it is shown which ones are'),
    hasTags: z.boolean().describe('The company has tags, so they are shown'),
  })
  .meta({ id: 'SessionCompany' });
export type SessionCompany = z.infer<typeof sessionCompany>;

export const session = z
  .object({
    user: z
      .object({
        uid: id,
        name: z.string(),
        email,
        emailVerified: z.boolean(),
        customClaims: z.object({ planType: z.enum(['Free', 'Premium']) }),
        settings: chosenSettings,
      })
      .nullable(),
    roles: z.record(z.string(), role).describe('Company id → role'),
    companies: unlimited(sessionCompany, 'every company of the person'),
    tokenSyncUrl: z
      .url()
      .optional()
      .describe('URL to which browsers send the claims token, if the installation uses this; see docs/api.md'),
    registration: z.enum(registrationModes).optional().describe('Who may register; absent if everybody may'),
    passwordMinLength: z
      .int()
      .optional()
      .describe('Minimum length of a new password, if this installation requires more than 10 characters'),
    restoredAt: instant
      .optional()
      .describe(
        'When the database was last restored from a backup: what was written between that backup and then is gone',
      ),
    needsSecondFactor: z
      .literal(true)
      .optional()
      .describe('Not signed in yet: this browser has completed the first step, and the code is still missing'),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;

const mailSent = noContent;

/** Sending a link takes about a millisecond longer than sending none; both take much less than this. */
const mailResponseMs = 50;

/** A new account costs a password hash and inserts, a known address only the hash; both take less than this. */
const signUpResponseMs = 100;

export const sessionEndpoints = {
  getSession: endpoint({
    method: 'GET',
    path: '/session',
    can: 'anyone',
    summary: 'The signed-in person with their companies and roles, or nobody',
    input: z.strictObject({}),
    output: session,
  }),
  signUp: endpoint({
    method: 'POST',
    path: '/sign-up',
    can: 'anyone',
    idempotencyScope: 'email',
    rateLimit: 'registration',
    minResponseMs: signUpResponseMs,
    summary: 'Register. Does not sign in: the response is the same whether or not the address has an account',
    input: z.strictObject({ name: personName, email, password }),
    output: mailSent,
    refuses: ['password.too-short', 'password.too-long', 'password.common', 'password.personal', 'registration.closed'],
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/sign-in',
    can: 'anyone',
    idempotencyScope: 'email',
    rateLimit: 'password',
    summary: 'Sign in by password; with a second factor, the first step of it',
    input: z.strictObject({ email, password }),
    output: session,
    refuses: ['session.wrong-credentials'],
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/sign-out',
    can: 'anyone',
    idempotencyScope: 'browser',
    summary: 'End this session',
    input: z.strictObject({}),
    output: noContent,
  }),
  requestSignInLink: endpoint({
    method: 'POST',
    path: '/sign-in-link',
    can: 'anyone',
    idempotencyScope: 'email',
    rateLimit: 'link',
    minResponseMs: mailResponseMs,
    summary: 'Mail a one-time sign-in link, if the address belongs to an account',
    input: z.strictObject({ email }),
    output: mailSent,
  }),
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/password-reset',
    can: 'anyone',
    idempotencyScope: 'email',
    rateLimit: 'link',
    minResponseMs: mailResponseMs,
    summary: 'Mail a reset link, if the address belongs to an account',
    input: z.strictObject({ email }),
    output: mailSent,
  }),
  requestVerification: endpoint({
    method: 'POST',
    path: '/verification',
    can: 'signed-in',
    rateLimit: 'mail',
    summary: 'Mail a new verification link; the older one stops working',
    input: z.strictObject({}),
    output: mailSent,
  }),
  requestVerificationLink: endpoint({
    method: 'POST',
    path: '/verification-link',
    can: 'anyone',
    idempotencyScope: 'email',
    rateLimit: 'link',
    minResponseMs: mailResponseMs,
    summary: 'Mail a new verification link, if the address belongs to an unverified account',
    input: z.strictObject({ email }),
    output: mailSent,
  }),
  inspectLink: endpoint({
    method: 'POST',
    path: '/link-actions/inspect',
    can: 'anyone',
    rateLimit: 'secret',
    summary: 'What a link is for, without consuming it',
    input: z.strictObject({ mode: z.enum(linkModes), code }),
    output: z.object({
      mode: z.enum(linkModes),
      email: z.string(),
      needsPassword: z
        .boolean()
        .describe('verifyEmail in another browser than the one that registered: the password is required too'),
      invite: z
        .object({
          companyName: z.string(),
          role,
          hasAccount: z.boolean(),
          mayRegister: z.boolean().describe('False if the person has no account, and the server accepts no new ones'),
          name: z.string().describe('Name of the person in an imported list; empty if unknown'),
        })
        .nullable()
        .describe(
          'hasAccount: revealed only to the owner of the mailbox, as the link proves; a caller who is signed in with another address always gets true',
        ),
      credentials: accountCredentials.optional().describe('For resetPassword: what else gives access to the account'),
      personalWords: unlimited(
        z.string(),
        'for resetPassword the name of the person and of every company, which a new password must not be made of',
      ).optional(),
    }),
    refuses: ['link.not-usable'],
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/link-actions/verify-email',
    can: 'anyone',
    idempotencyScope: 'code',
    rateLimit: 'secret',
    summary:
      'Verify the address and sign in. In another browser than the one that registered, the password is required too',
    input: z.strictObject({ code, password: password.optional() }),
    output: session,
    refuses: ['link.not-usable', 'field.required', 'password.wrong'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/link-actions/reset-password',
    can: 'anyone',
    idempotencyScope: 'code',
    rateLimit: 'secret',
    summary: 'Set a new password; all sessions end, and passkeys and tokens are removed unless named to be kept',
    input: z.strictObject({ code, password, ...keepCredentialFields }),
    output: noContent,
    refuses: ['link.not-usable', 'password.too-short', 'password.too-long', 'password.common', 'password.personal'],
  }),
  signInByLink: endpoint({
    method: 'POST',
    path: '/link-actions/sign-in',
    can: 'anyone',
    idempotencyScope: 'code',
    rateLimit: 'secret',
    summary: 'Sign in by the one-time link; with a second factor, the first step of it',
    input: z.strictObject({ code }),
    output: session,
    refuses: ['link.not-usable'],
  }),
  confirmEmailChange: endpoint({
    method: 'POST',
    path: '/link-actions/change-email',
    can: 'anyone',
    idempotencyScope: 'code',
    rateLimit: 'secret',
    summary:
      'Confirm a new address from its mailbox, signed in as the person who requested it; the old address gets a recovery link',
    input: z.strictObject({ code }),
    output: noContent,
    refuses: ['link.not-usable', 'session.missing', 'link.wrong-account'],
  }),
  recoverEmail: endpoint({
    method: 'POST',
    path: '/link-actions/recover-email',
    can: 'anyone',
    idempotencyScope: 'code',
    rateLimit: 'secret',
    summary: 'Undo a change of address; all sessions end and a reset link is mailed',
    input: z.strictObject({ code }),
    output: noContent,
    refuses: ['link.not-usable'],
  }),
  acceptInvite: endpoint({
    method: 'POST',
    path: '/link-actions/accept-invite',
    can: 'anyone',
    idempotencyScope: 'code',
    rateLimit: 'secret',
    summary: 'Join by an invite link: a new person gives name and password, an existing one signs in first',
    input: z.strictObject({ code, name: personName.optional(), password: password.optional() }),
    output: z.object({ companyId: id, session }),
    refuses: [
      'link.not-usable',
      'link.wrong-account',
      'session.missing',
      'member.already',
      'field.required',
      'password.too-short',
      'password.too-long',
      'password.common',
      'password.personal',
      'registration.closed',
    ],
  }),
};

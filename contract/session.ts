// Who is signed in, and every way to become so. No answer tells whether an address has an account.
// Emailed links open /link-actions with `mode` and `code`; nothing is consumed until the person presses the button there.

import { z } from 'zod';
import { linkModes } from '#domain/links.ts';
import { registrationModes } from '#domain/registration.ts';
import { credentials, keptCredentials } from './credentials.ts';
import { endpoint } from './endpoint.ts';
import { chosenSettings, code, currency, email, id, nothing, password, personName, role, timeZone } from './fields.ts';

export const sessionCompany = z
  .object({
    id,
    name: z.string(),
    role,
    plan: z.enum(['Free', 'Premium']),
    seats: z.int(),
    timeZone,
    currency,
    weekStartsOn: z.int(),
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
    companies: z.array(sessionCompany),
    tokenSyncUrl: z
      .url()
      .optional()
      .describe('Where this installation wants browsers to hand the claims token to; see docs/api.md'),
    registration: z
      .enum(registrationModes)
      .optional()
      .describe('Who may register here, told to nobody signed in; missing where everybody may'),
    passwordMinLength: z
      .int()
      .optional()
      .describe('The fewest characters of a new password, where this installation asks for more than 10'),
    needsSecondFactor: z
      .literal(true)
      .optional()
      .describe('Nobody is signed in yet: this browser has done the first step, and a code is still to come'),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;

const mailSent = nothing;

/** Mailing a link to somebody takes a millisecond longer than mailing none to nobody; both are far below this. */
const evenMailMs = 50;

/** A hash and a new account; an address that is known costs the hash only. */
const evenSignUpMs = 100;

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
    keyScope: 'email',
    throttle: 'registration',
    answersAfterMs: evenSignUpMs,
    summary: 'Register. Signs nobody in: the answer is the same whether or not the address has an account',
    input: z.strictObject({ name: personName, email, password }),
    output: mailSent,
    refuses: ['password.too-short', 'password.too-long', 'password.common', 'password.personal', 'registration.closed'],
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/sign-in',
    can: 'anyone',
    keyScope: 'email',
    throttle: 'password',
    summary: 'Sign in by password; with a second factor, the first step of it',
    input: z.strictObject({ email, password }),
    output: session,
    refuses: ['session.wrong-credentials'],
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/sign-out',
    can: 'anyone',
    keyScope: 'browser',
    summary: 'End this session',
    input: z.strictObject({}),
    output: nothing,
  }),
  requestSignInLink: endpoint({
    method: 'POST',
    path: '/sign-in-link',
    can: 'anyone',
    keyScope: 'email',
    throttle: 'link',
    answersAfterMs: evenMailMs,
    summary: 'Mail a one-time sign-in link, if the address belongs to an account',
    input: z.strictObject({ email }),
    output: mailSent,
  }),
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/password-reset',
    can: 'anyone',
    keyScope: 'email',
    throttle: 'link',
    answersAfterMs: evenMailMs,
    summary: 'Mail a reset link, if the address belongs to an account',
    input: z.strictObject({ email }),
    output: mailSent,
  }),
  requestVerification: endpoint({
    method: 'POST',
    path: '/verification',
    can: 'signed-in',
    throttle: 'mail',
    summary: 'Mail a fresh verification link; the older one stops working',
    input: z.strictObject({}),
    output: mailSent,
  }),
  requestVerificationLink: endpoint({
    method: 'POST',
    path: '/verification-link',
    can: 'anyone',
    keyScope: 'email',
    throttle: 'link',
    answersAfterMs: evenMailMs,
    summary: 'Mail a fresh verification link, if the address belongs to an account that waits for one',
    input: z.strictObject({ email }),
    output: mailSent,
  }),
  inspectLink: endpoint({
    method: 'POST',
    path: '/link-actions/inspect',
    can: 'anyone',
    throttle: 'secret',
    summary: 'What a link is for, without consuming it',
    input: z.strictObject({ mode: z.enum(linkModes), code }),
    output: z.object({
      mode: z.enum(linkModes),
      email: z.string(),
      needsPassword: z
        .boolean()
        .describe(
          'verifyEmail from another browser than the one that registered: the password has to be given with it',
        ),
      invite: z
        .object({
          companyName: z.string(),
          role,
          hasAccount: z.boolean(),
          name: z.string().describe('What the inviting company calls the person; empty where it did not say'),
        })
        .nullable()
        .describe(
          'hasAccount: the link itself proves the mailbox, so this tells its owner only. Whoever is signed in with another address finds true for every address',
        ),
      credentials: credentials.optional().describe('Of resetPassword: what else opens the account'),
    }),
    refuses: ['link.not-usable'],
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/link-actions/verify-email',
    can: 'anyone',
    keyScope: 'code',
    throttle: 'secret',
    summary:
      'Prove the address and sign in. Elsewhere than in the browser that registered, the password is asked for too',
    input: z.strictObject({ code, password: password.optional() }),
    output: session,
    refuses: ['link.not-usable', 'field.required', 'password.wrong'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/link-actions/reset-password',
    can: 'anyone',
    keyScope: 'code',
    throttle: 'secret',
    summary: 'Set a new password; every session ends, and what else opens the account unless it is named to be kept',
    input: z.strictObject({ code, password, ...keptCredentials }),
    output: nothing,
    refuses: ['link.not-usable', 'password.too-short', 'password.too-long', 'password.common', 'password.personal'],
  }),
  signInByLink: endpoint({
    method: 'POST',
    path: '/link-actions/sign-in',
    can: 'anyone',
    keyScope: 'code',
    throttle: 'secret',
    summary: 'Sign in by the one-time link; with a second factor, the first step of it',
    input: z.strictObject({ code }),
    output: session,
    refuses: ['link.not-usable'],
  }),
  confirmEmailChange: endpoint({
    method: 'POST',
    path: '/link-actions/change-email',
    can: 'anyone',
    keyScope: 'code',
    throttle: 'secret',
    summary: 'Confirm the new address from its own mailbox, signed in as who asked; the old one gets a way back',
    input: z.strictObject({ code }),
    output: nothing,
    refuses: ['link.not-usable', 'session.missing', 'link.wrong-account'],
  }),
  recoverEmail: endpoint({
    method: 'POST',
    path: '/link-actions/recover-email',
    can: 'anyone',
    keyScope: 'code',
    throttle: 'secret',
    summary: 'Take a change of address back; every session ends and a reset link is mailed',
    input: z.strictObject({ code }),
    output: nothing,
    refuses: ['link.not-usable'],
  }),
  acceptInvite: endpoint({
    method: 'POST',
    path: '/link-actions/accept-invite',
    can: 'anyone',
    keyScope: 'code',
    throttle: 'secret',
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

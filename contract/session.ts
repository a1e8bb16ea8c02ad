// Who is signed in, and every way to become so. No answer tells whether an address has an account.
// Emailed links open /link-actions with `mode` and `code`; nothing is consumed until the person presses the button there.

import { z } from 'zod';
import { linkModes } from '#domain/links.ts';
import { endpoint } from './endpoint.ts';
import { code, currency, email, id, nothing, password, personName, role, settings, timeZone } from './fields.ts';

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
        settings,
      })
      .nullable(),
    roles: z.record(z.string(), role).describe('Company id → role'),
    companies: z.array(sessionCompany),
    tokenSyncUrl: z
      .url()
      .optional()
      .describe('Where this installation wants browsers to hand the claims token to; see docs/api.md'),
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
    throttle: 'registration',
    answersAfterMs: evenSignUpMs,
    summary: 'Register. Signs nobody in: the answer is the same whether or not the address has an account',
    input: z.strictObject({ name: personName, email, password }),
    output: mailSent,
    refuses: ['password.too-short', 'password.too-long', 'password.common', 'password.personal'],
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/sign-in',
    can: 'anyone',
    throttle: 'credentials',
    summary: 'Sign in by password; with a second factor, the first step of it',
    input: z.strictObject({ email, password }),
    output: session,
    refuses: ['session.wrong-credentials'],
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/sign-out',
    can: 'anyone',
    summary: 'End this session',
    input: z.strictObject({}),
    output: nothing,
  }),
  requestSignInLink: endpoint({
    method: 'POST',
    path: '/sign-in-link',
    can: 'anyone',
    throttle: 'recovery',
    answersAfterMs: evenMailMs,
    summary: 'Mail a one-time sign-in link, if the address belongs to an account',
    input: z.strictObject({ email }),
    output: mailSent,
  }),
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/password-reset',
    can: 'anyone',
    throttle: 'recovery',
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
    throttle: 'mail',
    answersAfterMs: evenMailMs,
    summary: 'Mail a fresh verification link, if the address belongs to an account that waits for one',
    input: z.strictObject({ email }),
    output: mailSent,
  }),
  inspectLink: endpoint({
    method: 'POST',
    path: '/link-actions/inspect',
    can: 'anyone',
    throttle: 'credentials',
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
        .describe('hasAccount: the link itself proves the mailbox, so this tells its owner only'),
    }),
    refuses: ['link.not-usable'],
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/link-actions/verify-email',
    can: 'anyone',
    throttle: 'credentials',
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
    throttle: 'credentials',
    summary: 'Set a new password; every session ends',
    input: z.strictObject({ code, password }),
    output: nothing,
    refuses: ['link.not-usable', 'password.too-short', 'password.too-long', 'password.common', 'password.personal'],
  }),
  signInByLink: endpoint({
    method: 'POST',
    path: '/link-actions/sign-in',
    can: 'anyone',
    throttle: 'credentials',
    summary: 'Sign in by the one-time link; with a second factor, the first step of it',
    input: z.strictObject({ code }),
    output: session,
    refuses: ['link.not-usable'],
  }),
  confirmEmailChange: endpoint({
    method: 'POST',
    path: '/link-actions/change-email',
    can: 'anyone',
    throttle: 'credentials',
    summary: 'Confirm the new address from its own mailbox, signed in as who asked; the old one gets a way back',
    input: z.strictObject({ code }),
    output: nothing,
    refuses: ['link.not-usable', 'session.missing', 'link.wrong-account'],
  }),
  recoverEmail: endpoint({
    method: 'POST',
    path: '/link-actions/recover-email',
    can: 'anyone',
    throttle: 'credentials',
    summary: 'Take a change of address back; every session ends and a reset link is mailed',
    input: z.strictObject({ code }),
    output: nothing,
    refuses: ['link.not-usable'],
  }),
  acceptInvite: endpoint({
    method: 'POST',
    path: '/link-actions/accept-invite',
    can: 'anyone',
    throttle: 'credentials',
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
    ],
  }),
};

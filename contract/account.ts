// The account of the signed-in person: name, address, password, settings, sessions.

import { z } from 'zod';
import { maxSessions } from '#domain/sessions.ts';
import { endpoint } from './endpoint.ts';
import { email, id, instant, noContent, password, personName, settings, unlimited } from './fields.ts';
import { session } from './identity.ts';
import { reauthenticationFields, reauthenticationReasons } from './second-factor.ts';

export const accountClosing = z
  .object({
    hasPassword: z.boolean().describe('Without one, set one first by an emailed link'),
    companies: unlimited(
      z.object({
        id,
        name: z.string(),
        isLastAdmin: z.boolean().describe('While true, the account cannot be closed'),
        worklogs: z.int().describe('Worklogs that stay with the company, under the name of the person'),
        pendingWorklogs: z.int().describe('The pending ones of these'),
      }),
      'every company of the person',
    ),
  })
  .meta({ id: 'Closing' });
export type AccountClosing = z.infer<typeof accountClosing>;

export const accountEndpoints = {
  getSettings: endpoint({
    method: 'GET',
    path: '/settings',
    can: 'signed-in',
    summary: 'Theme, locale and the other settings of the person, with light and English where nothing was chosen',
    input: z.strictObject({}),
    output: settings,
  }),
  updateSettings: endpoint({
    method: 'PATCH',
    path: '/settings',
    can: 'signed-in',
    summary: 'Merge settings into the record of the person; omitted fields stay unchanged',
    input: z.strictObject(settings.partial().shape),
    output: settings,
  }),
  updateAccount: endpoint({
    method: 'PATCH',
    path: '/account',
    can: 'verified',
    summary: 'Change the own name',
    input: z.strictObject({ name: personName }),
    output: session,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/account/password',
    can: 'verified',
    idempotencyScope: 'browser',
    rateLimit: 'confirm',
    summary: 'Change the password; every other session and link ends',
    input: z.strictObject({ currentPassword: password, password }),
    output: noContent,
    refuses: ['password.wrong', 'password.too-short', 'password.too-long', 'password.common', 'password.personal'],
  }),
  requestEmailChange: endpoint({
    method: 'POST',
    path: '/account/email',
    can: 'verified',
    rateLimit: 'email-change',
    summary: 'Mail a confirmation to a new address; nothing changes before it is confirmed there',
    input: z.strictObject({ email, currentPassword: password }),
    output: noContent,
    refuses: ['password.wrong'],
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/account/sessions',
    can: 'verified',
    summary: `Active sessions of the person, newest first; there are never more than ${maxSessions}`,
    input: z.strictObject({}),
    output: z.object({
      sessions: z
        .array(z.object({ id, createdAt: instant, expiresAt: instant, userAgent: z.string(), isCurrent: z.boolean() }))
        .max(maxSessions),
    }),
  }),
  getClosing: endpoint({
    method: 'GET',
    path: '/account/closing',
    can: 'verified',
    summary: 'What closing the account would mean: the companies that are left, and what stays with them',
    input: z.strictObject({}),
    output: accountClosing,
  }),
  closeAccount: endpoint({
    method: 'POST',
    path: '/account/closing',
    can: 'verified',
    idempotencyScope: 'browser',
    rateLimit: 'confirm',
    summary:
      'Close the account for good; the name stays with what was logged and in audit logs, everything else about the person is erased',
    input: z.strictObject(reauthenticationFields),
    output: noContent,
    refuses: [...reauthenticationReasons, 'account.no-password', 'account.last-admin'],
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/account/sessions/{sessionId}',
    can: 'verified',
    idempotencyScope: 'browser',
    summary: 'Sign out one session',
    input: z.strictObject({ sessionId: id }),
    output: noContent,
  }),
};

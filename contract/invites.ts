// Invites: created by company admins, accepted by the owner of the address that they name.

import { z } from 'zod';
import { inviteStates, maxListedOwnInvites, undeliverableReasons } from '#domain/invites.ts';
import { endpoint } from './endpoint.ts';
import {
  companyPath,
  email,
  id,
  instant,
  listOf,
  noContent,
  order,
  pageFields,
  pageOf,
  pageQuery,
  pageReasons,
  role,
  search,
  total,
} from './fields.ts';

/** Projects that an invite assigns. */
const maxInviteProjects = 200;

export const invite = z
  .object({
    id,
    email,
    name: z.string().describe('From an imported list; the invited person may change it. Empty where unknown'),
    role,
    state: z.enum(inviteStates),
    invitedByName: z.string(),
    createdAt: instant,
    sentAt: instant,
    expiresAt: instant,
    undeliverable: z
      .enum(undeliverableReasons)
      .nullable()
      .describe(
        'Why the last mail will not arrive: the mail server permanently refused the address or the message, or every attempt failed. Null if no problem is known; sending again resets it',
      ),
    projectIds: z.array(id).max(maxInviteProjects),
  })
  .meta({ id: 'Invite' });
export type Invite = z.infer<typeof invite>;

export const ownInvite = z
  .object({ id, companyId: id, companyName: z.string(), role, expiresAt: instant })
  .meta({ id: 'OwnInvite' });

const invitePath = { ...companyPath, inviteId: id };

export const inviteEndpoints = {
  listInvites: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/invites',
    summary: 'Invites of the company, a page at a time',
    can: 'invites.read',
    input: z.strictObject({
      ...companyPath,
      search: search.optional().describe('Words in the email address'),
      states: listOf(z.enum(inviteStates)).optional(),
      roles: listOf(role).optional(),
      sort: z.enum(['sentAt', 'email', 'role', 'state']).default('sentAt'),
      order: order.default('descending'),
      ...pageQuery,
    }),
    output: z.object({ invites: pageOf(invite), total, ...pageFields }),
    refuses: pageReasons,
  }),
  createInvite: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/invites',
    summary: 'Invite an address; a seat is reserved and an email is sent',
    can: 'invites.manage',
    rateLimit: 'mail',
    input: z.strictObject({ ...companyPath, email, role, projectIds: z.array(id).max(maxInviteProjects).default([]) }),
    output: invite,
    refuses: ['seats.none-free', 'member.already', 'invite.already', 'project.missing', 'invite.too-many-today'],
  }),
  resendInvite: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/invites/{inviteId}/resend',
    summary: 'Send a fresh link; the older one stops working',
    can: 'invites.manage',
    rateLimit: 'mail',
    input: z.strictObject(invitePath),
    output: invite,
    refuses: ['invite.missing', 'invite.not-pending', 'seats.none-free', 'invite.too-many-today'],
  }),
  updateInvite: endpoint({
    method: 'PATCH',
    path: '/companies/{companyId}/invites/{inviteId}',
    summary: 'Change the role of a pending invite',
    can: 'invites.manage',
    input: z.strictObject({ ...invitePath, role }),
    output: invite,
    refuses: ['invite.missing', 'invite.not-pending'],
  }),
  revokeInvite: endpoint({
    method: 'DELETE',
    path: '/companies/{companyId}/invites/{inviteId}',
    summary: 'Revoke a pending invite and free its seat',
    can: 'invites.manage',
    input: z.strictObject(invitePath),
    output: invite,
    refuses: ['invite.missing', 'invite.not-pending'],
  }),
  listOwnInvites: endpoint({
    method: 'GET',
    path: '/invites',
    summary: `Pending invites to the address of the caller, the newest ${maxListedOwnInvites}`,
    can: 'verified',
    input: z.strictObject({}),
    output: z.object({ invites: z.array(ownInvite).max(maxListedOwnInvites) }),
  }),
  acceptOwnInvite: endpoint({
    method: 'POST',
    path: '/invites/{inviteId}/accept',
    summary: 'Join the company of an invite to the verified address of the caller',
    can: 'verified',
    input: z.strictObject({ inviteId: id }),
    output: z.object({ companyId: id }),
    refuses: ['invite.missing', 'invite.not-pending', 'member.already'],
  }),
  declineOwnInvite: endpoint({
    method: 'POST',
    path: '/invites/{inviteId}/decline',
    summary: 'Decline an invite; its seat becomes free',
    can: 'verified',
    input: z.strictObject({ inviteId: id }),
    output: noContent,
    refuses: ['invite.missing', 'invite.not-pending'],
  }),
};

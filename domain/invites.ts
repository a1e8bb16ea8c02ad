// Invites: for one address and one role, valid for two weeks, usable once. Resending invalidates the older link.

import { type Refusal, refuse } from './reasons.ts';

/** Per person; further invites are listed once these are answered. */
export const maxListedOwnInvites = 100;

export const inviteLifetimeDays = 14;

export const inviteStates = ['pending', 'expired', 'accepted', 'revoked'] as const;
export type InviteState = (typeof inviteStates)[number];

/** Why the mail of an invite will not arrive: permanently refused by the mail server, or still not accepted after the last attempt. */
export const undeliverableReasons = ['address-refused', 'message-refused', 'not-sent'] as const;
export type UndeliverableReason = (typeof undeliverableReasons)[number];

export type InviteFacts = { acceptedAt: Date | null; revokedAt: Date | null; expiresAt: Date };

export function inviteState(invite: InviteFacts, now: Date): InviteState {
  if (invite.acceptedAt) return 'accepted';
  if (invite.revokedAt) return 'revoked';
  return invite.expiresAt.getTime() <= now.getTime() ? 'expired' : 'pending';
}

/** Changing the role and accepting require a pending invite. */
export const inviteNotPendingRefusal = (invite: InviteFacts, now: Date): Refusal | null =>
  inviteState(invite, now) === 'pending' ? null : refuse('invite.not-pending');

/** An expired invite may be sent again; an accepted or revoked one may not. */
export const inviteResendRefusal = (invite: InviteFacts, now: Date): Refusal | null => {
  const state = inviteState(invite, now);
  return state === 'pending' || state === 'expired' ? null : refuse('invite.not-pending');
};

export type InviteLimitFacts = { ageDays: number; acceptedInvites: number; isPaying: boolean; seats: number };

const perAcceptedInvite = 5;

/**
 * How many invites a company may send within a day. Few at first, as anybody may found a company to mail strangers; more
 * with every day of its age, with every accepted invite, and with paid seats.
 */
export function maxInvitesPerDay(
  first: number,
  { ageDays, acceptedInvites, isPaying, seats }: InviteLimitFacts,
): number {
  const earned = first * (1 + Math.floor(ageDays)) + perAcceptedInvite * acceptedInvites;
  return isPaying ? Math.max(earned, first + 2 * seats) : earned;
}

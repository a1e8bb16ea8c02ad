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

/** Resent or revoked in one request: a page of the list at its largest. */
export const maxInvitesAtOnce = 100;

type ResendFacts = InviteFacts & { id: string; isRepeated: boolean };

/** `allowance` null: nothing limits the invites of a day. */
type ResendRoom = { seats: number; seatsFree: number; allowance: { most: number; left: number } | null };

/** In the given order: each that is sent takes one of the invites left today, and an expired one a free seat. */
export function resendRefusals(invites: readonly ResendFacts[], room: ResendRoom, now: Date): Map<string, Refusal> {
  const { seats, allowance } = room;
  let free = room.seatsFree;
  let left = allowance?.left ?? Number.POSITIVE_INFINITY;
  const refusals = new Map<string, Refusal>();
  for (const invite of invites) {
    const isExpired = inviteState(invite, now) === 'expired';
    const refusal =
      inviteResendRefusal(invite, now) ??
      (invite.isRepeated ? refuse('invite.too-often') : null) ??
      (isExpired && free === 0 ? refuse('seats.none-free', { params: { seats, used: seats } }) : null) ??
      (left === 0 ? refuse('invite.too-many-today', { params: { most: allowance?.most ?? 0, left: 0 } }) : null);
    if (refusal) refusals.set(invite.id, refusal);
    else {
      left -= 1;
      if (isExpired) free -= 1;
    }
  }
  return refusals;
}

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

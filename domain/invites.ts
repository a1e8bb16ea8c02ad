// Invites: one address, one role, two weeks, used once. Resending voids the older link.

import { type Refusal, refuse } from './reasons.ts';

export const inviteLifetimeDays = 14;

export const inviteStates = ['pending', 'expired', 'accepted', 'revoked'] as const;
export type InviteState = (typeof inviteStates)[number];

export type InviteFacts = { acceptedAt: Date | null; revokedAt: Date | null; expiresAt: Date };

export function inviteState(invite: InviteFacts, now: Date): InviteState {
  if (invite.acceptedAt) return 'accepted';
  if (invite.revokedAt) return 'revoked';
  return invite.expiresAt.getTime() <= now.getTime() ? 'expired' : 'pending';
}

/** Changing the role or accepting needs a pending invite. */
export const pendingRefusal = (invite: InviteFacts, now: Date): Refusal | null =>
  inviteState(invite, now) === 'pending' ? null : refuse('invite.not-pending');

/** An expired invite may be sent again; an accepted or revoked one may not. */
export const resendRefusal = (invite: InviteFacts, now: Date): Refusal | null => {
  const state = inviteState(invite, now);
  return state === 'pending' || state === 'expired' ? null : refuse('invite.not-pending');
};

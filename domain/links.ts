// Emailed links: their purposes and lifetimes. A link works once; a newer one of its kind replaces it.
// Expiry is checked with the clock of the database, not of the server.

import { inviteLifetimeDays } from './invites.ts';

export const linkModes = [
  'verifyEmail',
  'resetPassword',
  'signIn',
  'verifyAndChangeEmail',
  'recoverEmail',
  'invite',
] as const;
export type LinkMode = (typeof linkModes)[number];

const hour = 60;
const day = 24 * hour;

export const linkLifetimeMinutes: Record<LinkMode, number> = {
  /** Registering on Friday and reading mail on Monday must work; the link alone gives no access to anything. */
  verifyEmail: 3 * day,
  /** Gives access to an account, so it must not stay valid in a mailbox; long enough for slow mail (greylisting takes minutes). */
  resetPassword: hour,
  /** As powerful as a password, and requested by somebody who is waiting for it. */
  signIn: 15,
  /** Confirmed from another mailbox, perhaps on another day; requesting it required the password. */
  verifyAndChangeEmail: day,
  /** The rightful owner may be on holiday when a thief changes the address. */
  recoverEmail: 14 * day,
  invite: inviteLifetimeDays * day,
};

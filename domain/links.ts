// Emailed links: what each is for and how long it lives. A link works once; a newer one of its kind replaces it.
// Expiry is judged by the clock of the database, whatever the clock of the server says.

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
  /** Registering on Friday and reading mail on Monday must work; the link alone opens nothing of anybody's. */
  verifyEmail: 3 * day,
  /** Opens an account, so it must not lie about in a mailbox; long enough for slow mail (greylisting takes minutes). */
  resetPassword: hour,
  /** As powerful as a password and asked for by somebody who is waiting for it. */
  signIn: 15,
  /** Confirmed from another mailbox, perhaps on another day; asking took the password. */
  verifyAndChangeEmail: day,
  /** The rightful owner may be on holiday when a thief changes the address. */
  recoverEmail: 14 * day,
  invite: inviteLifetimeDays * day,
};

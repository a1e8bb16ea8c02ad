// Token sync, for installations that configure it: while a user is signed in, their claims token is sent to another service.
// Otherwise the code that does it (token-sync-leader.ts) is not loaded.

import type { Session } from '#contract/session.ts';

/** Sign-out waits at most this long for the other service. */
const farewellMs = 1_000;

let keeper: Promise<typeof import('./token-keeper.ts')> | null = null;

/** Called after every response about the session. */
export function keepTokenInSync({ user, roles, tokenSyncUrl }: Session): void {
  if (!user || tokenSyncUrl === undefined) return;
  const { uid, email, emailVerified, customClaims } = user;
  const claims = JSON.stringify([email, emailVerified, customClaims.planType, roles]);
  keeper ??= import('./token-keeper.ts');
  keeper.then(({ keepInSync }) => keepInSync({ url: tokenSyncUrl, uid, claims })).catch(forgetKeeper);
}

/** Called before the session is ended in this tab. */
export async function endTokenSync(): Promise<void> {
  if (!keeper) return;
  const notified = keeper.then(({ sayFarewell }) => sayFarewell()).catch(() => {});
  await Promise.race([notified, new Promise((resolve) => setTimeout(resolve, farewellMs))]);
}

/** Called when the session has ended for any reason. */
export function dropTokenSync(): void {
  keeper?.then(({ drop }) => drop()).catch(() => {});
}

/** Loading is retried with the next response about the session. */
function forgetKeeper(error: unknown): void {
  console.warn('Token sync failed: its code could not be loaded.', error);
  keeper = null;
}

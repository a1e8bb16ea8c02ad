// Token sync, for installations that have configured it: while somebody is signed in, their claims token is handed to another
// service. Elsewhere nothing of it runs, and the code that does it is not even loaded.

import type { Session } from '#contract/session.ts';

/** Signing out waits this long at most for the other service. */
const farewellMs = 1_000;

let keeper: Promise<typeof import('./token-keeper.ts')> | null = null;

/** After every answer about the session. */
export function keepTokenInSync({ user, roles, tokenSyncUrl }: Session): void {
  if (!user || tokenSyncUrl === undefined) return;
  const { uid, email, emailVerified, customClaims } = user;
  const claims = JSON.stringify([email, emailVerified, customClaims.planType, roles]);
  keeper ??= import('./token-keeper.ts');
  keeper.then(({ keepInSync }) => keepInSync({ url: tokenSyncUrl, uid, claims })).catch(forgetKeeper);
}

/** Before the session is ended from here. */
export async function endTokenSync(): Promise<void> {
  if (!keeper) return;
  const farewell = keeper.then(({ sayFarewell }) => sayFarewell()).catch(() => {});
  await Promise.race([farewell, new Promise((resolve) => setTimeout(resolve, farewellMs))]);
}

/** The session is over, whoever ended it. */
export function dropTokenSync(): void {
  keeper?.then(({ drop }) => drop()).catch(() => {});
}

/** Asked for again with the next answer about the session. */
function forgetKeeper(error: unknown): void {
  console.warn('The claims token cannot be handed over: its code could not be loaded.', error);
  keeper = null;
}

// Token sync, for installations that configure it: while a user is signed in, their claims token is sent to another service.
// Otherwise the code that does it (leader.ts) is not loaded.

import type { Session } from '#contract/identity.ts';

/** Sign-out waits at most this long for the other service. */
const signOutTimeoutMs = 1_000;

let leader: Promise<typeof import('./leader.ts')> | null = null;

/** Called after every response about the session. */
export function updateTokenSync({ user, roles, tokenSyncUrl }: Session): void {
  if (!user || tokenSyncUrl === undefined) return;
  const { uid, email, emailVerified, customClaims } = user;
  const claims = JSON.stringify([email, emailVerified, customClaims.planType, roles]);
  leader ??= import('./leader.ts');
  leader.then(({ syncToken }) => syncToken({ url: tokenSyncUrl, uid, claims })).catch(handleLoadFailure);
}

/** Called before the session is ended in this tab. */
export async function endTokenSync(): Promise<void> {
  if (!leader) return;
  const notified = leader.then(({ notifySignOut }) => notifySignOut()).catch(() => {});
  await Promise.race([notified, new Promise((resolve) => setTimeout(resolve, signOutTimeoutMs))]);
}

/** Called when the session has ended for any reason. */
export function abandonTokenSync(): void {
  leader?.then(({ abandonToken }) => abandonToken()).catch(() => {});
}

/** Loading is retried with the next response about the session. */
function handleLoadFailure(error: unknown): void {
  console.warn('Token sync failed: its code could not be loaded.', error);
  leader = null;
}

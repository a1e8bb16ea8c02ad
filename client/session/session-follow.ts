// Asking again who somebody is, which companies are theirs and in which role, because something about it has changed.

import { m } from '#locales/messages.js';
import { NoAnswer } from '../api.ts';
import { authStore, hasSignedOut, refreshSession } from '../auth.ts';
import { showToast } from '../shell/toast.ts';

export const companiesNotFetched = (): void => showToast(m.session_companies_not_fetched(), { type: 'error' });

/** A server that does not answer at all is told of by the bar at the top, and asked again when it is back. */
export async function followSession(): Promise<void> {
  const wasSignedIn = authStore.get().isAuthenticated;
  await refreshSession().catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) companiesNotFetched();
  });
  if (wasSignedIn && !authStore.get().isAuthenticated && !hasSignedOut()) sessionExpired();
}

export const sessionExpired = (): void => showToast(m.session_expired(), { type: 'warning' });

const restMs = 2_000;
let lastAt = Number.NEGATIVE_INFINITY;
let isDue = false;

/** Something may have changed unnoticed: a refusal, a tab that was away. Asked once for all that comes at the same time. */
export function checkSession(): void {
  if (isDue || !authStore.get().isAuthenticated) return;
  isDue = true;
  setTimeout(
    () => {
      isDue = false;
      lastAt = performance.now();
      followSession();
    },
    Math.max(0, lastAt + restMs - performance.now()),
  );
}

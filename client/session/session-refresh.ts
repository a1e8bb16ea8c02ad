// Refreshes the session: user, companies and roles may have changed.

import { m } from '#locales/messages.js';
import { NetworkError } from '../api.ts';
import { authStore, hasSignedOut, refreshSession } from '../auth.ts';
import { showToast } from '../toast.ts';

export const showCompaniesNotFetched = (): void => showToast(m.session_companies_not_fetched(), { type: 'error' });

/** Shows no toast for an unreachable server: the connection bar does, and the session is refreshed on reconnect. */
export async function refreshSessionQuietly(): Promise<void> {
  const wasSignedIn = authStore.get().isAuthenticated;
  await refreshSession().catch((error: unknown) => {
    if (!(error instanceof NetworkError)) showCompaniesNotFetched();
  });
  if (wasSignedIn && !authStore.get().isAuthenticated && !hasSignedOut()) showSessionExpired();
}

const showSessionExpired = (): void => showToast(m.session_expired(), { type: 'warning' });

const minIntervalMs = 2_000;
let lastAt = Number.NEGATIVE_INFINITY;
let isScheduled = false;

/** After a refusal or a 401, or when the tab was in the background. Calls at the same time cause one request. */
export function scheduleSessionRefresh(): void {
  if (isScheduled || !authStore.get().isAuthenticated) return;
  isScheduled = true;
  setTimeout(
    () => {
      isScheduled = false;
      lastAt = performance.now();
      refreshSessionQuietly();
    },
    Math.max(0, lastAt + minIntervalMs - performance.now()),
  );
}

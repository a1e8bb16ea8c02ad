// Wiring done once at startup: the first request of the session, listeners for lost sessions, connection and other tabs.

import type { Session } from '#contract/session.ts';
import { listenToApi } from './api.ts';
import { acceptSession, authStore, clearSession, followOtherTabs, refreshSession } from './auth.ts';
import { onReachedAgain, reportConnection, watchConnection } from './live/connection.ts';
import { checkSession, companiesNotFetched, followSession, sessionExpired } from './session/session-follow.ts';
import { createStore, useStore } from './storage.ts';

const startStore = createStore({ hasFailed: false });

/** Whether the first request of the session failed. */
export const useStartFailed = (): boolean => useStore(startStore).hasFailed;

export function startSession(): void {
  watchConnection();
  listenToApi({ connection: reportConnection, sessionLost: loseSession, refused: checkSession });
  window.addEventListener('focus', checkSession);
  document.addEventListener('visibilitychange', () => document.hidden || checkSession());
  followOtherTabs(() => refreshSession().catch(companiesNotFetched));
  // Roles, plan and settings may have changed during the gap; settings chosen meanwhile are saved now.
  onReachedAgain(() => {
    if (authStore.get().isAuthenticated) followSession();
  });
  askFirst().catch(fail);
}

export function askAgain(): void {
  startStore.set({ hasFailed: false });
  refreshSession().catch(fail);
}

/** Uses the request that boot.js started; only when that failed is a new one sent, with retries. */
async function askFirst(): Promise<void> {
  const response = await window.daybookSession?.catch(() => undefined);
  if (!response?.ok) return refreshSession();
  const session: Session = await response.json();
  acceptSession(session);
}

function fail(error: unknown): void {
  console.error('The session could not be loaded.', error);
  startStore.set({ hasFailed: true });
  companiesNotFetched();
}

function loseSession(): void {
  if (!authStore.get().isAuthenticated) return;
  clearSession();
  sessionExpired();
}

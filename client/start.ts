// The wiring that is done once: the first answer about the session, what a lost session means, the other tabs.

import type { Session } from '#contract/session.ts';
import { listenToApi } from './api.ts';
import { acceptSession, authStore, clearSession, followOtherTabs, refreshSession } from './auth.ts';
import { onReachedAgain, reportConnection, watchConnection } from './live/connection.ts';
import { checkSession, companiesNotFetched, followSession, sessionExpired } from './session/session-follow.ts';
import { createStore, useStore } from './storage.ts';

const startStore = createStore({ hasFailed: false });

/** Whether the very first question could not be answered. */
export const useStartFailed = (): boolean => useStore(startStore).hasFailed;

export function startSession(): void {
  watchConnection();
  listenToApi({ connection: reportConnection, sessionLost: loseSession, refused: checkSession });
  window.addEventListener('focus', checkSession);
  document.addEventListener('visibilitychange', () => document.hidden || checkSession());
  followOtherTabs(() => refreshSession().catch(companiesNotFetched));
  // What was missed in a gap: roles, plan and settings; and settings that were chosen in it are saved.
  onReachedAgain(() => {
    if (authStore.get().isAuthenticated) followSession();
  });
  askFirst().catch(fail);
}

export function askAgain(): void {
  startStore.set({ hasFailed: false });
  refreshSession().catch(fail);
}

/** boot.js asked before this code was loaded; only where that failed it is asked again, with retries. */
async function askFirst(): Promise<void> {
  const response = await window.daybookSession?.catch(() => undefined);
  if (!response?.ok) return refreshSession();
  const session: Session = await response.json();
  acceptSession(session);
}

function fail(error: unknown): void {
  console.error('Who is signed in could not be found out.', error);
  startStore.set({ hasFailed: true });
  companiesNotFetched();
}

function loseSession(): void {
  if (!authStore.get().isAuthenticated) return;
  clearSession();
  sessionExpired();
}

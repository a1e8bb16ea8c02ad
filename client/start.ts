// Wiring done once at startup: the first request of the session, listeners for lost sessions, connection and other tabs.

import type { Session } from '#contract/identity.ts';
import { listenToApi, parseOutput } from './api.ts';
import { acceptSession, authStore, onSessionChangedInOtherTab, refreshSession } from './auth.ts';
import { listenToConnection, onReconnect, reportConnection } from './connection.ts';
import { refreshSessionQuietly, scheduleSessionRefresh, showCompaniesNotFetched } from './session/session-refresh.ts';
import { createStore, useStore } from './storage.ts';

const startStore = createStore({ hasFailed: false });

/** Whether the first request of the session failed. */
export const useStartFailed = (): boolean => useStore(startStore).hasFailed;

/** `startWithoutServer` resolves to whether it signed in somebody by what this device has stored. */
export function startClientSession(startWithoutServer = async () => false): void {
  submitByKey();
  listenToConnection();
  listenToApi({ connection: reportConnection, sessionLost: scheduleSessionRefresh, refused: scheduleSessionRefresh });
  window.addEventListener('focus', scheduleSessionRefresh);
  document.addEventListener('visibilitychange', () => document.hidden || scheduleSessionRefresh());
  onSessionChangedInOtherTab(() => refreshSession().catch(showCompaniesNotFetched));
  // Roles, plan and settings may have changed during the gap; settings chosen meanwhile are saved now.
  onReconnect(() => {
    if (authStore.get().isAuthenticated) refreshSessionQuietly();
  });
  loadInitialSession(startWithoutServer).catch(handleFailure);
}

export function retryInitialSession(): void {
  startStore.set({ hasFailed: false });
  refreshSession().catch(handleFailure);
}

/** Uses the request that boot.js started; only when that failed is a new one sent, with retries. */
async function loadInitialSession(startWithoutServer: () => Promise<boolean>): Promise<void> {
  const isSilent = !(await window.daybookSessionInTime);
  // Without a service worker there is no copy, so the code that reads it is not loaded.
  if (isSilent && navigator.serviceWorker?.controller && (await startWithoutServer().catch(() => false))) {
    // A later response means that the connection is back; as after every gap, the data are then requested again.
    window.daybookSession?.then((late) => late && reportConnection(true));
    return;
  }
  const received = await window.daybookSession;
  if (received?.isOk) acceptSession(parseOutput<Session>(received.text));
  else await refreshSession();
}

function handleFailure(error: unknown): void {
  console.error('The session could not be loaded.', error);
  startStore.set({ hasFailed: true });
  showCompaniesNotFetched();
}

/**
 * Ctrl or ⌘ with Enter submits the form that has the focus, also from a text of several lines. What a component does itself with
 * this key comes first and prevents it.
 */
function submitByKey(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing || event.defaultPrevented)
      return;
    const form = event.target instanceof Element ? event.target.closest('form') : null;
    const button = form?.querySelector<HTMLButtonElement>('button[type=submit]');
    if (!button) return;
    event.preventDefault();
    // As if it was pressed: a button that is busy does nothing.
    button.click();
  });
}

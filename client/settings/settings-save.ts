// Saves settings to the user's account. Unsaved changes are kept in local storage, also over a reload or a sign-out, and
// retried. A choice made in this browser wins over the saved one until it has been saved.

import type { ChosenSettings } from '#domain/settings.ts';
import { ApiProblem, api } from '../api.ts';
import { isRecord, readStored, writeStored } from '../storage.ts';
import { showToast } from '../toast.ts';
import { applySettings, readSettings, replaceSettings, resetSettings } from './settings.ts';

/** Unsaved settings by user id; removed when everything has been saved. */
const unsavedKey = 'settings-unsaved';
const firstRetryMs = 5_000;
const maxRetryMs = 300_000;

/** A response about the session that was sent before a change was saved may still contain the old settings. */
const staleResponseMs = 10_000;

let owner: string | null = null;
const nothingSaved = { uid: '', change: {}, at: Number.NEGATIVE_INFINITY };
let lastSaved: { uid: string; change: ChosenSettings; at: number } = nothingSaved;
let queue = Promise.resolve();
let retry: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

/** Applies the saved settings, overridden by choices of this browser that are not saved yet. */
export function acceptSettings(uid: string, recorded: ChosenSettings): void {
  owner = uid;
  replaceSettings({ ...recorded, ...justSaved(uid), ...unsavedOf(uid) });
  saveSettings();
}

/** After sign-out. */
export function clearSettings(): void {
  owner = null;
  lastSaved = nothingSaved;
  resetSettings();
}

export function changeSettings(change: ChosenSettings): void {
  applySettings(change);
  if (owner === null) return;
  storeUnsaved(owner, { ...unsavedOf(owner), ...change });
  saveSettings();
}

const justSaved = (uid: string): ChosenSettings =>
  lastSaved.uid === uid && performance.now() - lastSaved.at < staleResponseMs ? lastSaved.change : {};

function saveSettings(): void {
  clearTimeout(retry);
  queue = queue.then(() => withLock(saveAll)).catch(retryLater);
}

/** One tab at a time, so that an older choice of one tab never overwrites a newer one of another. */
const withLock = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('daybook-settings', work) : work();

async function saveAll(): Promise<void> {
  while (owner !== null) {
    const uid = owner;
    const change = unsavedOf(owner);
    if (Object.keys(change).length === 0) return;
    try {
      // Another tab may have signed in somebody else.
      await api('PATCH /settings', change, { personId: uid });
      lastSaved = { uid, change: { ...justSaved(uid), ...change }, at: performance.now() };
      failures = 0;
    } catch (error) {
      if (!isPermanent(error)) return retryLater();
      showToast(error.detail, { type: 'error' });
    }
    removeSaved(uid, change);
  }
}

/** Whether a retry would be refused as well. Not for a 401, a 429 or a server error. */
const isPermanent = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.status < 500 && error.status !== 401 && error.status !== 429;

function retryLater(): void {
  retry = setTimeout(saveSettings, Math.min(maxRetryMs, firstRetryMs * 2 ** failures));
  failures += 1;
}

/** Removes what was saved; settings changed again meanwhile stay unsaved. */
function removeSaved(uid: string, saved: ChosenSettings): void {
  const savedValues = new Map<string, unknown>(Object.entries(saved));
  const changed = Object.entries(unsavedOf(uid)).filter(([name, value]) => savedValues.get(name) !== value);
  storeUnsaved(uid, readSettings(Object.fromEntries(changed)));
}

function unsavedOf(uid: string): ChosenSettings {
  const stored = readStored(unsavedKey);
  return readSettings(isRecord(stored) ? stored[uid] : undefined);
}

function storeUnsaved(uid: string, change: ChosenSettings): void {
  const stored = readStored(unsavedKey);
  const others = Object.entries(isRecord(stored) ? stored : {}).filter(([id]) => id !== uid);
  const own = Object.keys(change).length === 0 ? [] : [[uid, change] as const];
  const all = [...others, ...own];
  writeStored(unsavedKey, all.length === 0 ? null : Object.fromEntries(all));
}

// How settings reach the person's record: every change is merged into it, and what it has not taken yet is kept in the
// browser, also over a reload or a sign-out, and tried again. What was chosen here last wins over what the record says.

import type { ChosenSettings } from '#domain/settings.ts';
import { ApiProblem, api } from '../api.ts';
import { showToast } from '../shell/toast.ts';
import { isRecord, readStored, writeStored } from '../storage.ts';
import { applySettings, readSettings, resetSettings, showSettings } from './settings.ts';

/** Person → what their record does not hold yet; gone once everything has arrived. */
const unsavedKey = 'settings-unsaved';
const firstRetryMs = 5_000;
const longestRetryMs = 300_000;

/** An answer about the session that was under way while a change was saved may still tell of before. */
const staleAnswerMs = 10_000;

let owner: string | null = null;
let saved: { change: ChosenSettings; at: number } = { change: {}, at: Number.NEGATIVE_INFINITY };
let turn = Promise.resolve();
let retry: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

/** What the record says, and over it what was chosen here and is not in it yet. */
export function takeSettings(uid: string, recorded: ChosenSettings): void {
  owner = uid;
  const justSaved = performance.now() - saved.at < staleAnswerMs ? saved.change : {};
  showSettings({ ...recorded, ...justSaved, ...unsavedOf(uid) });
  saveSettings();
}

/** Nobody is signed in any more. */
export function leaveSettings(): void {
  owner = null;
  saved = { change: {}, at: Number.NEGATIVE_INFINITY };
  resetSettings();
}

export function changeSettings(change: ChosenSettings): void {
  applySettings(change);
  if (owner === null) return;
  keepUnsaved(owner, { ...unsavedOf(owner), ...change });
  saveSettings();
}

function saveSettings(): void {
  clearTimeout(retry);
  turn = turn.then(() => inTurn(saveAll)).catch(tryLater);
}

/** Tabs take turns, so that an older choice of one never arrives after a newer one of another. */
const inTurn = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('daybook-settings', work) : work();

async function saveAll(): Promise<void> {
  while (owner !== null) {
    const [uid, change] = [owner, unsavedOf(owner)];
    if (Object.keys(change).length === 0) return;
    try {
      await api('PATCH /settings', change);
      saved = { change: { ...saved.change, ...change }, at: performance.now() };
      failures = 0;
    } catch (error) {
      if (!isRefusal(error)) return tryLater();
      showToast(error.detail, { type: 'error' });
    }
    forgetUnsaved(uid, change);
  }
}

/** The same again would be refused again. Signed out, too busy or out of order is none of that. */
const isRefusal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.status < 500 && error.status !== 401 && error.status !== 429;

function tryLater(): void {
  retry = setTimeout(saveSettings, Math.min(longestRetryMs, firstRetryMs * 2 ** failures));
  failures += 1;
}

/** What was chosen meanwhile stays to be saved. */
function forgetUnsaved(uid: string, done: ChosenSettings): void {
  const { theme, locale, shortcuts } = unsavedOf(uid);
  keepUnsaved(uid, {
    ...(theme !== done.theme && { theme }),
    ...(locale !== done.locale && { locale }),
    ...(shortcuts !== done.shortcuts && { shortcuts }),
  });
}

function unsavedOf(uid: string): ChosenSettings {
  const stored = readStored(unsavedKey);
  return readSettings(isRecord(stored) ? stored[uid] : undefined);
}

function keepUnsaved(uid: string, change: ChosenSettings): void {
  const stored = readStored(unsavedKey);
  const others = Object.entries(isRecord(stored) ? stored : {}).filter(([id]) => id !== uid);
  const own = Object.keys(change).length === 0 ? [] : [[uid, change] as const];
  const all = [...others, ...own];
  writeStored(unsavedKey, all.length === 0 ? null : Object.fromEntries(all));
}

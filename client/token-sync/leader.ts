// Sends the claims token to the configured service: POST after sign-in and whenever it is renewed, DELETE on sign-out. One tab
// does it, the leader, which has the lock. Failures are logged once and retried, never shown to the user.

import { api } from '../api.ts';
import { isRecord } from '../storage.ts';

/** `claims`: the serialized claims, to detect changes. */
export type TokenSyncTarget = { url: string; uid: string; claims: string };

type SentToken = { text: string; expiresAt: number };

/** Renewed this long before it expires: enough for a slow network and the throttled timer of a hidden tab. */
const renewBeforeMs = 75_000;
const firstRetryMs = 5_000;
const maxRetryMs = 300_000;

let target: TokenSyncTarget | null = null;
let token: SentToken | null = null;
let sentClaims: string | null = null;
let releaseLeadership: (() => void) | null = null;
let renewalTimer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let queue = Promise.resolve();

const tabs = new BroadcastChannel('daybook-token-sync');
tabs.addEventListener('message', ({ data }) => {
  if (data === 'left') return reset();
  if (releaseLeadership && target && typeof data === 'string' && data !== sentClaims) scheduleRenewal();
});
document.addEventListener('visibilitychange', renewIfExpiring);
window.addEventListener('online', renewIfExpiring);

export function syncToken(next: TokenSyncTarget): void {
  const before = target;
  target = next;
  if (before?.uid !== next.uid) becomeLeader();
  else if (before.claims === next.claims) return;
  else if (releaseLeadership) scheduleRenewal();
  else tabs.postMessage(next.claims);
}

/** Sends DELETE before the session ends. The request is `keepalive`: it survives the page. */
export async function notifySignOut(): Promise<void> {
  if (!target) return;
  const { url } = target;
  const text = token && isValid(token) ? token.text : (await api('GET /token', {})).token;
  reset();
  tabs.postMessage('left');
  await sendToken('DELETE', url, text);
}

/** The session has ended already: sends DELETE with the current token while that is valid. */
export function abandonToken(): void {
  if (releaseLeadership && target && token && isValid(token)) sendToken('DELETE', target.url, token.text).catch(warn);
  reset();
}

/** Waits for the lock of all tabs; without the Web Locks API (plain http) every tab is a leader. */
function becomeLeader(): void {
  const startLeading = () =>
    new Promise<void>((resolve) => {
      if (!target) return resolve();
      releaseLeadership = resolve;
      scheduleRenewal();
    });
  releaseLeadership?.();
  if ('locks' in navigator) navigator.locks.request('daybook-token-sync', startLeading).catch(warn);
  else startLeading();
}

/** Serialized: a change during a renewal is sent with the next token. */
function scheduleRenewal(): void {
  clearTimeout(renewalTimer);
  queue = queue.then(renewToken);
}

async function renewToken(): Promise<void> {
  if (!target || !releaseLeadership) return;
  const { url, uid, claims } = target;
  try {
    const fresh = tokenOf((await api('GET /token', {})).token);
    if (target?.uid !== uid) return;
    token = fresh;
    await sendToken('POST', url, fresh.text);
    sentClaims = claims;
    failures = 0;
    setRenewalTimer(fresh.expiresAt - renewBeforeMs - Date.now());
  } catch (error) {
    if (failures === 0) warn(error);
    setRenewalTimer(Math.min(maxRetryMs, firstRetryMs * 2 ** failures));
    failures += 1;
  }
}

function setRenewalTimer(milliseconds: number): void {
  clearTimeout(renewalTimer);
  if (target) renewalTimer = setTimeout(scheduleRenewal, Math.max(1_000, milliseconds));
}

/** Timers do not run while a device sleeps. */
function renewIfExpiring(): void {
  if (!releaseLeadership || document.visibilityState === 'hidden') return;
  if (failures > 0 || !token || token.expiresAt - renewBeforeMs < Date.now()) scheduleRenewal();
}

async function sendToken(method: 'POST' | 'DELETE', url: string, text: string): Promise<void> {
  const { ok, status } = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${text}` },
    mode: 'cors',
    credentials: 'omit',
    redirect: 'error',
    keepalive: method === 'DELETE',
  });
  if (!ok) throw new Error(`${method} responded with ${status}.`);
}

function reset(): void {
  clearTimeout(renewalTimer);
  target = null;
  token = null;
  sentClaims = null;
  failures = 0;
  releaseLeadership?.();
  releaseLeadership = null;
}

/** The lifetime counts from now, because the clock of the device may be wrong. */
function tokenOf(text: string): SentToken {
  const payload = (text.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const claims: unknown = JSON.parse(atob(payload));
  const seconds = isRecord(claims) ? Number(claims.exp) - Number(claims.iat) : 0;
  return { text, expiresAt: Date.now() + seconds * 1_000 };
}

const isValid = ({ expiresAt }: SentToken): boolean => expiresAt > Date.now();

const warn = (error: unknown): void => console.warn('Token sync failed.', error);

// Sends the claims token to the configured service: POST after sign-in and whenever it is renewed, DELETE on sign-out. One tab
// does it, the leader, which has the lock. Failures are logged once and retried, never shown to the user.

import { api } from '../api.ts';
import { isRecord } from '../storage.ts';

/** `claims`: the serialized claims, to detect changes. */
export type Synced = { url: string; uid: string; claims: string };

type Token = { text: string; diesAt: number };

/** Renewed this long before it expires: enough for a slow network and the throttled timer of a hidden tab. */
const marginMs = 75_000;
const firstRetryMs = 5_000;
const longestRetryMs = 300_000;

let wanted: Synced | null = null;
let token: Token | null = null;
let handedClaims: string | null = null;
let letGo: (() => void) | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let turn = Promise.resolve();

const tabs = new BroadcastChannel('daybook-token-sync');
tabs.addEventListener('message', ({ data }) => {
  if (data === 'left') return forget();
  if (letGo && wanted && typeof data === 'string' && data !== handedClaims) renew();
});
document.addEventListener('visibilitychange', renewIfDue);
window.addEventListener('online', renewIfDue);

export function keepInSync(next: Synced): void {
  const before = wanted;
  wanted = next;
  if (before?.uid !== next.uid) lead();
  else if (before.claims === next.claims) return;
  else if (letGo) renew();
  else tabs.postMessage(next.claims);
}

/** Sends DELETE before the session ends. The request is `keepalive`: it survives the page. */
export async function sayFarewell(): Promise<void> {
  if (!wanted) return;
  const { url } = wanted;
  const text = token && isAlive(token) ? token.text : (await api('GET /token', {})).token;
  forget();
  tabs.postMessage('left');
  await hand('DELETE', url, text);
}

/** The session has ended already: sends DELETE with the current token while that is valid. */
export function drop(): void {
  if (letGo && wanted && token && isAlive(token)) hand('DELETE', wanted.url, token.text).catch(warn);
  forget();
}

/** Waits for the lock of all tabs; without the Web Locks API (plain http) every tab is a leader. */
function lead(): void {
  const hold = () =>
    new Promise<void>((resolve) => {
      if (!wanted) return resolve();
      letGo = resolve;
      renew();
    });
  letGo?.();
  if ('locks' in navigator) navigator.locks.request('daybook-token-sync', hold).catch(warn);
  else hold();
}

/** Serialized: a change during a renewal is sent with the next token. */
function renew(): void {
  clearTimeout(timer);
  turn = turn.then(handFresh);
}

async function handFresh(): Promise<void> {
  if (!wanted || !letGo) return;
  const { url, uid, claims } = wanted;
  try {
    const fresh = tokenOf((await api('GET /token', {})).token);
    if (wanted?.uid !== uid) return;
    token = fresh;
    await hand('POST', url, fresh.text);
    handedClaims = claims;
    failures = 0;
    plan(fresh.diesAt - marginMs - Date.now());
  } catch (error) {
    if (failures === 0) warn(error);
    plan(Math.min(longestRetryMs, firstRetryMs * 2 ** failures));
    failures += 1;
  }
}

function plan(milliseconds: number): void {
  clearTimeout(timer);
  if (wanted) timer = setTimeout(renew, Math.max(1_000, milliseconds));
}

/** Timers do not run while a device sleeps. */
function renewIfDue(): void {
  if (!letGo || document.visibilityState === 'hidden') return;
  if (failures > 0 || !token || token.diesAt - marginMs < Date.now()) renew();
}

async function hand(method: 'POST' | 'DELETE', url: string, text: string): Promise<void> {
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

function forget(): void {
  clearTimeout(timer);
  wanted = null;
  token = null;
  handedClaims = null;
  failures = 0;
  letGo?.();
  letGo = null;
}

/** The lifetime counts from now, because the clock of the device may be wrong. */
function tokenOf(text: string): Token {
  const payload = (text.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const claims: unknown = JSON.parse(atob(payload));
  const seconds = isRecord(claims) ? Number(claims.exp) - Number(claims.iat) : 0;
  return { text, diesAt: Date.now() + seconds * 1_000 };
}

const isAlive = ({ diesAt }: Token): boolean => diesAt > Date.now();

const warn = (error: unknown): void => console.warn('Token sync failed.', error);

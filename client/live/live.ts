// Live updates: the server names the nouns that changed in the company, and their queries are refetched.
// After any gap in the stream all queries are, because events may have been missed. The first `hello` of a document names what changed
// while it was loading.

import { type Noun, nouns } from '#domain/nouns.ts';
import { reportConnection } from '../connection.ts';
import { invalidate, invalidateAll } from '../queries.ts';
import { refreshSessionQuietly } from '../session/session-refresh.ts';
import { isRecord } from '../storage.ts';
import { changedWhileLoading } from './loading-changes.ts';

const reconnectDelayMs = 5_000;

/** Upper limit of the backoff after refusals, such as when the server has reached its limit of streams. */
const maxReconnectDelayMs = 120_000;

/** A shorter gap, such as a server restart or a proxy timeout, is not shown to the user. */
const gapToleranceMs = 4_000;

/** Returns a function that ends the subscription. */
export function subscribeToCompany(companyId: string): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let gapTimer: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;
  const open = () => {
    source = new EventSource(`/api/v1/companies/${encodeURIComponent(companyId)}/live`);
    source.addEventListener('hello', (event) => {
      clearTimeout(gapTimer);
      gapTimer = undefined;
      refusals = 0;
      reportConnection(true);
      applyChanges(isFirstHello ? changedWhileLoading(JSON.parse(event.data), documentAgeMs()) : 'all');
      isFirstHello = false;
    });
    // The permission for this stream ended.
    source.addEventListener('ended', () => {
      source?.close();
      timer = setTimeout(open, reconnectDelay(refusals));
      refreshSessionQuietly();
    });
    source.addEventListener('changed', (event) => handleChange(event.data));
    source.addEventListener('error', () => {
      gapTimer ??= setTimeout(() => reportConnection(false), gapToleranceMs);
      // The browser reconnects by itself, except after an HTTP error: then the session or the membership may have ended.
      if (source?.readyState !== EventSource.CLOSED) return;
      refreshSessionQuietly();
      timer = setTimeout(open, reconnectDelay(refusals));
      refusals += 1;
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    clearTimeout(gapTimer);
    source?.close();
  };
}

/** Exponential backoff with jitter, because many browsers are refused at the same moment. */
const reconnectDelay = (refusals: number): number =>
  Math.min(maxReconnectDelayMs, reconnectDelayMs * 2 ** refusals) * (0.75 + Math.random() / 2);

let isFirstHello = true;

/** All data is younger than the document. The larger of two clocks: one may stop while the device sleeps, the other may be set back. */
const documentAgeMs = (): number => Math.max(performance.now(), Date.now() - performance.timeOrigin);

function handleChange(message: string): void {
  const payload: unknown = JSON.parse(message);
  const payloadNouns: readonly unknown[] = isRecord(payload) && Array.isArray(payload.nouns) ? payload.nouns : [];
  applyChanges(nouns.filter((noun) => payloadNouns.includes(noun)));
}

function applyChanges(changed: readonly Noun[] | 'all'): void {
  globalThis.daybookFirstRequest?.drop(changed);
  if (changed === 'all') {
    invalidateAll();
    refreshSessionQuietly();
    return;
  }
  // The rights come first: what they no longer allow is not requested.
  if (sessionNouns.some((noun) => changed.includes(noun))) refreshSessionQuietly().then(() => invalidate(changed));
  else invalidate(changed);
}

/** What the session contains. */
const sessionNouns: readonly Noun[] = ['session', 'companies', 'members'];

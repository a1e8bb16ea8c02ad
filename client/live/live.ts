// Changes made by others: the server names the nouns that changed in the company, and what shows them is fetched again.
// After any gap in the stream everything is, because nobody knows what was missed.

import { invalidate, invalidateAll, nouns, queryClient } from '../queries.ts';
import { followSession } from '../session/session-follow.ts';
import { isRecord } from '../storage.ts';
import { reportConnection } from './connection.ts';

const reopenAfterMs = 5_000;

/** A server that has no room for another stream is asked less and less often. */
const longestPauseMs = 120_000;

/** A restarting server or a proxy that cuts long answers is back before anyone needs to know. */
const quietGapMs = 4_000;

/** Returns how to stop. */
export function followCompany(companyId: string): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let gap: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;
  const open = () => {
    source = new EventSource(`/api/v1/companies/${encodeURIComponent(companyId)}/live`);
    source.addEventListener('hello', () => {
      clearTimeout(gap);
      gap = undefined;
      refusals = 0;
      reportConnection(true);
      invalidateAll();
      followSession();
    });
    // The right to it ended: at once it is asked which one the person has now.
    source.addEventListener('ended', () => {
      source?.close();
      timer = setTimeout(open, pauseAfter(refusals));
      followOnceWritten();
    });
    source.addEventListener('changed', (event) => receive(event.data));
    source.addEventListener('error', () => {
      gap ??= setTimeout(() => reportConnection(false), quietGapMs);
      // The browser reconnects by itself, except after a refusal: then the session or the membership may have ended.
      if (source?.readyState !== EventSource.CLOSED) return;
      followSession();
      timer = setTimeout(open, pauseAfter(refusals));
      refusals += 1;
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    clearTimeout(gap);
    source?.close();
  };
}

const lookAgainMs = 100;
const longestWriteMs = 2_000;

/**
 * What ended it may be a write of this browser, such as a new password: asked before its answer, which brings the session that
 * takes the place of the ended one, the server would know nobody.
 */
async function followOnceWritten(): Promise<void> {
  const began = performance.now();
  do await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  while (queryClient.isMutating() > 0 && performance.now() - began < longestWriteMs);
  await followSession();
}

/** Never in step with other browsers, which were refused at the same moment. */
const pauseAfter = (refusals: number): number =>
  Math.min(longestPauseMs, reopenAfterMs * 2 ** refusals) * (0.75 + Math.random() / 2);

function receive(message: string): void {
  const payload: unknown = JSON.parse(message);
  const named: readonly unknown[] = isRecord(payload) && Array.isArray(payload.nouns) ? payload.nouns : [];
  const changed = nouns.filter((noun) => named.includes(noun));
  invalidate(changed);
  if (changed.includes('session') || changed.includes('companies') || changed.includes('members')) {
    followSession();
  }
}

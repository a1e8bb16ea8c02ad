// Sends copies in several small requests, so that none holds its locks for long. Those that do not reach the server, and those of
// worklogs that wait on this device, wait there. If a request fails otherwise, earlier results stay and the rest can be retried. Under
// the policy `flag`, copies refused for an overlap can be confirmed.

import { useState } from 'react';
import type { CopyResult } from '#contract/copies.ts';
import type { Day } from '#domain/calendar.ts';
import { NetworkError } from '../../api.ts';
import { useCompany } from '../../auth.ts';
import { isConnected } from '../../connection.ts';
import { affectedBy, invalidate, useApiMutation } from '../../queries.ts';
import { markLocallyChanged } from '../loader.ts';
import { loadUnsent } from '../unsent/load.ts';
import { type CopyRequest, confirmedCopyRequests, copyRequests } from './copy-days.ts';
import { type CopySource, isWaiting } from './sources.ts';

/** `wasSent`: it may have reached the server. */
type Unsent = { request: CopyRequest; wasSent: boolean };

export function useCopies(fromDay: Day) {
  const [sources, setSources] = useState<readonly CopySource[]>([]);
  const [kept, setKept] = useState(0);
  const [untried, setUntried] = useState<readonly CopyRequest[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const [hasResults, setHasResults] = useState(false);
  const { results, sendRequests } = useCopyRequests(fromDay);

  async function sendAll(requests: readonly CopyRequest[], from: readonly CopySource[]): Promise<void> {
    setSending(true);
    setSources(from);
    const waitingIds = new Set(from.filter(isWaiting).map(({ id }) => id));
    const isHere = ({ worklogIds }: CopyRequest) => worklogIds.every((id) => waitingIds.has(id));
    const { sent, unsent, left, failure } = await sendRequests(requests, isHere);
    const isKept = unsent.length === 0 || (await keepRequests(unsent, from));
    if (isKept) setKept((before) => before + countOf(unsent.map(({ request }) => request)));
    const rest = [...(isKept ? [] : unsent.map(({ request }) => request)), ...left];
    setError(failure);
    setUntried(rest);
    setSending(false);
    if (rest.length === requests.length) return;
    setHasResults(true);
    if (sent > 0) await invalidate(affectedBy.worklogs);
  }

  return {
    results,
    sources,
    error,
    isSending,
    /** The first attempt has finished, with at least one response or a copy that waits. */
    hasResults,
    /** Number of copies that wait on this device. */
    kept,
    /** Number of copies in the failed request and the ones after it. */
    untried: countOf(untried),
    send: (from: readonly CopySource[], days: readonly Day[]) => {
      const idsOf = (isHere: boolean) => from.filter((one) => isWaiting(one) === isHere).map(({ id }) => id);
      return sendAll([...copyRequests(idsOf(false), days), ...copyRequests(idsOf(true), days)], from);
    },
    sendRest: () => sendAll(untried, sources),
    confirmOverlaps: () => sendAll(confirmedCopyRequests(results), sources),
  };
}

/** Until one fails for another reason than the connection. */
function useCopyRequests(fromDay: Day) {
  const { id: companyId } = useCompany();
  const [results, setResults] = useState<readonly CopyResult[]>([]);
  const write = useApiMutation('POST /companies/{companyId}/worklog-copies', { invalidates: [] });

  async function sendOne(request: CopyRequest): Promise<void> {
    const response = await write.mutateAsync({ companyId, fromDay, ...request });
    markLocallyChanged(response.results.flatMap(({ copy }) => copy ?? []));
    setResults((before) => [
      ...before.filter((one) => !response.results.some((now) => isSame(one, now))),
      ...response.results,
    ]);
  }

  async function sendRequests(requests: readonly CopyRequest[], isHere: (request: CopyRequest) => boolean) {
    const unsent: Unsent[] = [];
    let sent = 0;
    for (const [index, request] of requests.entries()) {
      const isSendable = isConnected() && !isHere(request);
      const failure = isSendable ? await sendOne(request).then(() => null, asFailure) : new NetworkError();
      if (failure === null) sent += 1;
      else if (failure instanceof NetworkError) unsent.push({ request, wasSent: isSendable });
      else return { sent, unsent, left: requests.slice(index), failure };
    }
    return { sent, unsent, left: [], failure: null };
  }

  return { results, sendRequests };
}

const asFailure = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function keepRequests(unsent: readonly Unsent[], sources: readonly CopySource[]): Promise<boolean> {
  const { keepCopiesForLater } = await loadUnsent();
  const copies = unsent.flatMap(({ request: { copyIds, confirmOverlap = false }, wasSent }) =>
    copyIds.flatMap(({ worklogId, day, id }) => {
      const source = sources.find((one) => one.id === worklogId);
      return source ? [{ id, source, day, confirmOverlap, wasSent }] : [];
    }),
  );
  return keepCopiesForLater(copies);
}

const countOf = (requests: readonly CopyRequest[]): number =>
  requests.reduce((sum, { copyIds }) => sum + copyIds.length, 0);

const isSame = (one: CopyResult, other: CopyResult): boolean =>
  one.worklogId === other.worklogId && one.day === other.day;

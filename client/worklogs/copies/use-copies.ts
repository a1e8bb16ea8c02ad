// Sends copies in several small requests, so that none holds its locks for long. If a request fails, earlier results stay
// and the rest can be retried. Under the policy `flag`, copies refused for an overlap can be confirmed.

import { useState } from 'react';
import type { CopyResult } from '#contract/copies.ts';
import type { Day } from '#domain/calendar.ts';
import { useCompany } from '../../auth.ts';
import { affectedBy, invalidate, useApiMutation } from '../../queries.ts';
import { markLocallyChanged } from '../loader.ts';
import { type CopyRequest, confirmedCopyRequests, copyRequests } from './copy-days.ts';

export function useCopies(fromDay: Day) {
  const { id: companyId } = useCompany();
  const [results, setResults] = useState<readonly CopyResult[]>([]);
  const [waiting, setWaiting] = useState<readonly CopyRequest[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const [hasResults, setHasResults] = useState(false);
  const write = useApiMutation('POST /companies/{companyId}/worklog-copies', { invalidates: [] });
  const sendAll = async (requests: readonly CopyRequest[]) => {
    setSending(true);
    let left = requests;
    try {
      for (const request of requests) {
        const response = await write.mutateAsync({ companyId, fromDay, ...request });
        markLocallyChanged(response.results.flatMap(({ copy }) => copy ?? []));
        setResults((before) => [
          ...before.filter((one) => !response.results.some((now) => isSame(one, now))),
          ...response.results,
        ]);
        left = left.slice(1);
      }
      setError(null);
    } catch (failure) {
      setError(failure);
    }
    setWaiting(left);
    setSending(false);
    if (left.length === requests.length) return;
    setHasResults(true);
    await invalidate(affectedBy.worklogs);
  };
  return {
    results,
    error,
    isSending,
    /** The first attempt has finished with at least one response. */
    hasResults: hasResults,
    /** Number of copies in the failed request and the ones after it. */
    untried: waiting.reduce((sum, { toDays, worklogIds }) => sum + toDays.length * worklogIds.length, 0),
    send: (worklogIds: readonly string[], days: readonly Day[]) => sendAll(copyRequests(worklogIds, days)),
    sendRest: () => sendAll(waiting),
    confirmOverlaps: () => sendAll(confirmedCopyRequests(results)),
  };
}

const isSame = (one: CopyResult, other: CopyResult): boolean =>
  one.worklogId === other.worklogId && one.day === other.day;

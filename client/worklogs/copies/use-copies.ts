// Copies are sent in turns, each so small that nobody waits long for what it locks. What was answered stays answered when a
// later turn fails, and that one can be sent again; so can, where the company flags overlaps, what met with one.

import { useState } from 'react';
import type { CopyResult } from '#contract/copies.ts';
import type { Day } from '#domain/calendar.ts';
import { useCompany } from '../../auth.ts';
import { invalidate, useApiMutation } from '../../queries.ts';
import { addedHere } from '../loader.ts';
import { type Turn, turnsOf, turnsOfOverlaps } from './copy-days.ts';

export function useCopies(fromDay: Day) {
  const { id: companyId } = useCompany();
  const [results, setResults] = useState<readonly CopyResult[]>([]);
  const [waiting, setWaiting] = useState<readonly Turn[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const [isTold, setTold] = useState(false);
  const write = useApiMutation('POST /companies/{companyId}/worklog-copies', { invalidates: [] });
  const sendAll = async (turns: readonly Turn[]) => {
    setSending(true);
    let left = turns;
    try {
      for (const turn of turns) {
        const answer = await write.mutateAsync({ companyId, fromDay, ...turn });
        addedHere(answer.results.flatMap(({ copy }) => copy ?? []));
        setResults((before) => [
          ...before.filter((one) => !answer.results.some((now) => isSame(one, now))),
          ...answer.results,
        ]);
        left = left.slice(1);
      }
      setError(null);
    } catch (failure) {
      setError(failure);
    }
    setWaiting(left);
    setSending(false);
    if (left.length === turns.length) return;
    setTold(true);
    await invalidate(['worklogs', 'projects', 'reports', 'dashboard']);
  };
  return {
    results,
    error,
    isSending,
    /** Something was answered, and nothing is on its way for the first time. */
    isTold,
    /** How many copies a failed turn and those after it would have made. */
    untried: waiting.reduce((sum, { toDays, worklogIds }) => sum + toDays.length * worklogIds.length, 0),
    send: (worklogIds: readonly string[], days: readonly Day[]) => sendAll(turnsOf(worklogIds, days)),
    sendRest: () => sendAll(waiting),
    confirmOverlaps: () => sendAll(turnsOfOverlaps(results)),
  };
}

const isSame = (one: CopyResult, other: CopyResult): boolean =>
  one.worklogId === other.worklogId && one.day === other.day;

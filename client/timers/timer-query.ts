// The query of the running timer, and the refusal of its last stop, which the worklog form shows.

import type { StoppedTimer } from '#contract/timers.ts';
import { ApiProblem } from '../api.ts';
import { apiQuery, queryClient } from '../queries.ts';
import { createStore } from '../storage.ts';

export const timerQuery = (companyId: string) => apiQuery('timer', 'GET /companies/{companyId}/timer', { companyId });

/** The refusal of the last stop; the worklog form shows it like a refusal of its own. */
const stopStore = createStore<{ timerId: string; problem: ApiProblem } | null>(null);

export const stopProblemOf = (timerId: string): ApiProblem | null => {
  const last = stopStore.get();
  return last?.timerId === timerId ? last.problem : null;
};

/** Writes a response about the timer to the query cache. */
export function acceptTimer(
  companyId: string,
  { timer, now, refusal }: Omit<StoppedTimer, 'worklog' | 'isDiscarded'>,
): void {
  queryClient.setQueryData(timerQuery(companyId).queryKey, { timer, now });
  stopStore.set(
    timer && refusal ? { timerId: timer.id, problem: new ApiProblem({ ...refusal, requestId: '' }) } : null,
  );
}

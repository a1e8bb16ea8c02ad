// The running timer: what the bar shows of it, and what the form of a worklog goes on from when it could not be saved as it was.

import type { SettledTimer } from '#contract/timers.ts';
import { ApiProblem } from '../api.ts';
import { queryClient, read } from '../queries.ts';
import { createStore } from '../storage.ts';

export const timerQuery = (companyId: string) => read('timer', 'GET /companies/{companyId}/timer', { companyId });

/** What a timer that became a worklog changes. */
export const settlingChanges = ['timer', 'worklogs', 'projects', 'reports', 'dashboard'] as const;

/** Why the last stop could not be saved; the form says it as if it had asked itself. */
const stopStore = createStore<{ timerId: string; problem: ApiProblem } | null>(null);

export const problemOfStop = (timerId: string): ApiProblem | null => {
  const last = stopStore.get();
  return last?.timerId === timerId ? last.problem : null;
};

/** Shown at once, before the server is asked again. */
export function acceptTimer(
  companyId: string,
  { timer, now, refusal }: Omit<SettledTimer, 'worklog' | 'isDiscarded'>,
): void {
  queryClient.setQueryData(timerQuery(companyId).queryKey, { timer, now });
  stopStore.set(
    timer && refusal ? { timerId: timer.id, problem: new ApiProblem({ ...refusal, requestId: '' }) } : null,
  );
}

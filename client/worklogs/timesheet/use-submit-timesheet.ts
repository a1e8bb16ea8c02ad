// Sends the planned changes one after the other, like the lines of quick entry. What the server refuses stays typed in its cell;
// without a response the rest is not tried.

import { useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import { ApiProblem } from '../../api.ts';
import { useCompany } from '../../auth.ts';
import { affectedBy, invalidate } from '../../queries.ts';
import { useIdempotentSend } from '../../send.ts';
import { markLocallyChanged } from '../loader.ts';
import type { PlannedChange } from './plan.ts';
import { amendRequest, newRequest } from './requests.ts';

/** Saved, or refused with the error. */
export type Outcome = { change: PlannedChange } & (
  | { worklog: Worklog; error: null }
  | { worklog: null; error: unknown }
);

type Options = { notes: Readonly<Record<string, string>>; confirmOverlap: boolean; zone: string };

export function useSubmitTimesheet() {
  const { id: companyId } = useCompany();
  const create = useIdempotentSend('POST /companies/{companyId}/worklogs');
  const amend = useIdempotentSend('PATCH /companies/{companyId}/worklogs/{worklogId}');
  /** Number of responses; null while nothing is being sent. */
  const [progress, setProgress] = useState<number | null>(null);

  function send(change: PlannedChange, { notes, confirmOverlap, zone }: Options): Promise<Worklog> {
    const { amends, task } = change.cell;
    const sent = { companyId, confirmOverlap };
    if (amends) return amend(amendRequest(amends, change, sent));
    return create(newRequest(change, notes[task.taskId] ?? '', zone, sent));
  }

  async function submit(changes: readonly PlannedChange[], options: Options): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const change of changes) {
      setProgress(outcomes.length);
      const outcome = await send(change, options).then(
        (worklog) => ({ change, worklog, error: null }),
        (error: unknown) => ({ change, worklog: null, error }),
      );
      outcomes.push(outcome);
      if (outcome.worklog === null && !isRefusal(outcome.error)) break;
    }
    markLocallyChanged(outcomes.flatMap(({ worklog }) => worklog ?? []));
    await invalidate(affectedBy.worklogs);
    setProgress(null);
    return outcomes;
  }

  return { submit, progress };
}

const isRefusal = (error: unknown): boolean => error instanceof ApiProblem && error.status < 500;

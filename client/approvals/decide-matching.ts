// Decides the confirmed worklogs of a filter in parts. Each part is a request like any other decision: whatever has changed since
// the confirmation is refused by its version, and the rest is decided.

import { useRef, useState } from 'react';
import { type Decision, maxBulkDecisions } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import type { ApiOutput } from '../api.ts';
import { useCompany } from '../auth.ts';
import { affectedBy, invalidate, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { toastProblem } from '../ui/problem-toast.ts';
import { decisionTexts } from './decisions.ts';
import type { WorklogListFilter } from './filter.ts';

/** `openedAt` in milliseconds: the worklogs are those of that moment. `workerName` if all of them are of that worker. */
export type OpenMatching = { apiFilter: WorklogListFilter; openedAt: number; workerName?: string };

export type DecidableWorklogs = ApiOutput<'GET /companies/{companyId}/decidable-worklogs'>;
type SeenWorklog = DecidableWorklogs['worklogs'][number];

/** `refused`: for each reason the number of worklogs; `failure`: of the request that ended it, else null. */
export type MatchingResult = { done: SeenWorklog[]; refused: ReadonlyMap<string, number>; failure: unknown };

export type MatchingDecision = { decision: Decision; notes: string; isUndo?: boolean };

export function useDecideMatching() {
  const { id: companyId } = useCompany();
  const write = useApiMutation('POST /companies/{companyId}/decisions', { invalidates: [] });
  const [sent, setSent] = useState<number | null>(null);
  const isStopped = useRef(false);

  /** Ends early when stopped, or when a request fails; what was decided until then stays decided. */
  const send = async (
    worklogs: readonly SeenWorklog[],
    { decision, notes, isUndo = false }: MatchingDecision,
  ): Promise<MatchingResult> => {
    const done: SeenWorklog[] = [];
    const refused: Map<string, number> = new Map();
    let failure: unknown = null;
    isStopped.current = false;
    setSent(0);
    try {
      for (let at = 0; at < worklogs.length && !isStopped.current; at += maxBulkDecisions) {
        const part = worklogs.slice(at, at + maxBulkDecisions);
        const { results } = await write.mutateAsync({ companyId, decision, notes, isUndo, worklogs: part });
        for (const { id, code, message, worklog } of results) {
          if (code === null) done.push({ id, version: worklog?.version ?? 0 });
          else refused.set(message ?? '', (refused.get(message ?? '') ?? 0) + 1);
        }
        setSent(at + part.length);
      }
    } catch (error) {
      failure = error;
    }
    setSent(null);
    await invalidate(affectedBy.worklogs);
    return { done, refused, failure };
  };

  /** Offers to undo it for a few seconds. */
  const announce = (decision: Decision, { done }: MatchingResult) => {
    const run = async () => {
      const undone = await send(done, { decision: 'reopen', notes: '', isUndo: true });
      if (undone.failure === null) showToast(m.approvals_undone_many({ count: undone.done.length }));
      else toastProblem(undone.failure);
    };
    const message = decisionTexts[decision].done({ count: done.length });
    showToast(message, { type: 'success', action: { label: m.approvals_undo(), run } });
  };

  const stop = () => {
    isStopped.current = true;
  };
  return { sent, send, stop, announce };
}

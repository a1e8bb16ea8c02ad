// Decision requests: shown optimistically, sent at once, undone by reopening.

import { useRef, useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import type { Decision } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import type { ApiOutput } from '../api.ts';
import { useCompany } from '../auth.ts';
import { affectedBy, invalidate, queryClient, useApiMutation } from '../queries.ts';
import { hideToast, showToast, useToast } from '../toast.ts';
import { toastProblem } from '../ui/problem-toast.ts';
import { worklogDetailQuery } from '../worklog/worklog-queries.ts';
import { decisionTexts } from './decisions.ts';

type Result = ApiOutput<'POST /companies/{companyId}/decisions'>['results'][number];

export type RefusedDecision = {
  /** As it was when the decision was sent. */
  worklog: Worklog;
  code: NonNullable<Result['code']>;
  message: string;
  /** Worklogs at the same time that the user may see. */
  conflicts: Result['conflicts'];
  /** Its current state; null if it no longer exists. */
  now: Worklog | null;
};

export type DecisionResult = {
  done: Worklog[];
  refused: RefusedDecision[];
  /** The user pressed undo before the response arrived. */
  isUndoRequested: boolean;
};

export type DecisionMutation = ReturnType<typeof useDecisionMutation>;

/** `worklogs` have the versions that the user saw. */
export function useDecisionMutation() {
  const { id: companyId } = useCompany();
  const [optimistic, setOptimistic] = useState<ReadonlyMap<string, Decision>>(new Map());
  const [locallyDecidedIds, setLocallyDecidedIds] = useState<ReadonlySet<string>>(new Set());
  const write = useApiMutation('POST /companies/{companyId}/decisions', { invalidates: [] });
  const last = useRef<PendingDecision | null>(null);
  const toast = useToast();

  const decide = async (
    decision: Decision,
    worklogs: readonly Worklog[],
    notes: string,
    { isUndo } = { isUndo: false },
  ): Promise<DecisionResult> => {
    setOptimistic((before) => new Map([...before, ...worklogs.map(({ id }): [string, Decision] => [id, decision])]));
    const clearOptimistic = () => setOptimistic((before) => without(before, worklogs));
    const sent: PendingDecision = { hasResponse: false, isUndoRequested: false };
    last.current = sent;
    try {
      const seen = worklogs.map(({ id, version }) => ({ id, version }));
      const { results } = await write.mutateAsync({ companyId, decision, notes, isUndo, worklogs: seen });
      const result = { ...splitResults(worklogs, results), isUndoRequested: sent.isUndoRequested };
      for (const done of result.done) updateCachedWorklog(companyId, done);
      setLocallyDecidedIds((before) => new Set([...before, ...result.done.map(({ id }) => id)]));
      invalidate(affectedBy.worklogs).finally(clearOptimistic);
      return result;
    } catch (error) {
      clearOptimistic();
      throw error;
    } finally {
      sent.hasResponse = true;
    }
  };

  /** Sets the worklogs back to pending; the history records an undo. */
  const undo = async (done: readonly Worklog[]): Promise<DecisionResult | null> => {
    try {
      const result = await decide('reopen', done, '', { isUndo: true });
      const [first] = result.refused;
      if (first) showToast(first.message, { type: 'warning' });
      else showToast(m.approvals_undone());
      return result;
    } catch (error) {
      toastProblem(error);
      return null;
    }
  };

  /** Shows a toast with an undo for a few seconds. */
  const announce = (decision: Decision, { done, isUndoRequested }: DecisionResult, undoAction: () => void) => {
    if (isUndoRequested) return undoAction();
    const action = decision === 'reopen' ? null : { label: m.approvals_undo(), run: undoAction };
    showToast(decisionTexts[decision].done({ count: done.length }), { type: 'success', action });
  };

  /** Undoes the last decision while the toast offers it, or as soon as a pending request is answered. */
  const undoLast = () => {
    if (last.current && !last.current.hasResponse) last.current.isUndoRequested = true;
    else if (toast.isDisplayed && toast.action?.label === m.approvals_undo()) {
      hideToast();
      toast.action.run();
    }
  };

  return { decide, undo, announce, undoLast, optimistic, locallyDecidedIds };
}

/** Updates the cached worklog at once, so that a further decision uses its current version. */
function updateCachedWorklog(companyId: string, worklog: Worklog): void {
  const { queryKey } = worklogDetailQuery(companyId, worklog.id);
  queryClient.setQueryData(queryKey, (before) => before && { ...before, worklog });
}

type PendingDecision = { hasResponse: boolean; isUndoRequested: boolean };

function splitResults(
  worklogs: readonly Worklog[],
  results: readonly Result[],
): Omit<DecisionResult, 'isUndoRequested'> {
  const resultsById = new Map(results.map((result) => [result.id, result]));
  const done: Worklog[] = [];
  const refused: RefusedDecision[] = [];
  for (const worklog of worklogs) {
    const result = resultsById.get(worklog.id);
    if (!result) continue;
    if (result.code === null) done.push(result.worklog ?? worklog);
    else
      refused.push({
        worklog,
        code: result.code,
        message: result.message ?? '',
        conflicts: result.conflicts,
        now: result.worklog,
      });
  }
  return { done, refused };
}

function without<T>(map: ReadonlyMap<string, T>, worklogs: readonly Worklog[]): ReadonlyMap<string, T> {
  const left = new Map(map);
  for (const { id } of worklogs) left.delete(id);
  return left;
}

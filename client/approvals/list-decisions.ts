// Decisions from the list: focus, toasts and refusals.

import { type RefObject, useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import type { Decision } from '#domain/worklogs.ts';
import { toastProblem } from '../ui/problem-toast.ts';
import { type DecisionResult, useDecisionMutation } from './decision-mutation.ts';
import { focusNextRow } from './focus.ts';

export function useListDecisions(container: RefObject<HTMLElement | null>) {
  const { decide: send, undo, announce, undoLast, optimistic, locallyDecidedIds } = useDecisionMutation();
  const [refused, setRefused] = useState<DecisionResult | null>(null);

  /** Resolves to whether no decision was refused. */
  const decide = async (decision: Decision, worklogs: Worklog[], notes: string): Promise<boolean> => {
    try {
      const result = await send(decision, worklogs, notes);
      if (result.done.length > 0) announce(decision, result, () => undo(result.done));
      if (result.refused.length > 0) setRefused(result);
      return result.refused.length === 0;
    } catch (error) {
      toastProblem(error);
      return false;
    }
  };

  /** For decisions in the list: moves the focus to the next row. */
  const decideRows = (decision: Decision, worklogs: Worklog[], notes: string) => {
    const ids = worklogs.map(({ id }) => id);
    focusNextRow(ids, container.current);
    return decide(decision, worklogs, notes);
  };

  return { decide, decideRows, undoLast, optimistic, locallyDecidedIds, refused, closeRefused: () => setRefused(null) };
}

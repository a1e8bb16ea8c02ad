// The state of a review: the current worklog, prefetching, and decisions.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import type { Decision } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import type { ApiInput, ApiOutput } from '../api.ts';
import { useCompany } from '../auth.ts';
import { queryClient } from '../queries.ts';
import { showToast } from '../toast.ts';
import { problemText } from '../ui/problem-text.ts';
import { toastProblem } from '../ui/problem-toast.ts';
import { workerDayQuery, worklogDetailQuery } from '../worklog/worklog-queries.ts';
import { type DecisionResult, useDecisionMutation } from './decision-mutation.ts';
import { isKnownDecided, pendingPageQuery, reviewPageSize } from './queries.ts';
import {
  addToQueue,
  advanceQueue,
  countBeyond,
  currentEntry,
  emptyQueue,
  markDecidedElsewhere,
  nextPendingPage,
  previousEntry,
  type ReviewOutcome,
  type ReviewQueue,
  rememberSeenVersion,
  reopenEntry,
  requeueRefused,
  reviewProgress,
  upcomingIds,
} from './queue.ts';
import { decidedText } from './refusal-text.ts';

type Listed = ApiOutput<'GET /companies/{companyId}/worklogs'>;
export type ReviewFilter = Omit<ApiInput<'GET /companies/{companyId}/worklogs'>, 'companyId'>;

const loadMoreBelow = 10;

const isDecidable = ({ actions }: Worklog): boolean => actions.approve === true;
const idsOf = ({ worklogs }: Listed): string[] => worklogs.filter(isDecidable).map(({ id }) => id);

const useDetail = (worklogId: string | undefined) => {
  const { id } = useCompany();
  return useQuery({ ...worklogDetailQuery(id, worklogId ?? ''), enabled: worklogId !== undefined });
};

/** `first`: the oldest pending worklogs when the review began; `live`: the current ones. */
export function useReview(filter: ReviewFilter, first: Listed, live: Listed) {
  const { id: companyId } = useCompany();
  const { decide, undo, announce, undoLast } = useDecisionMutation();
  const [queue, setQueue] = useState(() => addToQueue(emptyQueue, idsOf(first)));
  const entry = currentEntry(queue);
  const [nextId, afterNextId] = upcomingIds(queue, 2);
  const detail = useDetail(entry?.id);
  // Both are loaded before they are shown.
  const next = useDetail(nextId).data?.worklog;
  useDetail(afterNextId);
  useQuery({ ...workerDayQuery(companyId, next ?? { workerId: '', day: '2000-01-01' }), enabled: next !== undefined });

  const shown = live.worklogs.map((worklog) => ({ id: worklog.id, isDecidable: isDecidable(worklog) }));
  const beyond = countBeyond(queue, { items: live.totals.items, shown, pageSize: reviewPageSize });
  const [maxTotal, setMaxTotal] = useState(0);
  const reached = reviewProgress(queue, beyond, maxTotal);
  if (reached.m > maxTotal) setMaxTotal(reached.m);

  const isDecided = (id: string): boolean => {
    const isWholeListKnown = live.totals.items <= live.worklogs.length;
    return isKnownDecided(companyId, id) || (isWholeListKnown && !live.worklogs.some((worklog) => worklog.id === id));
  };
  const loadMore = async (from: ReviewQueue) => {
    const more = await queryClient.fetchQuery({
      ...pendingPageQuery(companyId, filter, nextPendingPage(from, reviewPageSize)),
      staleTime: 0,
    });
    setQueue((before) => addToQueue(before, idsOf(more)));
  };
  const seen = (before: ReviewQueue) => rememberSeenVersion(before, detail.data?.worklog.version);
  const move = (outcome: Exclude<ReviewOutcome, 'open'>) => {
    const after = advanceQueue(seen(queue), outcome, isDecided);
    setQueue(after);
    if (beyond > 0 && upcomingIds(after, loadMoreBelow).length < loadMoreBelow) {
      loadMore(after).catch(toastProblem);
    }
  };
  /** Decided by somebody else: shows a toast and continues. Changed or locked: the worklog comes next, with the reason. */
  const showRefusal = (worklog: Worklog, { refused: [refusal] }: DecisionResult) => {
    if (!refusal) return;
    const name = worklog.workerName;
    const decided = refusal.now && decidedText(refusal.now);
    if (refusal.now === null || decided) {
      showToast(decided ? m.review_already_decided({ name, decided }) : refusal.message, { type: 'warning' });
      setQueue((before) => markDecidedElsewhere(before, worklog.id));
    } else {
      showToast(m.review_comes_next({ name }), { type: 'warning' });
      setQueue((before) => requeueRefused(before, worklog.id, { version: worklog.version, reason: refusal.message }));
    }
  };
  const undoDecision = async (done: readonly Worklog[]) => {
    const [worklog] = done;
    const result = await undo(done);
    if (worklog && result?.done.length) setQueue((before) => reopenEntry(before, worklog.id));
  };
  /** Resolves to whether the decision took effect. */
  const decideEntry = async (
    decision: Exclude<Decision, 'reopen'>,
    worklog: Worklog,
    notes: string,
  ): Promise<boolean> => {
    move(decision === 'approve' ? 'approved' : 'rejected');
    try {
      const result = await decide(decision, [worklog], notes);
      const isDone = result.done.length > 0;
      if (isDone) announce(decision, result, () => undoDecision(result.done));
      else showRefusal(worklog, result);
      return isDone;
    } catch (error) {
      const reason = problemText(error);
      showToast(reason, { type: 'error' });
      setQueue((before) => requeueRefused(before, worklog.id, { version: worklog.version, reason }));
      return false;
    }
  };
  const reopen = async (worklog: Worklog, notes: string): Promise<boolean> => {
    try {
      const result = await decide('reopen', [worklog], notes);
      const isDone = result.done.length > 0;
      if (isDone) setQueue((before) => reopenEntry(before, worklog.id));
      else showToast(result.refused[0]?.message ?? '', { type: 'warning' });
      return isDone;
    } catch (error) {
      toastProblem(error);
      return false;
    }
  };

  return {
    queue,
    entry,
    detail: entry ? detail : undefined,
    progress: reached,
    beyond,
    decideEntry,
    reopen,
    skip: () => move('skipped'),
    goBack: () => setQueue(previousEntry(seen(queue))),
    undoLast,
    reviewSkipped: () => {
      setQueue((before) => addToQueue(emptyQueue, before.entries.flatMap(skippedId)));
      setMaxTotal(0);
    },
    loadMore: () => loadMore(queue).catch(toastProblem),
  };
}

const skippedId = ({ id, outcome }: ReviewQueue['entries'][number]): string[] => (outcome === 'skipped' ? [id] : []);

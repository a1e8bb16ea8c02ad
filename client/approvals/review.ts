// The state of a review: the current worklog, prefetching, and decisions.

import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import type { Decision } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import type { ApiInput, ApiOutput } from '../api.ts';
import { useCompany } from '../auth.ts';
import { queryClient } from '../queries.ts';
import { showToast } from '../shell/toast.ts';
import { problemText } from '../ui/problem-text.ts';
import { toastProblem } from '../ui/problem-toast.ts';
import { workerDayQuery, worklogDetailQuery } from '../worklog/worklog-queries.ts';
import { type Answer, useDecisions } from './decisions.ts';
import { isKnownDecided, reviewPageSize, waitingQuery } from './queries.ts';
import {
  advance,
  back,
  beyondOf,
  currentOf,
  decidedElsewhere,
  emptyQueue,
  extend,
  type Fate,
  nextPage,
  progress,
  type Queue,
  refusedLater,
  reopened,
  upcoming,
  withSeen,
} from './queue.ts';
import { decidedText } from './refusal-text.ts';

type Listed = ApiOutput<'GET /companies/{companyId}/worklogs'>;
export type Asked = Omit<ApiInput<'GET /companies/{companyId}/worklogs'>, 'companyId'>;

const loadedAhead = 2;
const askForMoreBelow = 10;

const mayDecide = ({ actions }: Worklog): boolean => actions.approve === true;
const idsOf = ({ worklogs }: Listed): string[] => worklogs.filter(mayDecide).map(({ id }) => id);

/** `first`: the oldest pending worklogs when the review began; `live`: the current ones. */
export function useReview(asked: Asked, first: Listed, live: Listed) {
  const { id: companyId } = useCompany();
  const { decide, undo, announce, undoLast } = useDecisions();
  const [queue, setQueue] = useState(() => extend(emptyQueue, idsOf(first)));
  const entry = currentOf(queue);
  const ahead = upcoming(queue, loadedAhead);
  const details = useQueries({
    queries: [...(entry ? [entry.id] : []), ...ahead].map((id) => worklogDetailQuery(companyId, id)),
  });
  const next = entry ? details[1]?.data?.worklog : undefined;
  useQuery({ ...workerDayQuery(companyId, next ?? { workerId: '', day: '2000-01-01' }), enabled: next !== undefined });

  const shown = live.worklogs.map((worklog) => ({ id: worklog.id, isDecidable: mayDecide(worklog) }));
  const beyond = beyondOf(queue, { items: live.totals.items, shown, pageSize: reviewPageSize });
  const [most, setMost] = useState(0);
  const reached = progress(queue, beyond, most);
  if (reached.m > most) setMost(reached.m);

  const isDecided = (id: string): boolean => {
    const isWholeListKnown = live.totals.items <= live.worklogs.length;
    return isKnownDecided(companyId, id) || (isWholeListKnown && !live.worklogs.some((worklog) => worklog.id === id));
  };
  const loadMore = async (from: Queue) => {
    const more = await queryClient.fetchQuery({
      ...waitingQuery(companyId, asked, nextPage(from, reviewPageSize)),
      staleTime: 0,
    });
    setQueue((before) => extend(before, idsOf(more)));
  };
  const seen = (before: Queue) => withSeen(before, details[0]?.data?.worklog.version);
  const move = (fate: Exclude<Fate, 'open'>) => {
    const after = advance(seen(queue), fate, isDecided);
    setQueue(after);
    if (beyond > 0 && upcoming(after, askForMoreBelow).length < askForMoreBelow) {
      loadMore(after).catch(toastProblem);
    }
  };
  /** Decided by somebody else: shows a toast and continues. Changed or locked: the worklog comes next, with the reason. */
  const tellRefusal = (worklog: Worklog, { refused: [refusal] }: Answer) => {
    if (!refusal) return;
    const name = worklog.workerName;
    const decided = refusal.now && decidedText(refusal.now);
    if (refusal.now === null || decided) {
      showToast(decided ? m.review_already_decided({ name, decided }) : refusal.message, { type: 'warning' });
      setQueue((before) => decidedElsewhere(before, worklog.id));
    } else {
      showToast(m.review_comes_next({ name }), { type: 'warning' });
      setQueue((before) => refusedLater(before, worklog.id, { version: worklog.version, reason: refusal.message }));
    }
  };
  const goBackTo = async (done: readonly Worklog[]) => {
    const [worklog] = done;
    const answer = await undo(done);
    if (worklog && answer?.done.length) setQueue((before) => reopened(before, worklog.id));
  };
  /** Resolves to whether the decision took effect. */
  const settle = async (decision: Exclude<Decision, 'reopen'>, worklog: Worklog, notes: string): Promise<boolean> => {
    move(decision === 'approve' ? 'approved' : 'rejected');
    try {
      const answer = await decide(decision, [worklog], notes);
      const isDone = answer.done.length > 0;
      if (isDone) announce(decision, answer, () => goBackTo(answer.done));
      else tellRefusal(worklog, answer);
      return isDone;
    } catch (error) {
      const reason = problemText(error);
      showToast(reason, { type: 'error' });
      setQueue((before) => refusedLater(before, worklog.id, { version: worklog.version, reason }));
      return false;
    }
  };
  const reopen = async (worklog: Worklog, notes: string): Promise<boolean> => {
    try {
      const answer = await decide('reopen', [worklog], notes);
      const isDone = answer.done.length > 0;
      if (isDone) setQueue((before) => reopened(before, worklog.id));
      else showToast(answer.refused[0]?.message ?? '', { type: 'warning' });
      return isDone;
    } catch (error) {
      toastProblem(error);
      return false;
    }
  };

  return {
    queue,
    entry,
    detail: entry ? details[0] : undefined,
    progress: reached,
    beyond,
    settle,
    reopen,
    skip: () => move('skipped'),
    goBack: () => setQueue(back(seen(queue))),
    undoLast,
    walkSkipped: () => {
      setQueue((before) => extend(emptyQueue, before.entries.flatMap(skippedId)));
      setMost(0);
    },
    loadMore: () => loadMore(queue),
  };
}

const skippedId = ({ id, fate }: Queue['entries'][number]): string[] => (fate === 'skipped' ? [id] : []);

// Notices by e-mail: how long they are delayed to collect several events into one mail, and when a notice is obsolete.

import { type Day, dayOf, wallTimeOf } from './calendar.ts';
import { type NotifiedMove, moves as table } from './worklogs.ts';

/** After this time without another decision a review counts as finished, and the worker gets one mail about all of it. */
export const decisionQuietMinutes = 3;

/** The maximum delay of the mail about a decision, even while the review continues. */
export const maxDecisionDelayMinutes = 15;

/** People log their whole day at once; its worklogs are collected into one mail. */
export const waitingNoticeDelayMinutes = 10;

/** Local time of the company: before work starts, after the last night shift. */
const dailyMailHour = 7;

/** The company day if its mail hour has passed, else null. Also later on that day, as the server may have been down. */
export const dailyMailDay = (now: Date, zone: string): Day | null =>
  Number(wallTimeOf(now, zone).slice(11, 13)) < dailyMailHour ? null : dayOf(now, zone);

export type NoticeMove = { move: NotifiedMove; version: number; at: Date };

export type NoticeFacts = {
  /** Decisions on one worklog since the worker's last notice about it, oldest first. */
  moves: readonly NoticeMove[];
  /** The move before the first of them. */
  before: { move: string; at: Date } | null;
  /** Whether the worker has amended or withdrawn it since. */
  isAnswered: boolean;
  /** Current version of the worklog. */
  version: number;
};

/**
 * The last of these moves if the worker should be notified of it. Null if the worklog has changed since then, or if a
 * decision was undone before the worker was notified. They are notified that somebody entered it even if it was approved since,
 * but not once the worker has changed it.
 */
export function moveToNotify({ moves, isAnswered, ...rest }: NoticeFacts): NoticeMove | null {
  const entered = isAnswered ? undefined : moves.find(({ move }) => move === 'enter');
  return decisionToNotify({ ...rest, moves: moves.filter(({ move }) => move !== 'enter') }) ?? entered ?? null;
}

function decisionToNotify({ moves, before, version }: Omit<NoticeFacts, 'isAnswered'>): NoticeMove | null {
  const [first, last] = [moves[0], moves.at(-1)];
  if (!first || !last || last.version !== version) return null;
  if (table[last.move].to === 'rejected') return last;
  // Pending again. If it was pending before the first move, nothing has changed for the worker.
  if (table[first.move].from.every((status) => status === 'pending')) return null;
  return before?.move === 'approve' && minutesFrom(before.at, first.at) < maxDecisionDelayMinutes ? null : last;
}

const minutesFrom = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 60_000;

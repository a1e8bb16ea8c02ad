// Notices by e-mail: how long they are delayed to collect several events into one mail, and when a notice is obsolete.

import { type Day, dayOf, wallTimeOf } from './calendar.ts';
import type { Decision } from './worklogs.ts';

/** After this time without another decision a review counts as finished, and the worker gets one mail about all of it. */
export const quietMinutes = 3;

/** The longest delay of the mail about a decision, even while the review goes on. */
export const longestQuietMinutes = 15;

/** People log their whole day at once; its worklogs are collected into one mail. */
export const waitingMinutes = 10;

/** Local time of the company: before work starts, after the last night shift. */
const morningHour = 7;

/** The company day if its mail hour has passed, else null. Also later on that day, as the server may have been down. */
export const morningOf = (now: Date, zone: string): Day | null =>
  Number(wallTimeOf(now, zone).slice(11, 13)) < morningHour ? null : dayOf(now, zone);

export type ToldMove = { move: Exclude<Decision, 'approve'>; version: number; at: Date };

export type Telling = {
  /** Decisions on one worklog since the worker's last notice about it, oldest first. */
  moves: readonly ToldMove[];
  /** The move before the first of them. */
  before: { move: string; at: Date } | null;
  /** Current version of the worklog. */
  version: number;
};

/**
 * The last of these moves if the worker should be notified of it. Null if the worklog has changed since then, or if a
 * decision was undone before the worker was notified.
 */
export function worthTelling({ moves, before, version }: Telling): ToldMove | null {
  const [first, last] = [moves[0], moves.at(-1)];
  if (!first || !last || last.version !== version) return null;
  if (last.move === 'reject') return last;
  // Reopened. If it was pending before the first move, nothing has changed for the worker.
  if (first.move === 'reject') return null;
  return before?.move === 'approve' && minutesFrom(before.at, first.at) < longestQuietMinutes ? null : last;
}

const minutesFrom = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 60_000;

// What people are told by e-mail, how long is waited for more of the same, and when something is no longer worth telling.

import { type Day, dayOf, wallTimeOf } from './calendar.ts';
import type { Decision } from './worklogs.ts';

/** After this long without another decision a review is over, and the worker gets one mail about all of it. */
export const quietMinutes = 3;

/** A review that goes on and on: nobody waits longer than this for the first decision. */
export const longestQuietMinutes = 15;

/** People log their day in one go; its worklogs make one mail. */
export const waitingMinutes = 10;

/** Company time. Before the first coffee, after the last night shift. */
const morningHour = 7;

/** The company day whose morning has come, or null before seven. Also later on that day: a server may have been away. */
export const morningOf = (now: Date, zone: string): Day | null =>
  Number(wallTimeOf(now, zone).slice(11, 13)) < morningHour ? null : dayOf(now, zone);

export type ToldMove = { move: Exclude<Decision, 'approve'>; version: number; at: Date };

export type Telling = {
  /** What was done to one worklog since the worker was last told of it, oldest first. */
  moves: readonly ToldMove[];
  /** The move before the first of them. */
  before: { move: string; at: Date } | null;
  /** Of the worklog as it is now. */
  version: number;
};

/**
 * The last of these moves where the worker should hear of it, or null: something happened to the worklog since, by
 * themselves or by somebody else, or a decision was taken back before they ever heard of it.
 */
export function worthTelling({ moves, before, version }: Telling): ToldMove | null {
  const [first, last] = [moves[0], moves.at(-1)];
  if (!first || !last || last.version !== version) return null;
  if (last.move === 'reject') return last;
  // Reopened. If it was pending before all this, it is as it was.
  if (first.move === 'reject') return null;
  return before?.move === 'approve' && minutesFrom(before.at, first.at) < longestQuietMinutes ? null : last;
}

const minutesFrom = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 60_000;

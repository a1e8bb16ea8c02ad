// What a fault is: an event that an installation must survive, how it is caused, and what is measured while it lasts.

import type { Random } from '#seed/random.ts';
import type { Program } from '../scripts/programs.js';

export type Fault = {
  id: string;
  danger: string;
  /** The target, in words; `run` compares the figures with it. */
  target: string;
  /** Debian programs that it needs, the rights of root, or the history of git; without one of them it does not run. */
  needs: readonly (Program | 'root' | 'history')[];
  /** How often it runs, each time with another seed. */
  trials: 1 | 3;
  run(trial: Trial): Promise<FaultOutcome>;
};

export type Trial = {
  random: Random;
  /** Shortens what only repeats. */
  isQuick: boolean;
};

/** `null` where a fault has no such figure. */
export type FaultOutcome = {
  acknowledged: number | null;
  /** Acknowledged to a client, and not in the database afterwards. */
  lost: number | null;
  duplicates: number | null;
  /** The longest time without a successful response. */
  gapMs: number | null;
  /** What else was measured. */
  figures: Readonly<Record<string, number | string>>;
  /** The targets that were missed; none means that it passed. */
  missed: readonly string[];
};

/** A fault whose target is checked by tests of `npm test`. */
export type Covered = { id: string; danger: string; tests: readonly string[] };

/** Names the conditions that do not hold. */
export const missedOf = (conditions: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(conditions).flatMap(([name, holds]) => (holds ? [] : [name]));

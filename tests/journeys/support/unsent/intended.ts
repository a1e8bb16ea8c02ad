// What a run consists of: who takes part, and what the worker wants to have.
import type { SubmittedTask } from './acts.ts';
import type { Phone, takeSession } from './device.ts';
import type { RunServer } from './server.ts';

type Person = Parameters<typeof takeSession>[1] & { server: RunServer };

export type Setting = {
  phones: readonly [Phone, Phone];
  worker: Person;
  other: Person;
  task: SubmittedTask;
  companyId: string;
  partsUrl: string;
  /** On which nothing is logged yet, nor on the day of its copies. */
  day: string;
  copyDay: string;
};

export type PhotoChange = 'keep' | 'add' | 'remove';

/** What the worker wants to have of one worklog. */
export type Intended = {
  id: string;
  phone: Phone;
  day: string;
  minute: number;
  /** Null: nothing. */
  notes: string | null;
  /** How many photos it has with these notes. */
  photosOf: Record<string, number>;
  /** What it would be if it had been sent in the moment in which it was discarded. */
  alsoRight: (string | null)[];
  /** What remains when its change is discarded. */
  before: string | null;
  /** Written on the third device. */
  rivals: string[];
  hasConflict: boolean;
};

export type TimerAct = 'start' | 'change' | 'stop' | 'discard';

/** What a timer becomes. */
export type TimerOutcome = 'timer' | 'worklog' | 'nothing';

export type TimedWork = {
  id: string;
  /** Who used it last. */
  phone: Phone;
  wanted: TimerOutcome;
  /** What it would be if a request whose response was lost had been executed. */
  alsoRight: TimerOutcome[];
  notes: string;
  alsoNotes: string[];
  startedMs: number;
  /** The start was moved to half an hour ago: stopped earlier, less than a minute is nothing. */
  isMoved: boolean;
  endedMs: number;
  /** Changed or ended on two devices: what was measured may have been refused, and waits. */
  isContested: boolean;
  /** Somebody has discarded it, or measured less than a minute. */
  mayBeGone: boolean;
};

export type Run = Setting & {
  intended: Intended[];
  /** Worklogs of the third device at the same time. */
  conflicts: { id: string; notes: string }[];
  ofOther: { phone: Phone; id: string; notes: string }[];
  timed: TimedWork | null;
  /** What could not be done with the timer. */
  impossible: TimerAct[];
  count: number;
};

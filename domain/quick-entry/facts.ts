// What a line is read against, and what every reader of one gives back: how much of it was understood, and as what.

import type { Day } from '../calendar.ts';

export type QuickFacts = { today: Day; locale: string; currency: string };

/** Why something could be meant in several ways, or in none. */
export type Doubt = 'times' | 'number' | 'thousands' | 'currency' | 'weekday' | 'date' | 'twice';

export type Meaning =
  | { kind: 'day'; day: Day }
  | { kind: 'times'; start: string; end: string; nights: number }
  | { kind: 'start'; time: string }
  | { kind: 'duration'; minutes: number }
  /** The plain decimal, in the company's currency. */
  | { kind: 'amount'; amount: string }
  /** `options`: what could stand in its place, each clear; none where it cannot be said here. */
  | { kind: 'unclear'; doubt: Doubt; options: readonly string[] };

export type Reading = { length: number; meaning: Meaning };

/** Reads from the beginning of `text`, which is short: that bounds the time that any of them takes. */
export type Reader = (text: string, facts: QuickFacts) => Reading | null;

export const reading = (length: number, meaning: Meaning): Reading => ({ length, meaning });

export const unclear = (doubt: Doubt, options: readonly string[]): Meaning => ({ kind: 'unclear', doubt, options });

/** A meaning ends where a word ends. */
export const endsAt = (text: string, at: number): boolean => /^(?:$|[\s,;)]|\.(?:\s|$))/.test(text.slice(at, at + 2));

// The context for parsing a line, and the result of each parser: how much of the text it understood, and its meaning.

import type { Day } from '../calendar.ts';

export type QuickFacts = { today: Day; locale: string; currency: string };

/** Why a part of the line is ambiguous or meaningless. */
export type Doubt = 'times' | 'number' | 'thousands' | 'currency' | 'weekday' | 'date' | 'twice';

export type Meaning =
  | { kind: 'day'; day: Day }
  | { kind: 'times'; start: string; end: string; nights: number }
  | { kind: 'start'; time: string }
  | { kind: 'duration'; minutes: number }
  /** The plain decimal, in the company's currency. */
  | { kind: 'amount'; amount: string }
  /** `options`: unambiguous replacements; empty if there is none. */
  | { kind: 'unclear'; doubt: Doubt; options: readonly string[] };

export type Reading = { length: number; meaning: Meaning };

/** Parses the beginning of `text`, which is short; that limits its running time. */
export type Reader = (text: string, facts: QuickFacts) => Reading | null;

export const reading = (length: number, meaning: Meaning): Reading => ({ length, meaning });

export const unclear = (doubt: Doubt, options: readonly string[]): Meaning => ({ kind: 'unclear', doubt, options });

/** A token must end at the end of a word. */
export const endsAt = (text: string, at: number): boolean => /^(?:$|[\s,;)]|\.(?:\s|$))/.test(text.slice(at, at + 2));

// The context for parsing a line, and the result of each parser: how much of the text it understood, and its meaning.

import type { Day } from '../calendar.ts';

export type QuickEntryFacts = {
  today: Day;
  locale: string;
  currency: string;
  /** "11/16" is the 16th of November; otherwise it is unclear. */
  isMonthFirst?: boolean;
  /** The company does not require times: "7.5" is hours. */
  mayOmitTimes?: boolean;
  /** The task is for expenses: a number alone is the amount. */
  isExpense?: boolean;
};

/** Why a part of the line is ambiguous or meaningless. */
export type UnclearReason = 'times' | 'number' | 'thousands' | 'currency' | 'weekday' | 'date' | 'twice';

export type TokenMeaning =
  | { kind: 'day'; day: Day }
  | { kind: 'times'; start: string; end: string; nights: number }
  | { kind: 'start'; time: string }
  | { kind: 'duration'; minutes: number }
  /** The name of a tag. */
  | { kind: 'tag'; name: string }
  /** The plain decimal, in the company's currency. */
  | { kind: 'amount'; amount: string }
  /** `options`: unambiguous replacements; empty if there is none. */
  | { kind: 'unclear'; doubt: UnclearReason; options: readonly string[] };

export type TokenMatch = { length: number; meaning: TokenMeaning };

/** Parses the beginning of `text`, which is short; that limits its running time. */
export type TokenParser = (text: string, facts: QuickEntryFacts) => TokenMatch | null;

export const tokenMatch = (length: number, meaning: TokenMeaning): TokenMatch => ({ length, meaning });

export const unclear = (doubt: UnclearReason, options: readonly string[]): TokenMeaning => ({
  kind: 'unclear',
  doubt,
  options,
});

/** A token must end at the end of a word. */
export const isWordEnd = (text: string, at: number): boolean =>
  /^(?:$|[\s,;)]|\.(?:\s|$))/.test(text.slice(at, at + 2));

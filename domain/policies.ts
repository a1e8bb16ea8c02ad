// What a company decides for itself: one row for each policy. The type, the defaults, the fields of the contract, what is read
// and written of `companies` (the column has the name of the policy), and the controls of the settings form derive from here.
// A policy more is a row, a column and its sentences (decision 015); what it forbids is a rule of its noun.

import type { Day } from './calendar.ts';
import { maximumAmountMinor } from './money.ts';

/** A default of null: the policy may be left open, and is at first. */
export type PolicyRow = { why: string } & (
  | { kind: 'day'; default: null }
  | { kind: 'switch'; default: boolean }
  | { kind: 'choice'; options: readonly string[]; default: string }
  | { kind: 'minutes' | 'amount'; minimum: number; maximum: number; default: number | null }
);

export const policies = {
  lockedUntil: {
    kind: 'day',
    default: null,
    why: 'Last locked day, or null: what was paid or invoiced no longer moves',
  },
  longestWorklogMinutes: {
    kind: 'minutes',
    minimum: 1,
    // Longer than any shift the law of any country allows: beyond it a date was mistyped.
    maximum: 24 * 60,
    default: 24 * 60,
    why: 'The longest timed worklog; longer ones are mistyped',
  },
  longestDayMinutes: {
    kind: 'minutes',
    minimum: 1,
    // The day on which the clocks go back.
    maximum: 25 * 60,
    default: null,
    why: 'The most that a worker may have pending and approved on one company day, or null',
  },
  allowFuture: { kind: 'switch', default: false, why: 'Worklogs may end after today: shifts are planned in them' },
  overlaps: {
    kind: 'choice',
    options: ['refuse', 'flag'],
    default: 'refuse',
    why: 'Whether overlapping worklogs of one worker are refused, or flagged once the worker confirms them',
  },
  requireNotes: { kind: 'switch', default: false, why: 'Every worklog says what was done' },
  receiptAboveMinor: {
    kind: 'amount',
    minimum: 0,
    maximum: maximumAmountMinor,
    default: null,
    why: 'Amounts above this one, in minor units of the company currency, need a receipt; 0: every amount does; null: none',
  },
  waitingMails: {
    kind: 'choice',
    options: ['at-once', 'daily', 'never'],
    default: 'daily',
    why: 'How approvers hear of work that waits for them',
  },
  emptyWeekMails: { kind: 'switch', default: false, why: 'Workers who logged nothing in a week are reminded' },
} as const satisfies Record<string, PolicyRow>;

export type PolicyName = keyof typeof policies;

type ValueOf<Row extends PolicyRow> = Row extends { kind: 'switch' }
  ? boolean
  : Row extends { kind: 'choice'; options: readonly (infer Option)[] }
    ? Option
    : (Row extends { kind: 'day' } ? Day : number) | (Row extends { default: null } ? null : never);

export type Policies = { [Name in PolicyName]: ValueOf<(typeof policies)[Name]> };

export const policyNames = Object.keys(policies).filter((name): name is PolicyName => name in policies);

export const defaultPolicies: Policies = Object.fromEntries(
  policyNames.map((name): readonly unknown[] => [name, policies[name].default]),
);

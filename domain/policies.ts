// The policies of a company: one row each. The type, the defaults, the fields of the contract, the columns of `companies`
// (named like the policy) and the controls of the settings form derive from this table. A new policy is a row, a column and
// its messages (decision 015); the rule that it configures stands in the file of its feature.

import type { Day } from './calendar.ts';
import { maximumAmountMinor } from './money.ts';

/** A default of null means that the policy is optional and not set at first. */
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
    // Longer than any legal shift: a longer worklog has a mistyped date.
    maximum: 24 * 60,
    default: 24 * 60,
    why: 'The longest timed worklog; longer ones are mistyped',
  },
  longestDayMinutes: {
    kind: 'minutes',
    minimum: 1,
    // The length of the day on which the clocks go back.
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

// The policies of a company: one row each. The type, the defaults, the fields of the contract, the columns of `companies`
// (named like the policy) and the controls of the settings form derive from this table. A new policy is a row, a column and
// its messages (decision 015); the rule that it configures is in the file of its feature.

import type { Day } from './calendar.ts';
import { maxAmountMinor } from './money.ts';
import { recordByName } from './record-of.ts';

/** A default of null means that the policy is optional and not set at first. */
export type PolicyRow = { description: string } & (
  | { kind: 'day'; default: null }
  | { kind: 'switch'; default: boolean }
  | { kind: 'choice'; options: readonly string[]; default: string }
  | { kind: 'minutes' | 'amount' | 'days'; minimum: number; maximum: number; default: number | null }
);

export const policies = {
  loggers: {
    kind: 'choice',
    options: ['workers', 'everyone'],
    default: 'workers',
    description: 'Who may log their own work: workers, or every role',
  },
  logForOthers: {
    kind: 'switch',
    default: false,
    description: 'Whether managers, in their projects, and company admins may enter worklogs for workers',
  },
  times: {
    kind: 'choice',
    options: ['required', 'optional'],
    default: 'required',
    description: 'Whether every timed worklog has a start and an end, or may have only a day and a duration',
  },
  lockedUntil: {
    kind: 'day',
    default: null,
    description: 'Last locked day, or null: worklogs up to this day can no longer be submitted or changed',
  },
  longestWorklogMinutes: {
    kind: 'minutes',
    minimum: 1,
    // Longer than any legal shift: a longer worklog has a mistyped date.
    maximum: 24 * 60,
    default: 24 * 60,
    description: 'Maximum duration of a timed worklog, in minutes',
  },
  longestDayMinutes: {
    kind: 'minutes',
    minimum: 1,
    // The length of the day on which the clocks go back.
    maximum: 25 * 60,
    default: null,
    description: 'Maximum pending and approved minutes of a worker on one company day, or null',
  },
  weeklyTargetMinutes: {
    kind: 'minutes',
    minimum: 1,
    maximum: 7 * 24 * 60,
    default: null,
    description: 'Minutes that everyone who logs is expected to log in a week, shown on their dashboard, or null',
  },
  allowFuture: {
    kind: 'switch',
    default: false,
    description: 'Whether worklogs may end after today, to plan shifts',
  },
  overlaps: {
    kind: 'choice',
    options: ['refuse', 'flag'],
    default: 'refuse',
    description: 'Whether overlapping worklogs of one worker are refused, or flagged once the worker confirms them',
  },
  requireNotes: { kind: 'switch', default: false, description: 'Whether every worklog needs notes' },
  receiptAboveMinor: {
    kind: 'amount',
    minimum: 0,
    maximum: maxAmountMinor,
    default: null,
    description:
      'Amounts above this one, in minor units of the company currency, need a receipt; 0: every amount does; null: none',
  },
  waitingMails: {
    kind: 'choice',
    options: ['at-once', 'daily', 'never'],
    default: 'daily',
    description: 'When approvers are notified of pending worklogs',
  },
  emptyWeekMails: {
    kind: 'switch',
    default: false,
    description: 'Whether workers who logged nothing in a week are reminded',
  },
  auditDays: {
    kind: 'days',
    // Enough to look into something that is noticed with the next payroll.
    minimum: 30,
    maximum: 3650,
    default: 365,
    description: 'How many days events stay in the audit log; moves of the lock date stay forever',
  },
} as const satisfies Record<string, PolicyRow>;

export type PolicyName = keyof typeof policies;

type ValueOf<Row extends PolicyRow> = Row extends { kind: 'switch' }
  ? boolean
  : Row extends { kind: 'choice'; options: readonly (infer Option)[] }
    ? Option
    : (Row extends { kind: 'day' } ? Day : number) | (Row extends { default: null } ? null : never);

export type Policies = { [Name in PolicyName]: ValueOf<(typeof policies)[Name]> };

export const policyNames = Object.keys(policies).filter((name): name is PolicyName => name in policies);

export const defaultPolicies: Policies = recordByName(policyNames, (name) => policies[name].default);

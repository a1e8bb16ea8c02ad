// What saving the timesheet would do: new worklogs, with times where the company requires them, and new ends of existing ones.
// The preview shows it before anything is sent; the server checks everything again.

import type { Company } from '#contract/companies.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { type Day, dayOf } from '#domain/calendar.ts';
import type { Interval } from '#domain/gaps.ts';
import { overlaps } from '#domain/worklogs.ts';
import { placeInFreeTime } from './free-time.ts';
import type { Sheet, SheetCell } from './sheet.ts';
import { readHours } from './typed-hours.ts';

/** Why a cell is not sent. */
export type PlanProblem = 'closed' | 'unreadable' | 'zero' | 'too-long' | 'day-too-long' | 'no-room' | 'overlap';

export type PlannedChange = {
  cell: SheetCell;
  minutes: number;
  /** Start and end; null for a worklog without times. */
  times: Interval | null;
  /** Worklogs at the same time, which a new end would overlap. */
  overlapping: readonly Worklog[];
  problem: PlanProblem | null;
};

export type SheetPolicies = Pick<
  Company,
  'times' | 'overlaps' | 'requireNotes' | 'lockedUntil' | 'longestWorklogMinutes' | 'longestDayMinutes'
>;

export type PlanFacts = {
  /** Worklogs of the week and of the day before it. */
  worklogs: readonly Worklog[];
  policies: SheetPolicies;
  usualStart: string;
  zone: string;
};

/** Day by day, within a day in the order of the rows. Each is planned as if those that are sent before it were saved. */
export function planChanges(sheet: Sheet, facts: PlanFacts): PlannedChange[] {
  const times = new Map(facts.worklogs.map((one) => [one.id, occupiedTime(one)]));
  const planned = sheet.changed.toSorted(bySending).map((cell) => {
    const change = cell.amends
      ? planAmendment(cell, cell.amends, times, facts)
      : planNew(cell, [...times.values()], facts);
    if (change.times && isSent(change)) times.set(cell.amends?.id ?? cell.key, change.times);
    return change;
  });
  return withDayLimit(planned, sheet, facts).sort(
    (a, b) => a.cell.day.localeCompare(b.cell.day) || sheet.changed.indexOf(a.cell) - sheet.changed.indexOf(b.cell),
  );
}

const isSent = ({ problem }: PlannedChange): boolean => problem === null;

/** In the order in which the server accepts them. */
export const sentChanges = (plan: readonly PlannedChange[]): PlannedChange[] =>
  plan.filter(isSent).sort((a, b) => bySending(a.cell, b.cell));

/** What becomes shorter makes room for what becomes longer, which begins in the order of the day; new worklogs get the rest. */
const bySending = (a: SheetCell, b: SheetCell): number =>
  sendingRank(a) - sendingRank(b) || (a.amends?.startsAt ?? '').localeCompare(b.amends?.startsAt ?? '');

const sendingRank = ({ amends, minutes, shownMinutes }: SheetCell): number =>
  amends === null ? 2 : shownMinutes > minutes ? 1 : 0;

/** When each worklog is, and null without times. */
type Times = ReadonlyMap<string, Interval | null>;

function planNew(cell: SheetCell, others: readonly (Interval | null)[], facts: PlanFacts): PlannedChange {
  const { minutes, problem } = lengthOf(cell, facts.policies);
  const change = { cell, minutes, times: null, overlapping: [], problem };
  if (problem !== null || facts.policies.times === 'optional') return change;
  const { usualStart, zone } = facts;
  const taken = others.filter((one) => one !== null);
  const times = placeInFreeTime({ day: cell.day, minutes, usualStart, taken, zone });
  return times ? { ...change, times } : { ...change, problem: 'no-room' };
}

/** The start stays. */
function planAmendment(cell: SheetCell, amends: Worklog, known: Times, facts: PlanFacts): PlannedChange {
  const { minutes, problem } = lengthOf(cell, facts.policies);
  const before = occupiedTime(amends);
  if (!before || problem !== null) return { cell, minutes, times: null, overlapping: [], problem };
  const times = { startsAt: before.startsAt, endsAt: new Date(before.startsAt.getTime() + minutes * 60_000) };
  const overlapping = facts.worklogs.filter((one) => {
    const other = one.id === amends.id ? null : known.get(one.id);
    return other !== null && other !== undefined && overlaps(times, other);
  });
  const isRefused = overlapping.length > 0 && facts.policies.overlaps === 'refuse';
  return { cell, minutes, times, overlapping, problem: isRefused ? 'overlap' : null };
}

export function lengthOf(cell: SheetCell, policies: SheetPolicies): { minutes: number; problem: PlanProblem | null } {
  const read = readHours(cell.typed);
  const minutes = read.state === 'read' ? read.minutes : 0;
  if (cell.closed !== null) return { minutes, problem: 'closed' };
  if (read.state !== 'read') return { minutes, problem: 'unreadable' };
  if (minutes === 0) return { minutes, problem: 'zero' };
  return { minutes, problem: minutes > policies.longestWorklogMinutes ? 'too-long' : null };
}

/** Rejected worklogs take no time. */
export const occupiedTime = ({ startsAt, endsAt, status }: Worklog): Interval | null =>
  startsAt === null || endsAt === null || status === 'rejected'
    ? null
    : { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };

/** Refuses those that make a day too long, in their order. */
function withDayLimit(plan: readonly PlannedChange[], sheet: Sheet, { policies, zone }: PlanFacts): PlannedChange[] {
  const { longestDayMinutes } = policies;
  if (longestDayMinutes === null) return [...plan];
  const logged = new Map<Day, number>(sheet.days.map((day) => [day, savedMinutes(sheet, day)]));
  return plan.map((change) => {
    const day = change.times ? dayOf(change.times.startsAt, zone) : change.cell.day;
    const total = (logged.get(day) ?? 0) + change.minutes - change.cell.minutes;
    if (!isSent(change)) return change;
    if (total > longestDayMinutes && change.minutes > change.cell.minutes)
      return { ...change, problem: 'day-too-long' };
    logged.set(day, total);
    return change;
  });
}

const savedMinutes = (sheet: Sheet, day: Day): number =>
  sheet.rows
    .flatMap(({ cells }) => cells.filter((cell) => cell.day === day))
    .reduce((sum, one) => sum + one.minutes, 0);

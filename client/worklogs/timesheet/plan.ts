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
  /** Of the week and of the day before it. */
  worklogs: readonly Worklog[];
  policies: SheetPolicies;
  usualStart: string;
  zone: string;
};

/** Day by day, within a day in the order of the rows. Existing worklogs get their new ends first, new ones the time that is left. */
export function planChanges(sheet: Sheet, facts: PlanFacts): PlannedChange[] {
  const amended = sheet.changed.filter(({ amends }) => amends !== null).map((cell) => planAmendment(cell, facts));
  const moved = new Map(amended.flatMap(({ cell, times }) => (times && cell.amends ? [[cell.amends.id, times]] : [])));
  const taken = facts.worklogs.flatMap((one) => moved.get(one.id) ?? occupiedTime(one) ?? []);
  const created = sheet.changed
    .filter(({ amends }) => amends === null)
    .map((cell) => {
      const change = planNew(cell, taken, facts);
      if (change.times) taken.push(change.times);
      return change;
    });
  const inOrder = [...amended, ...created].sort(
    (a, b) => a.cell.day.localeCompare(b.cell.day) || sheet.changed.indexOf(a.cell) - sheet.changed.indexOf(b.cell),
  );
  return withDayLimit(inOrder, sheet, facts);
}

const isSent = ({ problem }: PlannedChange): boolean => problem === null;

export const sentChanges = (plan: readonly PlannedChange[]): PlannedChange[] => plan.filter(isSent);

function planNew(cell: SheetCell, taken: readonly Interval[], facts: PlanFacts): PlannedChange {
  const { minutes, problem } = lengthOf(cell, facts.policies);
  const change = { cell, minutes, times: null, overlapping: [], problem };
  if (problem !== null || facts.policies.times === 'optional') return change;
  const { usualStart, zone } = facts;
  const times = placeInFreeTime({ day: cell.day, minutes, usualStart, taken, zone });
  return times ? { ...change, times } : { ...change, problem: 'no-room' };
}

/** The start stays. */
function planAmendment(cell: SheetCell, facts: PlanFacts): PlannedChange {
  const { minutes, problem } = lengthOf(cell, facts.policies);
  const before = cell.amends && occupiedTime(cell.amends);
  if (!before || problem !== null) return { cell, minutes, times: null, overlapping: [], problem };
  const times = { startsAt: before.startsAt, endsAt: new Date(before.startsAt.getTime() + minutes * 60_000) };
  const overlapping = facts.worklogs.filter((one) => {
    const other = one.id === cell.amends?.id ? null : occupiedTime(one);
    return other !== null && overlaps(times, other);
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

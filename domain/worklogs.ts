// The life cycle of a worklog: one table of moves, and the rules that refuse a move. Endpoints, the guarded UPDATE, the
// history and the buttons derive from it. Saving is submitting: there are no drafts.
// Refusals come in the order in which a person would fix them; the current time is an argument.

import { addDays, type Day, dayOf, dayStartsAt } from './calendar.ts';
import { minutesBetween } from './duration.ts';
import type { Action } from './permissions.ts';
import type { Policies } from './policies.ts';
import type { TaskKind } from './projects.ts';
import { type Refusal, refuse } from './reasons.ts';
import type { WorklogValues } from './worklog-fields.ts';

export const worklogStatuses = ['pending', 'approved', 'rejected'] as const;
export type WorklogStatus = (typeof worklogStatuses)[number];

const statusPositions: ReadonlyMap<string, number> = new Map(worklogStatuses.map((status, index) => [status, index]));

/** Statuses have an order of their own in reports; 0 for the ids of other rows. */
export const statusPosition = (id: string): number => statusPositions.get(id) ?? 0;

/** `deleted`: withdrawn. Such worklogs appear in no list, only in the history. */
export type WorklogState = WorklogStatus | 'deleted';

/** A day: a longer worklog has a mistyped date. */
export const maxWorklogMinutes = 24 * 60;

/** Enough for a month of a large team, and still a short transaction. */
export const maxBulkDecisions = 200;

/** The maximum of worklogs decided after one confirmation: ten requests, some seconds, and few enough for a person to be responsible for. */
export const maxDecidableWorklogs = 2_000;

/** A large crew, and still a short transaction. */
export const maxEnteredTogether = 50;

type MoveRow = {
  from: readonly WorklogState[];
  to: WorklogState;
  can: Action;
  notes: 'none' | 'optional' | 'required';
  /** Who is notified of it: the worker, or those who may decide the worklog now. */
  notifies: readonly ('worker' | 'deciders')[];
};

export const moves = {
  submit: { from: [], to: 'pending', can: 'worklogs.submit', notes: 'none', notifies: ['deciders'] },
  // By somebody else than the worker, who is notified.
  enter: { from: [], to: 'pending', can: 'worklogs.enter', notes: 'none', notifies: ['worker', 'deciders'] },
  // History from other tools, which nobody is notified of and nobody decided here.
  import: { from: [], to: 'pending', can: 'history.import', notes: 'none', notifies: [] },
  'import-approved': { from: [], to: 'approved', can: 'history.import', notes: 'none', notifies: [] },
  amend: {
    from: ['pending', 'rejected'],
    to: 'pending',
    can: 'worklogs.submit',
    notes: 'none',
    notifies: ['deciders'],
  },
  withdraw: { from: ['pending', 'rejected'], to: 'deleted', can: 'worklogs.submit', notes: 'none', notifies: [] },
  approve: { from: ['pending'], to: 'approved', can: 'worklogs.decide', notes: 'optional', notifies: [] },
  reject: { from: ['pending'], to: 'rejected', can: 'worklogs.decide', notes: 'required', notifies: ['worker'] },
  reopen: {
    from: ['approved', 'rejected'],
    to: 'pending',
    can: 'worklogs.decide',
    notes: 'required',
    notifies: ['worker', 'deciders'],
  },
} as const satisfies Record<string, MoveRow>;

export type Move = keyof typeof moves;
/** Moves that make a worklog. */
export type FirstMove = 'submit' | 'enter' | 'import' | 'import-approved';
export type LaterMove = Exclude<Move, FirstMove>;
export type Decision = { [Name in Move]: (typeof moves)[Name]['can'] extends 'worklogs.decide' ? Name : never }[Move];

const isDecision = (move: Move): boolean => moves[move].can === 'worklogs.decide';

export const moveNames = Object.keys(moves).filter((name): name is Move => name in moves);
export const laterMoves = moveNames.filter((move): move is LaterMove => moves[move].from.length > 0);
export const decisions = moveNames.filter((move): move is Decision => isDecision(move));

export const isNotified = (who: 'worker' | 'deciders', move: Move): boolean =>
  moves[move].notifies.some((one) => one === who);

/** Whether the move makes time count again: a rejected worklog occupies none. */
export const restoresTime = (move: LaterMove, status: WorklogState): boolean =>
  status === 'rejected' &&
  moves[move].from.some((state) => state === status) &&
  (moves[move].to === 'pending' || moves[move].to === 'approved');

/** The moves of which the worker is notified. */
export type NotifiedMove = {
  [Name in Move]: 'worker' extends (typeof moves)[Name]['notifies'][number] ? Name : never;
}[Move];
export const notifiedMoves = moveNames.filter((move): move is NotifiedMove => isNotified('worker', move));

export type MoveFacts = {
  status: WorklogState;
  workerId: string;
  /** Who entered it for the worker, or null. */
  enteredBy: string | null;
  day: Day;
  version: number;
  actorId: string;
  /** Whether the permission matrix lets the actor make this move on this worklog. */
  isPermitted: boolean;
  lockedUntil: Day | null;
};

/** Why this actor may not make this move on this worklog now, or null. Refuses in case of doubt. */
export function moveRefusal(move: LaterMove, facts: MoveFacts): Refusal | null {
  if (!facts.isPermitted) return refuse('role.not-allowed');
  if (isDecision(move) && facts.actorId === facts.workerId) return refuse('worklog.own');
  if (isDecision(move) && facts.actorId === facts.enteredBy) return refuse('worklog.entered-by-you');
  if (!isDecision(move) && facts.actorId !== facts.workerId) return refuse('role.not-allowed');
  if (!moves[move].from.some((state) => state === facts.status)) return refuse(wrongStateCode(move));
  // Worklogs of a locked period can still be approved and rejected; other moves would change its totals.
  const isDecisionOfPending = move === 'approve' || move === 'reject';
  if (!isDecisionOfPending && isLocked(facts.day, facts.lockedUntil)) {
    return refuse('worklog.period-locked', { params: { day: facts.lockedUntil ?? '' } });
  }
  return null;
}

function wrongStateCode(move: LaterMove) {
  switch (move) {
    case 'amend':
    case 'withdraw':
      return 'worklog.locked';
    case 'approve':
    case 'reject':
      return 'worklog.not-pending';
    case 'reopen':
      return 'worklog.not-decided';
  }
}

/** The lock date is the last locked day. */
export const isLocked = (day: Day, lockedUntil: Day | null): boolean => lockedUntil !== null && day <= lockedUntil;

/** A rejected worklog can be dismissed only if its period is locked; otherwise the worker can still change it. */
export const dismissRefusal = (facts: Pick<MoveFacts, 'status' | 'day' | 'lockedUntil'>): Refusal | null =>
  facts.status === 'rejected' && isLocked(facts.day, facts.lockedUntil) ? null : refuse('worklog.not-dismissible');

export const staleVersionRefusal = (seenVersion: number, version: number): Refusal | null =>
  seenVersion === version ? null : refuse('worklog.changed-since-seen', { extra: { version } });

/** What the rules look at in a worklog to be saved. */
export type WorklogEntry = Pick<WorklogValues, 'startsAt' | 'endsAt' | 'minutes' | 'day' | 'amountMinor' | 'notes'> & {
  kind: TaskKind;
  /** Number of attached receipts. */
  receipts: number;
};

/** Time of which only the day and the length are known. It overlaps nothing. */
export const isWithoutTimes = ({
  startsAt,
  endsAt,
  minutes,
}: {
  startsAt: unknown;
  endsAt: unknown;
  minutes: number | null;
}): boolean => startsAt === null && endsAt === null && minutes !== null;

type LengthPolicies = Pick<Policies, 'longestWorklogMinutes' | 'longestDayMinutes'>;

export type WorklogEntryFacts = {
  now: Date;
  zone: string;
  policies: LengthPolicies &
    Pick<Policies, 'times' | 'lockedUntil' | 'allowFuture' | 'requireNotes' | 'receiptAboveMinor'>;
  /** Pending and approved minutes of the worker's other worklogs on that company day. */
  otherMinutes: number;
  /** What it is amended from. */
  before: Length | null;
};

type Length = Pick<WorklogEntry, 'startsAt' | 'endsAt' | 'minutes' | 'day'>;

/** Everything that is wrong with an entry; each refusal names its field. An empty list means that it may be saved. */
export function entryRefusals(entry: WorklogEntry, facts: WorklogEntryFacts): Refusal[] {
  const { policies } = facts;
  const found: Refusal[] = [...(entry.kind === 'timed' ? timedRefusals(entry, facts) : expenseRefusals(entry))];
  const today = dayOf(facts.now, facts.zone);
  const hasTimes = entry.kind === 'timed' && !isWithoutTimes(entry);
  if (!policies.allowFuture && found.length === 0) {
    const tomorrow = dayStartsAt(addDays(today, 1), facts.zone);
    const isLate = entry.endsAt ? entry.endsAt.getTime() > tomorrow.getTime() : entry.day > today;
    if (isLate) found.push(refuse('worklog.in-future', { path: hasTimes ? 'end' : 'day' }));
  }
  if (isLocked(entry.day, policies.lockedUntil)) {
    const path = hasTimes ? 'start' : 'day';
    found.push(refuse('worklog.period-locked', { path, params: { day: policies.lockedUntil ?? '' } }));
  }
  if (needsReceipt(entry.amountMinor, policies) && entry.receipts === 0) {
    found.push(refuse('worklog.receipt-required', { path: 'receipts' }));
  }
  if (policies.requireNotes && entry.notes.trim() === '') {
    found.push(refuse('worklog.notes-required', { path: 'notes' }));
  }
  return found;
}

export const needsReceipt = (
  amountMinor: number | null,
  { receiptAboveMinor }: Pick<Policies, 'receiptAboveMinor'>,
): boolean => amountMinor !== null && receiptAboveMinor !== null && amountMinor > receiptAboveMinor;

function timedRefusals(entry: WorklogEntry, facts: WorklogEntryFacts): Refusal[] {
  if (isWithoutTimes(entry)) return lengthRefusals(entry, facts);
  if (!entry.startsAt) return [refuse('field.required', { path: 'start' })];
  if (!entry.endsAt) return [refuse('field.required', { path: 'end' })];
  const minutes = minutesBetween(entry.startsAt, entry.endsAt);
  if (minutes <= 0) return [refuse('worklog.end-before-start', { path: 'end' })];
  const tooLong = durationRefusal(minutes, facts);
  return tooLong ? [{ ...tooLong, path: 'end' }] : [];
}

/** A company that requires times again keeps the worklogs without them: as long as day and length stay, they may be amended. */
function lengthRefusals(entry: WorklogEntry, facts: WorklogEntryFacts): Refusal[] {
  const { before, policies } = facts;
  const isKept =
    before !== null && isWithoutTimes(before) && before.minutes === entry.minutes && before.day === entry.day;
  if (policies.times === 'required' && !isKept) return [refuse('worklog.times-required', { path: 'minutes' })];
  const tooLong = durationRefusal(entry.minutes ?? 0, facts);
  return tooLong ? [{ ...tooLong, path: 'minutes' }] : [];
}

/** Applied to everything that adds time: a worklog may be too long by itself, or exceed the daily limit of the worker. */
export function durationRefusal(
  minutes: number,
  { policies, otherMinutes }: { policies: LengthPolicies; otherMinutes: number },
): Refusal | null {
  const { longestWorklogMinutes, longestDayMinutes } = policies;
  if (minutes > longestWorklogMinutes)
    return refuse('worklog.too-long', { params: { longestMinutes: longestWorklogMinutes } });
  if (longestDayMinutes === null || otherMinutes + minutes <= longestDayMinutes) return null;
  const leftMinutes = Math.max(0, longestDayMinutes - otherMinutes);
  return refuse('worklog.day-too-long', {
    params: { loggedMinutes: otherMinutes, longestMinutes: longestDayMinutes, leftMinutes },
    extra: { loggedMinutes: otherMinutes, longestMinutes: longestDayMinutes, leftMinutes },
  });
}

function expenseRefusals(entry: WorklogEntry): Refusal[] {
  if (entry.startsAt || entry.endsAt) return [refuse('worklog.time-not-allowed', { path: 'start' })];
  if (entry.minutes !== null) return [refuse('worklog.time-not-allowed', { path: 'minutes' })];
  return entry.amountMinor === null ? [refuse('worklog.amount-required', { path: 'amount' })] : [];
}

/** Half-open intervals of one worker: touching is no overlap. */
export const overlaps = (a: { startsAt: Date; endsAt: Date }, b: { startsAt: Date; endsAt: Date }): boolean =>
  a.startsAt.getTime() < b.endsAt.getTime() && b.startsAt.getTime() < a.endsAt.getTime();

/** A worker who submitted on a Monday has an answer by the next one, before the hours are forgotten. */
export const maxDaysPending = 7;

/** Pending for too long. */
export const isOverdue = (submittedAt: Date, now: Date): boolean =>
  now.getTime() - submittedAt.getTime() > maxDaysPending * 86_400_000;

/** The page offers an undo for seconds; without a connection its request may arrive later. Afterwards reopening needs notes. */
export const maxUndoMinutes = 60;

export const mayStillUndo = (decidedAt: Date, now: Date): boolean =>
  now.getTime() - decidedAt.getTime() <= maxUndoMinutes * 60_000;

// The worklogs of the benchmark data, day by day in the order of their submission, each with its history of moves. Status,
// version and reviewer follow from the moves as in the product.

import { hourMs, minuteMs } from '#domain/duration.ts';
import { mapTexts, type WorklogText } from '#domain/worklog-fields.ts';
import type { Move, WorklogState } from '#domain/worklogs.ts';
import type { Random } from '../random.ts';
import { type ZoneClock, zoneClock } from './clock.ts';
import {
  firstDay,
  type SyntheticCompany,
  type SyntheticSize,
  type SyntheticTask,
  type SyntheticWorker,
  syntheticDays,
} from './plan.ts';
import { idAt, randomStream, weightedPicker } from './random.ts';

export type SyntheticWorklog = {
  company: SyntheticCompany;
  worker: SyntheticWorker;
  task: SyntheticTask;
  id: string;
  day: string;
  startsAt: number | null;
  endsAt: number | null;
  amountMinor: number | null;
  texts: Record<WorklogText, string>;
  status: WorklogState;
  submittedAt: number;
  reviewerId: string | null;
  reviewedAt: number | null;
  reviewNotes: string | null;
  events: readonly SyntheticEvent[];
};

export type SyntheticEvent = {
  id: string;
  move: Move;
  actorId: string;
  at: number;
  notes: string | null;
  changes: string;
};

const dayMs = 24 * hourMs;

/** All worklogs, one at a time, because ten million do not fit into memory. */
export function* syntheticWorklogs(
  size: SyntheticSize,
  companies: readonly SyntheticCompany[],
): Generator<SyntheticWorklog> {
  const random = randomStream(size.seed, 'lives');
  const begins = Date.parse(firstDay(size));
  // The end of the simulation: later moves have not happened yet.
  const seenAt = Date.parse(size.until) + 2 * dayMs;
  const clocks = new Map<string, ZoneClock>();
  const clockOf = (zone: string) => {
    const known = clocks.get(zone) ?? zoneClock(zone, begins - 30 * dayMs, seenAt);
    clocks.set(zone, known);
    return known;
  };
  for (let day = 0; day < syntheticDays; day++) {
    for (const company of companies) {
      for (const worker of company.workers) {
        const count = worker.counts[day] ?? 0;
        if (count === 0) continue;
        const context = { company, worker, random, seenAt, companyClock: clockOf(company.zone) };
        const midnight = clockOf(worker.zone).instantOf(begins + day * dayMs);
        yield* workedDay(context, midnight, count);
      }
    }
  }
}

type WorkerContext = {
  company: SyntheticCompany;
  worker: SyntheticWorker;
  random: Random;
  seenAt: number;
  companyClock: ZoneClock;
};

/** Consecutive worklogs of at most fourteen hours in total, so that a day, or a night shift, ends before the next one begins. */
function* workedDay(context: WorkerContext, midnight: number, count: number): Generator<SyntheticWorklog> {
  const { worker, random } = context;
  const each = random.between(360, 600) / count;
  let at = midnight + (worker.isNightShift ? 22 * 60 : random.between(12, 18) * 30) * minuteMs;
  for (let index = 0; index < count; index++) {
    const startsAt = at;
    at += Math.max(1, Math.round((each * (0.6 + 0.8 * random.next())) / 5)) * 5 * minuteMs;
    const isExpense = random.chance(0.05);
    yield worklog(context, isExpense ? { bookedAt: at } : { startsAt, endsAt: at });
    if (random.chance(0.3)) at += random.between(1, 6) * 5 * minuteMs;
  }
}

type What = { startsAt: number; endsAt: number } | { bookedAt: number };

function worklog(context: WorkerContext, what: What): SyntheticWorklog {
  const { company, worker, random, companyClock } = context;
  const isTimed = 'startsAt' in what;
  const endedAt = isTimed ? what.endsAt : what.bookedAt;
  const notes = `${random.pick(acts)} ${random.pick(things)}`;
  const events = historyOf(context, endedAt + random.between(1, 180) * minuteMs, notes);
  return {
    company,
    worker,
    task: worker.pickTask[isTimed ? 'timed' : 'expense'](random),
    id: idAt(events[0]?.at ?? endedAt, random),
    day: companyClock.dayOf(isTimed ? what.startsAt : what.bookedAt),
    startsAt: isTimed ? what.startsAt : null,
    endsAt: isTimed ? what.endsAt : null,
    amountMinor: isTimed ? null : random.between(1, 400) * company.unitMinor,
    texts: { ...mapTexts(() => ''), notes },
    ...outcomeOf(events),
    events,
  };
}

function historyOf(
  { company, worker, random, seenAt }: WorkerContext,
  submittedAt: number,
  written: string,
): SyntheticEvent[] {
  const events: SyntheticEvent[] = [];
  let at = submittedAt;
  for (const move of pickHistory(random)) {
    if (events.length > 0) at += delayOf(move, random);
    // The submission itself is never cut off.
    if (at > seenAt && events.length > 0) break;
    const isDecision = move === 'approve' || move === 'reject' || move === 'reopen';
    const actorId = isDecision ? random.pick(company.deciderIds) : worker.id;
    const notes = move === 'reject' || move === 'reopen' ? random.pick(remarks) : null;
    const changes = move === 'amend' ? JSON.stringify({ notes: { from: '', to: written } }) : '{}';
    events.push({ id: idAt(at, random), move, actorId, at, notes, changes });
  }
  return events;
}

/** Half of all decisions fall within a week, the last within a month. */
function delayOf(move: Move, random: Random): number {
  if (move === 'amend' || move === 'withdraw') return random.between(10, 600) * minuteMs;
  return 2 * hourMs + Math.floor(28 * 24 * 60 * random.next() ** 2) * minuteMs;
}

const histories: readonly (readonly [weight: number, moves: readonly Move[]])[] = [
  [86, ['submit', 'approve']],
  [4, ['submit', 'amend', 'approve']],
  [3, ['submit', 'reject', 'amend', 'approve']],
  [2, ['submit', 'approve', 'reopen', 'approve']],
  [1.5, ['submit', 'reject']],
  [2, ['submit']],
  [1, ['submit', 'withdraw']],
  [0.5, ['submit', 'reject', 'withdraw']],
];
const pickHistory = weightedPicker(
  histories.map(([, moves]) => moves),
  histories.map(([weight]) => weight),
);

type Outcome = Pick<SyntheticWorklog, 'status' | 'submittedAt' | 'reviewerId' | 'reviewedAt' | 'reviewNotes'>;

function outcomeOf(events: readonly SyntheticEvent[]): Outcome {
  const undecided = { reviewerId: null, reviewedAt: null, reviewNotes: null };
  let now: Outcome = { status: 'pending', submittedAt: 0, ...undecided };
  for (const { move, at, actorId, notes } of events) {
    if (move === 'submit' || move === 'amend') now = { status: 'pending', submittedAt: at, ...undecided };
    else if (move === 'withdraw') now = { ...now, status: 'deleted' };
    else if (move === 'reopen') now = { ...now, ...undecided, status: 'pending', reviewNotes: notes };
    else {
      const status = move === 'approve' ? 'approved' : 'rejected';
      now = { ...now, status, reviewerId: actorId, reviewedAt: at, reviewNotes: notes };
    }
  }
  return now;
}

const acts = [
  'Checked',
  'Prepared',
  'Repaired',
  'Discussed',
  'Measured',
  'Finished',
  'Cleaned up',
  'Documented',
] as const;
const things = [
  'the east wing',
  'drawings for the client',
  'the second floor',
  'pipes and valves',
  'the weekly plan',
  'cables in the hall',
  'the list of defects',
  'deliveries',
  'the offer of the supplier',
  'the safety rules',
] as const;
const remarks = ['Wrong task', 'The break is missing', 'Please name the site', 'Belongs to last week'] as const;

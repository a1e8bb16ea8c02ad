import { assert, constantFrom, date, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultPolicies } from './policies.ts';
import {
  decisions,
  durationRefusal,
  entryRefusals,
  isLocked,
  isOverdue,
  type LaterMove,
  laterMoves,
  type Move,
  type MoveFacts,
  moveRefusal,
  moves,
  overlaps,
  restoresTime,
  staleVersionRefusal,
  type WorklogEntry,
  type WorklogState,
} from './worklogs.ts';

const states = ['pending', 'approved', 'rejected', 'deleted'] as const satisfies readonly WorklogState[];
const isDecision = (move: Move) => decisions.some((decision) => decision === move);

/** A move that is allowed by person, right and period. */
const factsOf = (move: LaterMove, status: WorklogState, rest: Partial<MoveFacts> = {}): MoveFacts => ({
  status,
  workerId: 'worker',
  enteredBy: null,
  actorId: isDecision(move) ? 'approver' : 'worker',
  day: '2026-11-16',
  version: 1,
  isPermitted: true,
  lockedUntil: null,
  ...rest,
});

test('amending and reopening a rejected worklog make its time count again; no other move does', () => {
  const restoring = laterMoves.flatMap((move) =>
    states.filter((state) => restoresTime(move, state)).map((state) => `${move} ${state}`),
  );
  expect(restoring).toEqual(['amend rejected', 'reopen rejected']);
});

describe('the moves of a worklog', () => {
  // All moves; every other combination is refused.
  const table: Record<LaterMove, Partial<Record<WorklogState, WorklogState>>> = {
    amend: { pending: 'pending', rejected: 'pending' },
    withdraw: { pending: 'deleted', rejected: 'deleted' },
    approve: { pending: 'approved' },
    reject: { pending: 'rejected' },
    reopen: { approved: 'pending', rejected: 'pending' },
  };
  const cells = laterMoves.flatMap((move) => states.map((state) => ({ move, state, to: table[move][state] })));

  test.each(cells)('$move of a worklog that is $state → $to', ({ move, state, to }) => {
    const reason = moveRefusal(move, factsOf(move, state));
    expect(reason === null).toBe(to !== undefined);
    if (to !== undefined) expect(moves[move].to).toBe(to);
  });

  test('a wrong state is refused with the code of the move', () => {
    expect(moveRefusal('amend', factsOf('amend', 'approved'))?.code).toBe('worklog.locked');
    expect(moveRefusal('withdraw', factsOf('withdraw', 'approved'))?.code).toBe('worklog.locked');
    expect(moveRefusal('approve', factsOf('approve', 'rejected'))?.code).toBe('worklog.not-pending');
    expect(moveRefusal('reject', factsOf('reject', 'approved'))?.code).toBe('worklog.not-pending');
    expect(moveRefusal('reopen', factsOf('reopen', 'pending'))?.code).toBe('worklog.not-decided');
  });

  test.each(laterMoves)('%s without the right is refused before the rules of the worklog reveal anything', (move) => {
    for (const state of states)
      expect(moveRefusal(move, factsOf(move, state, { isPermitted: false }))?.code).toBe('role.not-allowed');
  });

  test.each(decisions)('%s of the actor’s own worklog is refused, whatever their rights', (move) => {
    for (const state of states)
      expect(moveRefusal(move, factsOf(move, state, { actorId: 'worker' }))?.code).toBe('worklog.own');
  });

  test.each(['amend', 'withdraw'] as const)('%s of a colleague’s worklog is refused, whatever the right', (move) => {
    for (const state of states)
      expect(moveRefusal(move, factsOf(move, state, { actorId: 'colleague' }))?.code).toBe('role.not-allowed');
  });

  test('notes are required to reject and to reopen, optional to approve, and not used by the worker’s moves', () => {
    const notes = Object.fromEntries(Object.entries(moves).map(([move, row]) => [move, row.notes]));
    expect(notes).toEqual({
      submit: 'none',
      enter: 'none',
      import: 'none',
      'import-approved': 'none',
      amend: 'none',
      withdraw: 'none',
      approve: 'optional',
      reject: 'required',
      reopen: 'required',
    });
  });

  test('in a locked period pending worklogs can be decided, and no other move is allowed', () => {
    const locked = { lockedUntil: '2026-11-16' };
    expect(moveRefusal('approve', factsOf('approve', 'pending', locked))).toBeNull();
    expect(moveRefusal('reject', factsOf('reject', 'pending', locked))).toBeNull();
    expect(moveRefusal('amend', factsOf('amend', 'rejected', locked))?.code).toBe('worklog.period-locked');
    expect(moveRefusal('withdraw', factsOf('withdraw', 'pending', locked))?.code).toBe('worklog.period-locked');
    expect(moveRefusal('reopen', factsOf('reopen', 'approved', locked))?.code).toBe('worklog.period-locked');
    const dayAfter = { lockedUntil: '2026-11-15' };
    expect(moveRefusal('reopen', factsOf('reopen', 'approved', dayAfter))).toBeNull();
  });

  test('a move based on an old version is refused, with the current version', () => {
    expect(staleVersionRefusal(3, 3)).toBeNull();
    expect(staleVersionRefusal(2, 3)).toEqual({ code: 'worklog.changed-since-seen', extra: { version: 3 } });
    expect(staleVersionRefusal(4, 3)?.code).toBe('worklog.changed-since-seen');
  });

  test('the lock date is the last locked day', () => {
    expect(isLocked('2026-11-16', '2026-11-16')).toBe(true);
    expect(isLocked('2026-11-17', '2026-11-16')).toBe(false);
    expect(isLocked('1970-01-01', null)).toBe(false);
  });
});

describe('an entry', () => {
  const zone = 'Asia/Jakarta';
  const facts = {
    now: new Date('2026-11-16T05:00:00Z'), // noon in Jakarta
    zone,
    policies: defaultPolicies,
    otherMinutes: 0,
    before: null,
  };
  const timed = (start: string, end: string, rest: Partial<WorklogEntry> = {}): WorklogEntry => ({
    kind: 'timed',
    startsAt: new Date(`${start}+07:00`),
    endsAt: new Date(`${end}+07:00`),
    minutes: 240,
    day: start.slice(0, 10),
    amountMinor: null,
    receipts: 0,
    notes: '',
    ...rest,
  });
  const expense = (rest: Partial<WorklogEntry> = {}): WorklogEntry => ({
    kind: 'expense',
    startsAt: null,
    endsAt: null,
    minutes: null,
    day: '2026-11-16',
    amountMinor: 100,
    receipts: 0,
    notes: '',
    ...rest,
  });
  const refusalsOf = (entry: WorklogEntry, rest: Partial<typeof facts> = {}) =>
    entryRefusals(entry, { ...facts, ...rest }).map(({ code, path }) => `${path}: ${code}`);

  test.each([
    ['a morning', timed('2026-11-16T08:00', '2026-11-16T12:00')],
    ['a night shift', timed('2026-11-15T22:00', '2026-11-16T06:00')],
    ['a whole day', timed('2026-11-15T08:00', '2026-11-16T08:00')],
    ['until midnight of today', timed('2026-11-16T20:00', '2026-11-17T00:00')],
    ['with an amount beside the time', timed('2026-11-16T08:00', '2026-11-16T12:00', { amountMinor: 1 })],
    ['an expense', expense()],
  ])('%s may be saved', (_, entry) => {
    expect(refusalsOf(entry)).toEqual([]);
  });

  test.each([
    ['end before start', timed('2026-11-16T12:00', '2026-11-16T08:00'), 'end: worklog.end-before-start'],
    ['no time at all', timed('2026-11-16T12:00', '2026-11-16T12:00'), 'end: worklog.end-before-start'],
    ['a minute more than a day', timed('2026-11-15T08:00', '2026-11-16T08:01'), 'end: worklog.too-long'],
    ['a minute of tomorrow', timed('2026-11-16T20:00', '2026-11-17T00:01'), 'end: worklog.in-future'],
    ['no start', timed('2026-11-16T08:00', '2026-11-16T12:00', { startsAt: null }), 'start: field.required'],
    ['no end', timed('2026-11-16T08:00', '2026-11-16T12:00', { endsAt: null }), 'end: field.required'],
    ['an expense of tomorrow', expense({ day: '2026-11-17' }), 'day: worklog.in-future'],
    ['an expense without amount', expense({ amountMinor: null }), 'amount: worklog.amount-required'],
    ['an expense with times', expense({ startsAt: facts.now }), 'start: worklog.time-not-allowed'],
    ['an expense with minutes', expense({ minutes: 60 }), 'minutes: worklog.time-not-allowed'],
  ])('%s is refused', (_, entry, reason) => {
    expect(refusalsOf(entry)).toEqual([reason]);
  });

  test('future times are accepted if the policy allows them', () => {
    const policies = { ...defaultPolicies, allowFuture: true };
    expect(refusalsOf(timed('2026-12-24T08:00', '2026-12-24T12:00'), { policies })).toEqual([]);
    expect(refusalsOf(expense({ day: '2027-01-01' }), { policies })).toEqual([]);
  });

  test('notes of only spaces do not satisfy required notes', () => {
    const policies = { ...defaultPolicies, requireNotes: true };
    expect(refusalsOf(expense({ notes: ' \n' }), { policies })).toEqual(['notes: worklog.notes-required']);
    expect(refusalsOf(expense({ notes: 'Taxi' }), { policies })).toEqual([]);
  });

  test('the maximum length is a policy of the company, and exactly that length is accepted', () => {
    const policies = { ...defaultPolicies, longestWorklogMinutes: 600 };
    expect(refusalsOf(timed('2026-11-15T08:00', '2026-11-15T18:00'), { policies })).toEqual([]);
    expect(entryRefusals(timed('2026-11-15T08:00', '2026-11-15T18:01'), { ...facts, policies })).toEqual([
      { code: 'worklog.too-long', path: 'end', params: { longestMinutes: 600 } },
    ]);
    expect(refusalsOf(expense(), { policies })).toEqual([]);
  });

  test('the daily limit may be reached but not exceeded; the refusal contains the remaining minutes', () => {
    const policies = { ...defaultPolicies, longestDayMinutes: 480 };
    const four = timed('2026-11-16T08:00', '2026-11-16T12:00');
    expect(refusalsOf(four, { policies, otherMinutes: 240 })).toEqual([]);
    expect(refusalsOf(four, { otherMinutes: 24 * 60 })).toEqual([]);
    const sums = { loggedMinutes: 300, longestMinutes: 480, leftMinutes: 180 };
    expect(entryRefusals(four, { ...facts, policies, otherMinutes: 300 })).toEqual([
      { code: 'worklog.day-too-long', path: 'end', params: sums, extra: sums },
    ]);
    // After the policy became stricter, some days already exceed it.
    expect(durationRefusal(1, { policies, otherMinutes: 600 })?.params).toMatchObject({ leftMinutes: 0 });
    expect(refusalsOf(expense(), { policies, otherMinutes: 480 })).toEqual([]);
  });

  test.each([
    [null, 1_000_000, false],
    [0, 1, true],
    [500, 500, false],
    [500, 501, true],
  ])('with receipts above %s, an amount of %i needs one: %s', (receiptAboveMinor, amountMinor, isNeeded) => {
    const policies = { ...defaultPolicies, receiptAboveMinor };
    const wanted = isNeeded ? ['receipts: worklog.receipt-required'] : [];
    expect(refusalsOf(expense({ amountMinor }), { policies })).toEqual(wanted);
    expect(refusalsOf(timed('2026-11-16T08:00', '2026-11-16T12:00', { amountMinor }), { policies })).toEqual(wanted);
    expect(refusalsOf(expense({ amountMinor, receipts: 1 }), { policies })).toEqual([]);
    expect(refusalsOf(timed('2026-11-16T08:00', '2026-11-16T12:00'), { policies })).toEqual([]);
  });

  test('all errors are reported together', () => {
    const entry = timed('2026-11-16T12:00', '2026-11-16T08:00');
    const policies = { ...defaultPolicies, requireNotes: true, lockedUntil: '2026-11-30' };
    expect(entryRefusals(entry, { ...facts, policies }).map(({ code }) => code)).toEqual([
      'worklog.end-before-start',
      'worklog.period-locked',
      'worklog.notes-required',
    ]);
  });

  test('is accepted exactly from one minute to one day', () => {
    assert(
      property(integer({ min: -3_000, max: 3_000 }), (minutes) => {
        const startsAt = new Date('2026-11-10T01:00:00Z');
        const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
        const isFine = refusalsOf(timed('2026-11-10T08:00', '2026-11-10T09:00', { startsAt, endsAt })).length === 0;
        return isFine === (minutes > 0 && minutes <= defaultPolicies.longestWorklogMinutes);
      }),
    );
  });
});

describe('overlaps', () => {
  const at = (from: string, to: string) => ({
    startsAt: new Date(`2026-11-16T${from}Z`),
    endsAt: new Date(`2026-11-16T${to}Z`),
  });

  test('touching intervals do not overlap, intervals with a common minute do', () => {
    expect(overlaps(at('08:00', '10:00'), at('10:00', '12:00'))).toBe(false);
    expect(overlaps(at('08:00', '10:01'), at('10:00', '12:00'))).toBe(true);
    expect(overlaps(at('08:00', '12:00'), at('09:00', '10:00'))).toBe(true);
  });

  test('are symmetric, and equal to counting common minutes', () => {
    const interval = record({
      start: date({ min: new Date('2026-01-01'), max: new Date('2026-01-03'), noInvalidDate: true }),
      minutes: constantFrom(1, 30, 60, 24 * 60),
    });
    assert(
      property(interval, interval, (one, two) => {
        const [a, b] = [one, two].map(({ start, minutes }) => ({
          startsAt: start,
          endsAt: new Date(start.getTime() + minutes * 60_000),
        }));
        if (!a || !b) return false;
        const common =
          Math.min(a.endsAt.getTime(), b.endsAt.getTime()) - Math.max(a.startsAt.getTime(), b.startsAt.getTime());
        return overlaps(a, b) === overlaps(b, a) && overlaps(a, b) === common > 0;
      }),
    );
  });
});

test('a worklog is overdue after a week', () => {
  const now = new Date('2026-11-23T08:00:00Z');
  expect(isOverdue(new Date('2026-11-16T08:00:00Z'), now)).toBe(false);
  expect(isOverdue(new Date('2026-11-16T07:59:59Z'), now)).toBe(true);
});

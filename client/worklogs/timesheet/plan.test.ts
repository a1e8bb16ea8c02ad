import { describe, expect, test } from 'vitest';
import type { Worklog } from '#contract/worklogs.ts';
import { wallTimeOf } from '#domain/calendar.ts';
import { defaultPolicies, type Policies } from '#domain/policies.ts';
import { sample } from '../../worklog/sample-worklog.ts';
import { planChanges, sentChanges } from './plan.ts';
import { amendRequest, newRequest } from './requests.ts';
import { buildSheet } from './sheet.ts';

const zone = 'Asia/Jakarta';
const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];
const logged = (id: string, day: string, from: string, to: string, change: Partial<Worklog> = {}): Worklog => {
  const [start, end] = [new Date(`${day}T${from}+07:00`), new Date(`${day}T${to}+07:00`)];
  return {
    ...sample({ id, day, startsAt: start.toISOString(), endsAt: end.toISOString() }),
    minutes: (Number(end) - Number(start)) / 60_000,
    actions: { ...sample().actions, amend: true },
    ...change,
  };
};
const task = {
  taskId: 't2',
  taskName: 'Painting',
  projectId: 'j1',
  projectName: 'Gudang Cikarang',
  clientName: null,
  colour: 'teal',
} as const;

function plan(typed: Record<string, string>, worklogs: Worklog[] = [], policies: Partial<Policies> = {}) {
  const rules = { ...defaultPolicies, ...policies };
  const sheet = buildSheet({
    days,
    worklogs,
    typed,
    policies: rules,
    today: '2026-11-20',
    isLoggable: () => true,
    kept: [{ ...task, taskId: 't1', taskName: 'Electrical' }, task],
    added: [],
  });
  return planChanges(sheet, { worklogs, policies: rules, usualStart: '08:00', zone });
}

const shown = (changes: ReturnType<typeof plan>) =>
  changes.map(({ cell, times, problem, minutes }) => {
    const clock = (at: Date) => wallTimeOf(at, zone).slice(11);
    return `${cell.key.slice(0, 2)} ${cell.day.slice(8)} ${times ? `${clock(times.startsAt)}-${clock(times.endsAt)}` : minutes} ${problem}`;
  });

describe('saving would', () => {
  test('place new hours one after the other around what is logged', () => {
    const worklogs = [logged('a', '2026-11-17', '10:00', '12:00', { taskId: 't5' })];
    const typed = { 't1 2026-11-16': '4', 't2 2026-11-16': '4', 't1 2026-11-17': '2', 't2 2026-11-17': '2' };
    expect(shown(plan(typed, worklogs))).toEqual([
      't1 16 08:00-12:00 null',
      't2 16 12:00-16:00 null',
      't1 17 08:00-10:00 null',
      't2 17 12:00-14:00 null',
    ]);
  });

  test('use durations only where the company allows them', () => {
    expect(shown(plan({ 't1 2026-11-16': '7:30' }, [], { times: 'optional' }))).toEqual(['t1 16 450 null']);
  });

  test('say which hours do not fit', () => {
    expect(shown(plan({ 't1 2026-11-16': '20', 't2 2026-11-16': '8' }))).toEqual([
      't1 16 04:00-00:00 null',
      't2 16 480 no-room',
    ]);
    expect(shown(plan({ 't1 2026-11-16': '9', 't2 2026-11-16': 'x' }, [], { longestWorklogMinutes: 480 }))).toEqual([
      't1 16 540 too-long',
      't2 16 0 unreadable',
    ]);
    expect(shown(plan({ 't1 2026-11-16': '6', 't2 2026-11-16': '3' }, [], { longestDayMinutes: 480 }))).toEqual([
      't1 16 08:00-14:00 null',
      't2 16 14:00-17:00 day-too-long',
    ]);
    expect(shown(plan({ 't1 2026-11-22': '6' }))).toEqual(['t1 22 360 closed']);
    const existing = logged('a', '2026-11-16', '08:00', '10:00');
    expect(shown(plan({ 't1 2026-11-16': '0' }, [existing]))).toEqual(['t1 16 0 zero']);
  });

  test('count only what is sent towards the longest day, which may become shorter', () => {
    const limits = { longestWorklogMinutes: 480, longestDayMinutes: 480 };
    expect(shown(plan({ 't1 2026-11-16': '9', 't2 2026-11-16': '8' }, [], limits))).toEqual([
      't1 16 540 too-long',
      't2 16 08:00-16:00 null',
    ]);
    const long = [
      logged('a', '2026-11-16', '06:00', '12:00'),
      logged('b', '2026-11-16', '12:00', '17:00', { taskId: 't5' }),
    ];
    expect(shown(plan({ 't1 2026-11-16': '5' }, long, limits))).toEqual(['t1 16 06:00-11:00 null']);
  });

  test('move the end of an existing worklog, unless it would overlap', () => {
    const first = logged('a', '2026-11-16', '08:00', '10:00');
    const next = logged('b', '2026-11-16', '11:00', '12:00', { taskId: 't5' });
    expect(shown(plan({ 't1 2026-11-16': '3' }, [first, next]))).toEqual(['t1 16 08:00-11:00 null']);
    const [longer] = plan({ 't1 2026-11-16': '4', 't2 2026-11-16': '1' }, [first, next]);
    expect(longer).toMatchObject({ problem: 'overlap', overlapping: [{ id: 'b' }] });
    const rejected = { ...next, status: 'rejected' as const };
    expect(shown(plan({ 't1 2026-11-16': '4' }, [first, rejected]))).toEqual(['t1 16 08:00-12:00 null']);
    const [flagged] = plan({ 't1 2026-11-16': '4' }, [first, next], { overlaps: 'flag' });
    expect(flagged).toMatchObject({ problem: null, overlapping: [{ id: 'b' }] });
  });

  test('check two changed worklogs of a day against each other', () => {
    const first = logged('a', '2026-11-16', '08:00', '12:00');
    const second = logged('b', '2026-11-16', '11:00', '12:00', { taskId: 't2' });
    // They overlap now, and no more once the first one is shorter.
    const typed = { 't1 2026-11-16': '3', 't2 2026-11-16': '2' };
    expect(shown(plan(typed, [first, second]))).toEqual(['t1 16 08:00-11:00 null', 't2 16 11:00-13:00 null']);
    const early = { ...first, ...logged('a', '2026-11-16', '08:00', '10:00') };
    const longer = { 't1 2026-11-16': '4', 't2 2026-11-16': '2' };
    expect(shown(plan(longer, [early, second]))).toEqual(['t1 16 08:00-12:00 overlap', 't2 16 11:00-13:00 null']);
  });

  test('send what becomes shorter before what needs its time', () => {
    const other = logged('b', '2026-11-16', '08:00', '12:00', { taskId: 't2' });
    const changes = plan({ 't1 2026-11-16': '3', 't2 2026-11-16': '1' }, [other], { longestDayMinutes: 240 });
    expect(shown(changes)).toEqual(['t1 16 09:00-12:00 null', 't2 16 08:00-09:00 null']);
    expect(shown(sentChanges(changes))).toEqual(['t2 16 08:00-09:00 null', 't1 16 09:00-12:00 null']);
  });

  test('place new hours after the new end of an existing worklog', () => {
    const first = logged('a', '2026-11-16', '08:00', '10:00');
    expect(shown(plan({ 't1 2026-11-16': '3', 't2 2026-11-16': '2' }, [first]))).toEqual([
      't1 16 08:00-11:00 null',
      't2 16 11:00-13:00 null',
    ]);
  });
});

describe('a request', () => {
  const sent = { companyId: 'c1', confirmOverlap: false };

  test('has times, or a day and minutes', () => {
    const [timed] = plan({ 't1 2026-11-16': '4' });
    expect(timed && newRequest(timed, 'Walls', zone, sent)).toEqual({
      ...sent,
      taskId: 't1',
      notes: 'Walls',
      zone,
      start: '2026-11-16T08:00',
      end: '2026-11-16T12:00',
      startOffset: '+07:00',
      endOffset: '+07:00',
    });
    const [untimed] = plan({ 't1 2026-11-16': '4' }, [], { times: 'optional' });
    expect(untimed && newRequest(untimed, '', zone, sent)).toEqual({
      ...sent,
      taskId: 't1',
      notes: '',
      day: '2026-11-16',
      minutes: 240,
    });
  });

  test('changes the length of a worklog in its own zone, with the version that was seen', () => {
    const worklog = { ...logged('a', '2026-11-16', '08:00', '10:00'), zone: 'Asia/Makassar', version: 3 };
    const [change] = plan({ 't1 2026-11-16': '3' }, [worklog]);
    expect(change && amendRequest(worklog, change, sent)).toEqual({
      ...sent,
      worklogId: 'a',
      version: 3,
      zone: 'Asia/Makassar',
      start: '2026-11-16T09:00',
      end: '2026-11-16T12:00',
      startOffset: '+08:00',
      endOffset: '+08:00',
    });
    const untimed = { ...worklog, startsAt: null, endsAt: null };
    const [shorter] = plan({ 't1 2026-11-16': '1' }, [untimed], { times: 'optional' });
    expect(shorter && amendRequest(untimed, shorter, sent)).toEqual({
      ...sent,
      worklogId: 'a',
      version: 3,
      minutes: 60,
    });
  });
});

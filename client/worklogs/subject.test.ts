import { expect, test } from 'vitest';
import type { Timer } from '#contract/timers.ts';
import { sample } from '../worklog/sample-worklog.ts';
import { duplicateEntry, entryRequest, resolveStart } from './entry.ts';
import type { FormTarget } from './search.ts';
import { editedWorklog, resolveSubject, subjectTimer, subjectVersion, subjectZone } from './subject.ts';

const timer = (stoppedAt: string | null): Timer => ({
  id: 'timer',
  task: null,
  startedAt: '2026-11-16T02:00:00.000Z',
  stoppedAt,
  zone: 'Asia/Jakarta',
  notes: '',
  version: 7,
});

const times = { start: '2026-11-16T02:00:00.000Z', end: '2026-11-16T03:00:00.000Z' };
const found = { worklog: sample({ version: 3 }), history: [], receipts: [] };
const targets: FormTarget[] = [
  { form: 'new' },
  { form: 'new', times },
  { form: 'duplicate', id: found.worklog.id },
  { form: 'worklog', id: found.worklog.id },
  { form: 'timer', timerId: 'another' },
];

test.each([
  ['running', null],
  ['stopped', '2026-11-16T03:00:00.000Z'],
])('a %s timer is submitted by its own form only', (_, stoppedAt) => {
  for (const target of targets) {
    const subject = resolveSubject(target, { found, timer: timer(stoppedAt) });
    expect(subject && subjectTimer(subject)).toBeNull();
  }
  const own = resolveSubject({ form: 'timer', timerId: 'timer' }, { timer: timer(stoppedAt) });
  expect(own && [subjectTimer(own)?.id, subjectVersion(own)]).toEqual(['timer', 7]);
});

test('a worklog is changed only by the form that edits it, not by one that starts with its values', () => {
  const edited = targets.map((target) => {
    const subject = resolveSubject(target, { found, timer: null });
    return subject && [editedWorklog(subject)?.id ?? null, subjectVersion(subject)];
  });
  expect(edited).toEqual([[null, null], [null, null], [null, null], [found.worklog.id, 3], null]);
});

test('a duplicate keeps the zone of its times; times that do not exist or happen twice are to be clarified', () => {
  const berlin = { startsAt: '2026-03-27T01:30:00.000Z', endsAt: '2026-03-27T05:00:00.000Z', zone: 'Europe/Berlin' };
  const night = { ...found, worklog: sample({ ...berlin, day: '2026-03-27' }) };
  const subject = resolveSubject({ form: 'duplicate', id: night.worklog.id }, { found: night });
  const zone = (subject && subjectZone(subject)) ?? '';
  expect(zone).toBe('Europe/Berlin');
  const on = (day: string) => duplicateEntry(night.worklog, day, 'en');
  expect(entryRequest(on('2026-04-01'), 'timed', { zone, locale: 'en', currency: 'IDR' })).toMatchObject({
    start: '2026-04-01T02:30',
    end: '2026-04-01T06:00',
    zone: 'Europe/Berlin',
  });
  expect(resolveStart(on('2026-03-29'), zone).state).toBe('missing');
  expect(resolveStart(on('2026-10-25'), zone).state).toBe('twice');
  const expense = { ...found, worklog: sample({ startsAt: null, endsAt: null }) };
  const ofExpense = resolveSubject({ form: 'duplicate', id: 'any' }, { found: expense });
  expect(ofExpense && subjectZone(ofExpense), 'without times the reader’s').toBeNull();
  expect(
    targets
      .slice(0, 2)
      .map((target) => resolveSubject(target, {}))
      .map((one) => one && subjectZone(one)),
  ).toEqual([null, null]);
});

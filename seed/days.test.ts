import { expect, test } from 'vitest';
import { addDays, dayOf } from '#domain/calendar.ts';
import type { Locale } from '#domain/settings.ts';
import { reasonsOf, type SeededTask, worklogsOf } from './days.ts';
import { demoPeople, projects } from './demo-people.ts';
import { taskNames, taskNotes } from './notes.ts';
import { randomFrom } from './random.ts';

const now = new Date('2026-11-18T03:30:00Z');
const companyZone = 'Asia/Jakarta';

const tasks: SeededTask[] = projects.flatMap(({ code, tasks: own }) =>
  own
    .filter(({ isClosed }) => !isClosed)
    .map(({ name, kind }) => ({ id: `${code} ${name}`, name, kind, projectId: code })),
);

const demoIn = (locale: Locale) => {
  const random = randomFrom(2026);
  return demoPeople
    .filter(({ role }) => role === 'worker')
    .flatMap((member) => worklogsOf({ member, tasks, companyZone, now, random, locale }));
};
const all = demoIn('en');

test.each<Locale>(['en', 'id'])('notes fit their task, in the language of the demo: %s', (locale) => {
  expect(tasks.filter(({ name }) => !taskNotes[name] || !taskNames[name])).toEqual([]);
  for (const { task, notes, allowsOverlap } of demoIn(locale))
    if (!allowsOverlap) expect(taskNotes[task.name]?.map((text) => text[locale])).toContain(notes);
});

test('the reason of a rejection fits what it rejects', () => {
  const rejected = all.filter(({ status }) => status === 'rejected');
  expect(rejected.length).toBeGreaterThan(10);
  for (const one of rejected) {
    const reasons = reasonsOf(one, 'en');
    expect(new Set(reasons).size).toBeGreaterThan(1);
    expect(reasons.every((reason) => reason.includes('receipt'))).toBe(one.task.kind === 'expense');
    expect(reasons[0]?.includes('what was done')).toBe(one.task.kind === 'timed' && one.notes === '');
  }
});

test('there are one overlap and one worklog that has been pending for two weeks', () => {
  expect(all.filter(({ allowsOverlap }) => allowsOverlap)).toHaveLength(1);
  const today = dayOf(now, companyZone);
  const old = all.filter(({ status, day }) => status === 'pending' && day <= addDays(today, -6));
  expect(old).toHaveLength(1);
  expect(old[0]?.reviewedAt).toBeNull();
});

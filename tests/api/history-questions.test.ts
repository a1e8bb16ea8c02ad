// What is asked about an import of history: only what its rows leave open, with how many rows it concerns and some of them.

import { expect, test } from 'vitest';
import { setPolicies, submitDay } from '../support/company.ts';
import { openHistoryFixture } from '../support/history.ts';
import { clockify, csvOf, entry, harvest, solidtimeArchive, toggl } from '../support/time-reports.ts';
import { zipOf } from '../support/xlsx.ts';

const fixture = await openHistoryFixture();

/** A day of March, from nine to ten unless other hours are given. */
const on = (day: string, rest: Parameters<typeof entry>[2] = {}, from = '09', to = '10') =>
  entry(`2026-03-${day}T${from}:00:00`, `2026-03-${day}T${to}:00:00`, rest);

const checkedFile = async (file: string | Uint8Array, chosen: Parameters<typeof fixture.history.check>[1] = {}) => {
  const importId = await fixture.history.read(file);
  expect((await fixture.history.details(importId)).questions).toEqual({});
  return { importId, details: await fixture.history.check(importId, chosen) };
};

const namesOf = (questions: object) => Object.keys(questions).toSorted();

test('a file with times, projects and tasks that overlaps nothing is asked for its time zone only', async () => {
  const { details } = await checkedFile(toggl([on('02'), on('03'), on('04'), on('05')]));
  expect(namesOf(details.questions)).toEqual(['zone']);
  expect(details.questions.zone).toMatchObject({ rows: 4, examples: [{ line: 2 }, { line: 3 }, { line: 4 }] });
});

test('instants in UTC leave nothing open', async () => {
  const { details } = await checkedFile(zipOf(solidtimeArchive([on('02'), on('03')])));
  expect(details.questions).toEqual({});
});

test('overlaps are asked for with the rows that overlap, whatever is answered, and not for rows of different people', async () => {
  await setPolicies(fixture.company.admin, fixture.company.id, { overlaps: 'flag' });
  const rows = [
    on('02', {}, '09', '12'),
    on('02', { task: 'Code' }, '11', '13'),
    on('02', { person: 'Eko' }, '09', '12'),
  ];
  const { importId, details } = await checkedFile(toggl(rows));
  const overlapping = {
    rows: 1,
    examples: [{ line: 3, person: 'Sri Rahayu', task: 'Code', startsAt: '2026-03-02T11:00' }],
  };
  expect(details.questions.overlapChoice).toMatchObject(overlapping);
  for (const overlapChoice of ['skip', 'keep', 'shorten'] as const)
    expect((await fixture.history.check(importId, { overlapChoice })).questions.overlapChoice).toMatchObject(
      overlapping,
    );
});

test('a row that overlaps a worklog that is here raises the question too', async () => {
  const { worker } = fixture.company;
  await submitDay(fixture.company, worker, '2026-03-02', '09:30', '10:30');
  const { details } = await checkedFile(toggl([on('02', { email: worker.email })]));
  expect(details.questions.overlapChoice).toMatchObject({ rows: 1, examples: [{ line: 2 }] });
});

test('rows without times, project or task are asked for, each with its own', async () => {
  const rows = [on('02', { project: '', client: '' }), on('03', { task: '' }), on('04'), on('05'), on('06')];
  const { importId, details } = await checkedFile(harvest(rows));
  expect(namesOf(details.questions)).toEqual(['projectName', 'status', 'taskName', 'withoutTimes']);
  expect(details.questions).toMatchObject({
    withoutTimes: { rows: 5, examples: [{ seconds: 3600, startsAt: null }, {}, {}] },
    projectName: { rows: 1, examples: [{ line: 2, day: '2026-03-02' }] },
    taskName: { rows: 1, examples: [{ line: 3, day: '2026-03-03' }] },
  });
  const skipped = await fixture.history.check(importId, { withoutTimes: 'skip' });
  expect(skipped.counts).toMatchObject({ 'without-times': 5, placed: 0 });
  expect(skipped.questions.withoutTimes).toMatchObject({ rows: 5 });
});

test('the lock date is asked for where rows are on or before it, and remains when it is confirmed', async () => {
  await setPolicies(fixture.company.admin, fixture.company.id, { lockedUntil: '2026-03-03' });
  const { importId, details } = await checkedFile(toggl([on('03'), on('04')]));
  expect(details.questions.intoLocked).toMatchObject({ rows: 1, examples: [{ day: '2026-03-03' }] });
  const confirmed = await fixture.history.check(importId, { intoLocked: true });
  expect(confirmed.questions.intoLocked).toMatchObject({ rows: 1 });
  await setPolicies(fixture.company.admin, fixture.company.id, { lockedUntil: '2026-02-28' });
  expect((await fixture.history.check(importId)).questions.intoLocked).toBeUndefined();
});

test('the status of each row is a choice only where the file says that some are not approved', async () => {
  const sheet = (...approved: string[]) =>
    csvOf([
      ['Name', 'Date', 'Start', 'End', 'Approved'],
      ...approved.map((answer, index) => ['Sri', `2026-03-0${index + 1}`, '09:00', '10:00', answer]),
    ]);
  expect((await checkedFile(sheet('Yes', 'No', ''))).details.questions.status).toMatchObject({
    rows: 1,
    examples: [{ line: 3 }],
  });
  expect((await checkedFile(sheet('Yes', '', ''))).details.questions.status).toBeUndefined();
});

test('a file that is imported already asks for nothing but its time zone', async () => {
  const file = toggl([on('02', { project: '', task: '' }), on('02', {}, '09', '11')]);
  await fixture.history.importFile(file);
  const { details } = await checkedFile(file);
  expect(details.counts).toMatchObject({ known: 2 });
  expect(namesOf(details.questions)).toEqual(['zone']);
});

test('people who are found by their address are certain; others are shown with some of their rows', async () => {
  const { email } = fixture.company.worker;
  const rows = [
    on('02', { person: 'W. Acme', email }),
    on('03', { person: 'Acme Manager' }),
    ...['04', '05', '06', '07'].map((day) => on(day)),
  ];
  const { details } = await checkedFile(toggl(rows));
  const byName = Object.fromEntries(details.people.map((person) => [person.memberName ?? person.name, person]));
  expect(byName['Acme Worker']).toMatchObject({ isFoundByAddress: true, examples: [] });
  expect(byName['Acme Manager']).toMatchObject({ isFoundByAddress: false, examples: [{ line: 3 }] });
  expect(byName['Sri Rahayu']).toMatchObject({ rows: 4, examples: [{ line: 4 }, { line: 5 }, { line: 6 }] });
});

test('a further file has to be checked before its questions are known', async () => {
  const { importId } = await checkedFile(toggl([on('02')]));
  await fixture.history.read(harvest([on('03', { task: '' })]), { importId });
  expect((await fixture.history.details(importId)).questions).toEqual({});
  const { questions } = await fixture.history.check(importId);
  expect(namesOf(questions)).toEqual(['status', 'taskName', 'withoutTimes', 'zone']);
  expect(questions.taskName).toMatchObject({ examples: [{ fileNumber: 2, line: 2 }] });
});

test('an ambiguous date order is asked for with the number of rows and some of them; notes do not fill the screen', async () => {
  const rows = [on('02', { notes: 'x'.repeat(500) }), on('02', {}, '11', '12'), on('03'), on('04'), on('05')];
  const uploaded = await fixture.history.upload(clockify(rows));
  if (uploaded.outcome !== 'asks-date-order') throw new Error(uploaded.outcome);
  // March 3rd is the same day in both orders.
  expect(uploaded.rows).toBe(4);
  expect(uploaded.examples.map(({ line, date }) => [line, date])).toEqual([
    [2, '03/02/2026'],
    [5, '03/04/2026'],
    [6, '03/05/2026'],
  ]);
  expect(uploaded.examples[1]?.row).toContain('Website · Acme · Design · Sri Rahayu');
  expect(uploaded.examples[0]?.row).toHaveLength(80);
});

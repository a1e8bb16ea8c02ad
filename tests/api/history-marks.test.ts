// What an import of history says further of its worklogs and people: billable or not, times that were placed, people who are invited;
// and the columns that somebody named, which are proposed again.

import { describe, expect, test } from 'vitest';
import { foundTestCompany } from '../support/company.ts';
import { historyOf, openHistoryFixture } from '../support/history.ts';
import { differencesOfReplay } from '../support/replay-events.ts';
import { csvOf, entry, harvest, toggl } from '../support/time-reports.ts';

const fixture = await openHistoryFixture();
const { app } = fixture;

type Row = [day: string, task: string, billable: string];

const billableSheet = (...rows: Row[]) =>
  csvOf([
    ['Name', 'Date', 'From', 'To', 'Project', 'Task', 'Billable'],
    ...rows.map(([day, task, billable]) => ['Sri', day, '09:00', '10:00', 'Website', task, billable]),
  ]);

const worklogs = async () => {
  const { worklogs } = await fixture.company.admin.ok('GET /companies/{companyId}/worklogs', {
    companyId: fixture.company.id,
    from: '2026-03-01',
    to: '2026-03-31',
    sort: 'oldest',
  });
  return worklogs;
};

const hasUnbillable = async () =>
  (await fixture.company.admin.ok('GET /session', {})).companies.find(({ id }) => id === fixture.company.id)
    ?.hasUnbillable;

describe('whether worklogs are billable', () => {
  test('is imported; a new task of which no row is billable is not, an existing one decides for rows that do not say', async () => {
    await fixture.history.importFile(
      billableSheet(['2026-03-02', 'Design', 'Yes'], ['2026-03-03', 'Design', 'No'], ['2026-03-04', 'Internal', 'No']),
    );
    expect((await worklogs()).map(({ taskName, isBillable }) => [taskName, isBillable])).toEqual([
      ['Design', true],
      ['Design', false],
      ['Internal', false],
    ]);
    const { rows } = await app.superuser.query(
      `select t.name, t.is_billable from tasks t join projects p on p.company_id = t.company_id and p.id = t.project_id
       where t.company_id = $1 and p.name = 'Website' order by 1`,
      [fixture.company.id],
    );
    expect(rows).toEqual([
      { name: 'Design', is_billable: true },
      { name: 'Internal', is_billable: false },
    ]);
    expect(await hasUnbillable()).toBe(true);
    await fixture.history.importFile(billableSheet(['2026-03-05', 'Internal', ''], ['2026-03-06', 'Design', '']));
    expect((await worklogs()).slice(3).map(({ isBillable }) => isBillable)).toEqual([false, true]);
    expect((await differencesOfReplay(app.superuser)).differing).toEqual([]);
  });

  test('is unknown to files in which nothing is billable, as tools write them that do not use it', async () => {
    await fixture.history.importFile(toggl([entry('2026-03-02T09:00:00', '2026-03-02T10:00:00')]));
    expect((await worklogs()).map(({ isBillable }) => isBillable)).toEqual([true]);
    expect(await hasUnbillable()).toBe(false);
  });
});

test('every worklog gets the tags of its own row, with the case in which a tag is known', async () => {
  const row = (day: string, tags: string) => ['Sri', day, '09:00', '10:00', 'Website', 'Design', tags];
  const heading = ['Name', 'Date', 'From', 'To', 'Project', 'Task', 'Tags'];
  await fixture.history.importFile(
    csvOf([heading, row('2026-03-02', 'Urgent'), row('2026-03-03', 'Remote'), row('2026-03-04', '')]),
  );
  await fixture.history.importFile(csvOf([heading, row('2026-03-05', 'urgent, Review')]));
  expect((await worklogs()).map(({ tags }) => tags)).toEqual([['Urgent'], ['Remote'], [], ['Review', 'Urgent']]);
  expect((await differencesOfReplay(app.superuser)).differing).toEqual([]);
});

test('files that know nothing of clients continue the only project of a name, or the one without a client', async () => {
  const ofClient = (day: string, client: string) =>
    entry(`2026-03-${day}T09:00:00`, `2026-03-${day}T10:00:00`, { client });
  const withoutClients = (day: string) =>
    csvOf([
      ['Name', 'Date', 'From', 'To', 'Project', 'Task'],
      ['Sri Rahayu', `2026-03-${day}`, '09:00', '10:00', 'website', 'Design'],
    ]);
  await fixture.history.importFile(toggl([ofClient('02', 'Acme')]));
  await fixture.history.importFile(withoutClients('03'));
  await fixture.history.importFile(toggl([ofClient('04', 'Globex'), ofClient('05', '')]));
  await fixture.history.importFile(withoutClients('06'));
  const [first, sameProject, other, without, sameWithout] = await worklogs();
  expect([first, other, without].map((one) => one?.clientName)).toEqual(['Acme', 'Globex', null]);
  expect(sameProject?.projectId).toBe(first?.projectId);
  expect(sameWithout?.projectId, 'the one without a client').toBe(without?.projectId);
});

test('of two clients with a project of one name, files that know nothing of clients begin another', async () => {
  const ofClient = (day: string, client: string) =>
    entry(`2026-03-${day}T09:00:00`, `2026-03-${day}T10:00:00`, { client });
  await fixture.history.importFile(toggl([ofClient('02', 'Acme'), ofClient('03', 'Globex')]));
  await fixture.history.importFile(toggl([ofClient('04', '')]));
  expect((await worklogs()).map(({ clientName }) => clientName)).toEqual(['Acme', 'Globex', null]);
});

test('worklogs whose times were placed say so until somebody corrects their start', async () => {
  await fixture.history.importFile(harvest([entry('2026-03-02T00:00:00', '2026-03-02T02:00:00')]), {
    status: 'pending',
  });
  await fixture.history.importFile(toggl([entry('2026-03-03T09:00:00', '2026-03-03T10:00:00')]));
  const [placed, timed] = await worklogs();
  expect([placed?.hasPlacedTimes, timed?.hasPlacedTimes]).toEqual([true, false]);
  const single = () =>
    fixture.company.admin.ok('GET /companies/{companyId}/worklogs/{worklogId}', {
      companyId: fixture.company.id,
      worklogId: placed?.id ?? '',
    });
  expect((await single()).worklog.hasPlacedTimes).toBe(true);
  await app.superuser.query(
    `update worklogs set starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour' where id = $1`,
    [placed?.id],
  );
  expect((await single()).worklog.hasPlacedTimes).toBe(false);
});

describe('people who are invited', () => {
  const sheet = toggl([
    entry('2026-03-02T09:00:00', '2026-03-02T10:00:00', { person: 'Ayu', email: 'ayu@karya.example' }),
    entry('2026-03-03T09:00:00', '2026-03-03T10:00:00'),
  ]);
  const invite = () =>
    fixture.company.admin.ok('POST /companies/{companyId}/invites', {
      companyId: fixture.company.id,
      email: 'ayu@karya.example',
      role: 'worker',
    });

  test('wait for their invite: their rows are left out, and added once it is over or they are members', async () => {
    const { id: inviteId } = await invite();
    const importId = await fixture.history.read(sheet);
    const checked = await fixture.history.check(importId);
    expect(checked.counts).toMatchObject({ invited: 1, new: 1 });
    expect(checked.people.map(({ email, isInvited, userId }) => [email, isInvited, userId])).toContainEqual([
      'ayu@karya.example',
      true,
      null,
    ]);
    expect(checked.creates?.people).toBe(1);
    await fixture.history.run(importId);
    expect(await worklogs()).toHaveLength(1);
    await fixture.company.admin.ok('DELETE /companies/{companyId}/invites/{inviteId}', {
      companyId: fixture.company.id,
      inviteId,
    });
    expect((await fixture.history.importFile(sheet)).counts).toMatchObject({ invited: 0, known: 1, new: 1 });
    expect((await worklogs()).map(({ workerName }) => workerName)).toEqual(['Ayu', 'Sri Rahayu']);
  });

  test('may be former members all the same, if somebody chooses that', async () => {
    await invite();
    const importId = await fixture.history.read(sheet);
    const people = [{ personKey: 'ayu@karya.example', userId: null }];
    expect((await fixture.history.check(importId, { people })).counts).toMatchObject({ invited: 0, new: 2 });
  });
});

test('columns that somebody named are proposed for the next file with the same headings, in this company only', async () => {
  const sheet = (day: string) =>
    csvOf([
      ['Who', 'When', 'How long'],
      ['Sri', day, '2'],
    ]);
  const first = await fixture.history.upload(sheet('2026-03-02'));
  expect(first).toMatchObject({ outcome: 'asks-columns', isRemembered: false });
  await fixture.history.read(sheet('2026-03-02'), { columns: 'person:0,day:1,duration:2' });
  expect(await fixture.history.upload(sheet('2026-03-03'))).toMatchObject({
    outcome: 'asks-columns',
    recognised: { person: 0, day: 1, duration: 2 },
    isRemembered: true,
  });
  const other = await foundTestCompany(app, { canary: 'Others' });
  expect(await historyOf(app, other.admin, other.id).upload(sheet('2026-03-03'))).toMatchObject({
    isRemembered: false,
  });
});

test('a file whose dates have one order only says nothing of an order', async () => {
  const importId = await fixture.history.read(toggl([entry('2026-11-03T09:00:00', '2026-11-03T10:00:00')]));
  expect((await fixture.history.details(importId)).files).toMatchObject([{ dateOrder: null }]);
});

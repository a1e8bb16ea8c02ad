// Import of history: what each tool's file becomes, the verdicts, repeated imports, and undoing.

import { describe, expect, test } from 'vitest';
import { setPolicies, submitDay } from '../support/company.ts';
import { openHistoryFixture } from '../support/history.ts';
import { differencesOfReplay } from '../support/replay-events.ts';
import {
  clockify,
  csvOf,
  entry,
  harvest,
  kimai,
  minutesOf,
  type SheetEntry,
  secondsOf,
  solidtime,
  toggl,
} from '../support/time-reports.ts';

const fixture = await openHistoryFixture();
const { app } = fixture;

type Stored = {
  worker: string;
  project: string;
  client: string | null;
  task: string;
  starts: string | null;
  ends: string | null;
  minutes: number;
  status: string;
  overlap: boolean;
};

const stored = async (): Promise<Stored[]> => {
  const { rows } = await app.superuser.query<Stored>(
    `select u.name as worker, p.name as project, c.name as client, t.name as task, w.minutes, w.status, w.allows_overlap as overlap,
       to_char(w.starts_at at time zone w.zone, 'YYYY-MM-DD"T"HH24:MI') as starts,
       to_char(w.ends_at at time zone w.zone, 'YYYY-MM-DD"T"HH24:MI') as ends
     from worklogs w join users u on u.id = w.worker_id
     join projects p on p.company_id = w.company_id and p.id = w.project_id
     left join clients c on c.company_id = p.company_id and c.id = p.client_id
     join tasks t on t.company_id = w.company_id and t.id = w.task_id
     where w.company_id = $1 and w.is_imported order by w.day, w.starts_at, w.id`,
    [fixture.company.id],
  );
  return rows;
};

const startsAndEnds = async () => (await stored()).map(({ starts, ends }) => [starts, ends]);

const verdicts = async (importId: string) => (await fixture.history.rows(importId)).map(({ verdict }) => verdict);

const march = [
  entry('2026-03-02T09:00:40', '2026-03-02T10:30:10', { notes: 'Line one\n"two", with; all' }),
  entry('2026-03-02T22:00:00', '2026-03-03T02:00:00', { client: '', project: '', task: '' }),
  entry('2026-03-17T13:00:00', '2026-03-17T17:45:00', { person: 'Eko Prasetyo', client: 'Globex' }),
];

const sum = (entries: readonly SheetEntry[], of: (one: SheetEntry) => number) =>
  entries.reduce((total, one) => total + of(one), 0);

describe('a file of', () => {
  test.each([
    ['toggl', toggl],
    ['clockify', clockify],
    ['kimai', kimai],
    ['solidtime', solidtime],
  ] as const)('%s becomes worklogs with its people, clients, projects and tasks', async (tool, write) => {
    const importId = await fixture.history.read(write(march));
    const checked = await fixture.history.check(importId, { zone: 'Asia/Jakarta' });
    expect(checked).toMatchObject({
      state: 'checked',
      files: [{ tool, rows: 3 }],
      creates: {
        people: 2,
        clients: 2,
        projects: 3,
        tasks: 3,
        tags: { toggl: 2, clockify: 0, kimai: 0, solidtime: 1 }[tool],
      },
    });
    expect(checked.counts.new).toBe(3);
    expect(await stored()).toEqual([]);
    expect(await fixture.history.run(importId)).toMatchObject({ state: 'imported', problem: null, mayUndo: true });
    expect(await stored()).toMatchObject([
      {
        worker: 'Sri Rahayu',
        client: 'Acme',
        project: 'Website',
        starts: '2026-03-02T09:00',
        ends: '2026-03-02T10:30',
      },
      { project: 'Imported', client: null, task: 'Imported', ends: '2026-03-03T02:00', status: 'approved' },
      { worker: 'Eko Prasetyo', client: 'Globex', project: 'Website', task: 'Design' },
    ]);
    const totals = await fixture.history.totals(importId);
    expect(totals.map(({ person }) => person)).toEqual(['Eko Prasetyo', 'Sri Rahayu']);
    expect(totals.reduce((total, { importedMinutes }) => total + importedMinutes, 0)).toBe(sum(march, minutesOf));
    const seconds = tool === 'kimai' ? (one: SheetEntry) => minutesOf(one) * 60 : secondsOf;
    expect(totals.reduce((total, { fileSeconds }) => total + fileSeconds, 0)).toBe(sum(march, seconds));
    expect((await differencesOfReplay(app.superuser)).differing).toEqual([]);
  });

  test('Harvest has no times: its rows are placed from 9:00 on, one after the other', async () => {
    const day = [
      entry('2026-03-02T00:00:00', '2026-03-02T01:20:00'),
      entry('2026-03-02T00:00:00', '2026-03-02T06:00:00', { task: 'Code' }),
    ];
    await fixture.history.importFile(harvest(day));
    expect((await stored()).map(({ worker, starts, ends }) => [worker, starts, ends])).toEqual([
      ['Sri Rahayu', '2026-03-02T09:00', '2026-03-02T10:20'],
      ['Sri Rahayu', '2026-03-02T10:20', '2026-03-02T16:20'],
    ]);
  });

  test('Harvest keeps day and length where the company allows worklogs without times', async () => {
    await setPolicies(fixture.company.admin, fixture.company.id, { times: 'optional' });
    await fixture.history.importFile(harvest([entry('2026-03-02T00:00:00', '2026-03-02T01:20:00')]), {
      withoutTimes: 'length',
    });
    expect(await stored()).toMatchObject([{ starts: null, minutes: 80 }]);
  });

  test('another tool is read with the columns that somebody names', async () => {
    const text = csvOf([
      ['Wer', 'Wann', 'Wie lange', 'Wofür'],
      ['Sri', '02.03.2026', '1:30', 'Website'],
    ]);
    expect(await fixture.history.upload(text)).toMatchObject({
      outcome: 'asks-columns',
      columns: [{ name: 'Wer', examples: ['Sri'] }, {}, {}, {}],
    });
    const importId = await fixture.history.read(text, { columns: 'person:0,day:1,duration:2,project:3' });
    expect((await fixture.history.check(importId)).counts.placed).toBe(1);
  });

  test('whose dates have the day or the month first, and do not show which, is asked for it', async () => {
    const text = clockify([entry('2026-03-02T09:00:00', '2026-03-02T10:00:00')]);
    expect(await fixture.history.upload(text)).toMatchObject({
      outcome: 'asks-date-order',
      rows: 1,
      examples: [{ line: 2, date: '03/02/2026' }],
    });
    const importId = await fixture.history.read(text, { dateOrder: 'month-day' });
    expect(await fixture.history.rows(importId)).toEqual([]);
    await fixture.history.check(importId);
    expect(await fixture.history.rows(importId)).toMatchObject([{ day: '2026-03-02', verdict: 'new', line: 2 }]);
  });
});

test('members are found by address or name, whatever its order and accents; a choice is remembered', async () => {
  const rows = [
    entry('2026-03-02T09:00:00', '2026-03-02T10:00:00', { person: 'Somebody', email: fixture.company.worker.email }),
    entry('2026-03-02T10:00:00', '2026-03-02T11:00:00', { person: 'MANAGER Àcme' }),
    entry('2026-03-02T11:00:00', '2026-03-02T12:00:00', { person: 'S. Rahayu' }),
  ];
  const importId = await fixture.history.read(toggl(rows));
  const people = async () =>
    Object.fromEntries((await fixture.history.details(importId)).people.map((one) => [one.name, one.memberName]));
  await fixture.history.check(importId);
  expect(await people()).toEqual({ Somebody: 'Acme Worker', 'MANAGER Àcme': 'Acme Manager', 'S. Rahayu': null });
  const key =
    (await fixture.history.details(importId)).people.find(({ name }) => name === 'S. Rahayu')?.personKey ?? '';
  const chosen = await fixture.history.check(importId, {
    people: [{ personKey: key, userId: fixture.company.reviewer.userId }],
  });
  expect(chosen.creates?.people).toBe(0);
  await fixture.history.run(importId);
  expect((await stored()).map(({ worker }) => worker)).toEqual(['Acme Worker', 'Acme Manager', 'Acme Reviewer']);
  const later = await fixture.history.read(
    toggl([entry('2026-04-01T09:00:00', '2026-04-01T10:00:00', { person: 'Rahayu, S' })]),
  );
  expect((await fixture.history.check(later)).people).toMatchObject([{ memberName: 'Acme Reviewer' }]);
});

test('people who are no members become former members without a seat', async () => {
  const seats = () => fixture.company.admin.ok('GET /companies/{companyId}/seats', { companyId: fixture.company.id });
  const before = await seats();
  await fixture.history.importFile(toggl(march));
  expect(await seats()).toEqual(before);
  const { rows } = await app.superuser.query(
    `select u.name, u.email, m.role, m.deactivated_at is not null as former from members m join users u on u.id = m.user_id
     where m.company_id = $1 and u.email is null order by 1`,
    [fixture.company.id],
  );
  expect(rows).toEqual([
    { name: 'Eko Prasetyo', email: null, role: 'worker', former: true },
    { name: 'Sri Rahayu', email: null, role: 'worker', former: true },
  ]);
});

test('importing a file again adds nothing, and a longer one only what is new', async () => {
  await fixture.history.importFile(toggl(march));
  const again = await fixture.history.read(toggl(march));
  expect((await fixture.history.check(again)).counts).toMatchObject({ known: 3, new: 0 });
  const run = await fixture.company.admin.call('POST /companies/{companyId}/history-imports/{importId}/run', {
    companyId: fixture.company.id,
    importId: again,
  });
  expect(run.problem?.code).toBe('history-import.nothing-new');
  const longer = [...march, entry('2026-03-20T09:00:00', '2026-03-20T10:00:00')].toReversed();
  const { counts } = await fixture.history.importFile(toggl(longer));
  expect(counts).toMatchObject({ known: 3, new: 1 });
  expect(await stored()).toHaveLength(4);
});

test('two files of one import with the same row add it once', async () => {
  const importId = await fixture.history.read(toggl(march));
  await fixture.history.read(toggl(march.slice(0, 2)), { importId });
  expect((await fixture.history.check(importId)).counts).toMatchObject({ new: 3, known: 2 });
  expect((await fixture.history.run(importId)).state).toBe('imported');
});

describe('overlapping rows', () => {
  const overlapping = [
    entry('2026-03-02T09:00:00', '2026-03-02T12:00:00'),
    entry('2026-03-02T11:00:00', '2026-03-02T13:00:00', { task: 'Code' }),
    entry('2026-03-02T12:30:00', '2026-03-02T14:00:00', { task: 'Test' }),
    entry('2026-03-02T09:30:00', '2026-03-02T10:00:00', { task: 'Call' }),
  ];

  test('are shortened to what is free', async () => {
    const { id } = await fixture.history.importFile(toggl(overlapping), { overlapChoice: 'shorten' });
    expect(await verdicts(id)).toEqual(['new', 'shortened', 'shortened', 'overlaps']);
    expect(await startsAndEnds()).toEqual([
      ['2026-03-02T09:00', '2026-03-02T12:00'],
      ['2026-03-02T12:00', '2026-03-02T13:00'],
      ['2026-03-02T13:00', '2026-03-02T14:00'],
    ]);
  });

  test('are skipped if an imported one takes their time', async () => {
    const { id } = await fixture.history.importFile(toggl(overlapping), { overlapChoice: 'skip' });
    expect(await verdicts(id)).toEqual(['new', 'overlaps', 'new', 'overlaps']);
  });

  test('are kept as confirmed overlaps where the company allows those, and only there', async () => {
    const importId = await fixture.history.read(toggl(overlapping));
    expect((await fixture.history.check(importId, { overlapChoice: 'keep' })).counts).toMatchObject({ overlaps: 2 });
    await setPolicies(fixture.company.admin, fixture.company.id, { overlaps: 'flag' });
    expect((await fixture.history.check(importId, { overlapChoice: 'keep' })).counts).toMatchObject({
      new: 1,
      overlapping: 3,
    });
    await fixture.history.run(importId);
    expect((await stored()).map(({ overlap }) => overlap)).toEqual([false, true, true, true]);
  });

  test('with worklogs that are there already give way to them', async () => {
    await submitDay(fixture.company, fixture.company.worker, '2026-03-02', '10:00', '10:30');
    const { email } = fixture.company.worker;
    await fixture.history.importFile(toggl([entry('2026-03-02T09:00:00', '2026-03-02T12:00:00', { email })]));
    expect(await startsAndEnds()).toEqual([['2026-03-02T10:30', '2026-03-02T12:00']]);
  });

  test('give way to what goes across a midnight, here or in UTC (07:00 in Jakarta)', async () => {
    await submitDay(fixture.company, fixture.company.worker, '2026-03-02', '04:00', '09:00');
    await fixture.company.worker.ok('POST /companies/{companyId}/worklogs', {
      companyId: fixture.company.id,
      taskId: fixture.company.project.timedTaskId,
      notes: '',
      start: '2026-03-02T23:00',
      end: '2026-03-03T01:00',
    });
    const { email } = fixture.company.worker;
    const rows = [
      entry('2026-03-02T03:00:00', '2026-03-02T05:00:00', { email }),
      entry('2026-03-02T08:00:00', '2026-03-02T10:00:00', { email }),
      entry('2026-03-02T22:00:00', '2026-03-03T08:30:00', { email }),
    ];
    await fixture.history.importFile(toggl(rows));
    expect(await startsAndEnds()).toEqual([
      ['2026-03-02T03:00', '2026-03-02T04:00'],
      ['2026-03-02T09:00', '2026-03-02T10:00'],
      ['2026-03-03T01:00', '2026-03-03T08:30'],
    ]);
  });
});

test('rows without times use the free time around others of the day', async () => {
  await submitDay(fixture.company, fixture.company.worker, '2026-03-02', '10:00', '18:00');
  const rows = [
    ['Email', 'Date', 'Hours'],
    [fixture.company.worker.email, '2026-03-02', '5'],
    [fixture.company.worker.email, '2026-03-02', '2'],
    [fixture.company.worker.email, '2026-03-03', '16'],
    [fixture.company.worker.email, '2026-03-04', '20'],
    [fixture.company.worker.email, '2026-03-04', '5'],
  ];
  const { id } = await fixture.history.importFile(csvOf(rows));
  expect(await verdicts(id)).toEqual(['placed', 'placed', 'placed', 'no-free-time', 'no-free-time']);
  expect(await startsAndEnds()).toEqual([
    ['2026-03-02T03:00', '2026-03-02T08:00'],
    ['2026-03-02T08:00', '2026-03-02T10:00'],
    ['2026-03-03T08:00', '2026-03-04T00:00'],
  ]);
});

test('the lock date has to be confirmed, the future is not history, limits of a day do not apply', async () => {
  await setPolicies(fixture.company.admin, fixture.company.id, {
    longestDayMinutes: 60,
    requireNotes: true,
    lockedUntil: '2026-03-10',
  });
  const importId = await fixture.history.read(toggl([...march, entry('2190-01-01T09:00:00', '2190-01-01T10:00:00')]));
  expect((await fixture.history.check(importId)).counts).toMatchObject({ locked: 2, new: 1, future: 1 });
  expect((await fixture.history.check(importId, { intoLocked: true })).counts).toMatchObject({
    locked: 0,
    new: 3,
    future: 1,
  });
});

test('a status for the file, or for each row as the file has it', async () => {
  const sheet = csvOf([
    ['Name', 'Date', 'Start', 'End', 'Approved'],
    ['Sri', '2026-03-02', '09:00', '10:00', 'Yes'],
    ['Sri', '2026-03-02', '10:00', '11:00', 'No'],
    ['Sri', '2026-03-02', '11:00', '12:00', ''],
  ]);
  await fixture.history.importFile(sheet, { status: 'as-in-file' });
  expect((await stored()).map(({ status }) => status)).toEqual(['approved', 'pending', 'approved']);
  const { toDecide } = await fixture.company.approver.ok('GET /companies/{companyId}/counts', {
    companyId: fixture.company.id,
  });
  expect(toDecide).toBe(1);
});

// The same history in two forms is imported once: solidtime writes names and local times into its report, addresses and instants into its
// archive.

import pg from 'pg';
import { expect, test } from 'vitest';
import { applyMigration } from '#server/db/apply-migration.ts';
import { readMigrations } from '#server/db/migration-files.ts';
import { openHistoryFixture } from '../support/history.ts';
import { entry, type SheetEntry, solidtime, solidtimeArchive, toggl } from '../support/time-reports.ts';
import { zipOf } from '../support/xlsx.ts';

const fixture = await openHistoryFixture();
const { app } = fixture;

const hoursOfJakarta = 7;

const local = (instant: string): string =>
  new Date(Date.parse(`${instant}Z`) + hoursOfJakarta * 3_600_000).toISOString().slice(0, 19);

/** The report has the times of the person who exports it, and no addresses. */
const report = (entries: readonly SheetEntry[]): string =>
  solidtime(entries.map((one) => ({ ...one, email: '', start: local(one.start), end: local(one.end) })));

const archive = (entries: readonly SheetEntry[]): Buffer => zipOf(solidtimeArchive(entries));

const sri = { email: 'sri@karya.example' };
const eko = { person: 'Eko Prasetyo', email: 'eko@karya.example' };
/** In UTC, with seconds; one row crosses a midnight of Jakarta, one has neither project nor task. */
const history = [
  entry('2026-03-02T02:00:40', '2026-03-02T04:30:10', { ...sri, notes: 'Line one\n"two", with; all' }),
  entry('2026-03-02T15:00:00', '2026-03-02T19:00:00', sri),
  entry('2026-03-17T06:00:00', '2026-03-17T08:00:00', { ...eko, client: '', project: '', task: '' }),
];

const people = async (): Promise<string[]> => {
  const { rows } = await app.superuser.query<{ name: string }>(
    `select u.name from members m join users u on u.id = m.user_id where m.company_id = $1 and u.email is null order by 1`,
    [fixture.company.id],
  );
  return rows.map(({ name }) => name);
};

const worklogs = async (): Promise<number> => {
  const { rows } = await app.superuser.query<{ count: number }>(
    'select count(*)::int as count from worklogs where company_id = $1',
    [fixture.company.id],
  );
  return rows[0]?.count ?? -1;
};

const countsOf = async (file: string | Buffer) => {
  const { counts } = await fixture.history.check(await fixture.history.read(file));
  return Object.fromEntries(Object.entries(counts).filter(([, rows]) => rows > 0));
};

test('the archive adds nothing after the report', async () => {
  await fixture.history.importFile(report(history));
  expect(await countsOf(archive(history))).toEqual({ known: 3 });
});

test('the report adds nothing after the archive, also where the member has another name', async () => {
  const { worker } = fixture.company;
  const rows = [
    ...history,
    entry('2026-03-18T06:00:00', '2026-03-18T08:00:00', { person: 'W. Acme-Sari', email: worker.email }),
  ];
  await fixture.history.importFile(archive(rows));
  expect(await countsOf(report(rows))).toEqual({ known: 4 });
});

test('both in one import are one history of the same people', async () => {
  const importId = await fixture.history.read(report(history));
  await fixture.history.read(archive(history), { importId });
  const checked = await fixture.history.check(importId);
  expect(checked).toMatchObject({ counts: { new: 3, known: 3 }, creates: { people: 2 } });
  await fixture.history.run(importId);
  expect(await people()).toEqual(['Eko Prasetyo', 'Sri Rahayu']);
  expect(await worklogs()).toBe(3);
  expect(await countsOf(archive(history))).toEqual({ known: 3 });
  expect(await countsOf(report(history))).toEqual({ known: 3 });
});

test('somebody of whom the archive has no address is one person with the address of the same name in it', async () => {
  const importId = await fixture.history.read(report(history.slice(0, 1)));
  await fixture.history.read(archive(history.slice(1)), { importId });
  expect(await fixture.history.check(importId)).toMatchObject({ counts: { new: 3 }, creates: { people: 2 } });
  expect(await fixture.history.run(importId)).toMatchObject({ state: 'imported' });
  expect(await people()).toEqual(['Eko Prasetyo', 'Sri Rahayu']);
});

test('two addresses with the same name are two people, and rows without an address belong to neither', async () => {
  const other = entry('2026-03-20T02:00:00', '2026-03-20T03:00:00', { email: 'sri.rahayu@karya.example' });
  const importId = await fixture.history.read(toggl([...history.slice(0, 1), other]));
  await fixture.history.read(report(history.slice(1, 2)), { importId });
  expect((await fixture.history.check(importId)).creates).toMatchObject({ people: 3 });
});

test('of equal rows each further one is another row, in whatever form', async () => {
  const once = history.slice(0, 1);
  await fixture.history.importFile(report([...once, ...once]), { overlapChoice: 'skip' });
  expect(await worklogs()).toBe(1);
  // The second of the two was left out, so it is still not there.
  expect(await countsOf(archive([...once, ...once, ...once]))).toEqual({ known: 1, overlaps: 2 });
});

test('a row that was shortened is known by the times of its file', async () => {
  const rows = [...history, entry('2026-03-02T04:00:00', '2026-03-02T05:00:00', { ...sri, task: 'Code' })];
  const { counts } = await fixture.history.importFile(report(rows));
  expect(counts).toMatchObject({ new: 3, shortened: 1 });
  expect(await countsOf(archive(rows))).toEqual({ known: 4 });
});

test('a withdrawn worklog is imported again as a new one, which undoing removes; the withdrawn one stays', async () => {
  const { worker, id: companyId } = fixture.company;
  const rows = history.slice(0, 2).map((one) => ({ ...one, email: worker.email }));
  const pending = { status: 'pending' } as const;
  const first = await fixture.history.importFile(archive(rows), pending);
  const listed = async () => (await worker.ok('GET /companies/{companyId}/worklogs', { companyId })).worklogs;
  const [withdrawn] = await listed();
  if (withdrawn === undefined) throw new Error('There are worklogs.');
  const { id: worklogId, version } = withdrawn;
  await worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', { companyId, worklogId, version });

  // In both forms: by what the row says, and by its identity.
  expect(await countsOf(report(rows))).toEqual({ new: 1, known: 1 });
  const again = await fixture.history.importFile(archive(rows), pending);
  expect(again).toMatchObject({ state: 'imported', counts: { new: 1, known: 1 } });
  const restored = await listed();
  expect(restored).toHaveLength(2);
  expect(restored.map(({ id }) => id)).not.toContain(worklogId);
  expect(restored).toContainEqual(
    expect.objectContaining({ startsAt: withdrawn.startsAt, minutes: withdrawn.minutes }),
  );
  expect(await countsOf(archive(rows))).toEqual({ known: 2 });
  expect(await countsOf(report(rows))).toEqual({ known: 2 });

  expect(await fixture.history.undo(first.id)).toMatchObject({ problem: 'history-import.worklogs-changed' });
  expect(await fixture.history.undo(again.id)).toMatchObject({ state: 'undone', problem: null });
  expect(await listed()).toHaveLength(1);
  expect(await countsOf(archive(rows))).toEqual({ new: 1, known: 1 });
});

test('other content, other times and other people are other rows', async () => {
  await fixture.history.importFile(report(history));
  const [first] = history;
  if (first === undefined) throw new Error('There are rows.');
  const others = [
    { ...first, notes: 'Another' },
    { ...first, task: 'Code' },
    { ...first, client: 'Globex' },
    { ...first, end: '2026-03-02T04:31:10' },
    { ...first, ...eko },
  ];
  for (const other of others) expect(await countsOf(archive([other]))).not.toHaveProperty('known');
});

test('rows that were imported before this was recorded are recognised as well', async () => {
  await fixture.history.importFile(report([...history, ...history.slice(1, 2)]), { overlapChoice: 'skip' });
  await app.superuser.query('update imported_worklogs set content = null where company_id = $1', [fixture.company.id]);
  expect(await countsOf(archive(history))).not.toHaveProperty('known');
  await repeatMigration('0081');
  expect(await countsOf(archive(history))).toEqual({ known: 3 });
});

async function repeatMigration(number: string): Promise<void> {
  const migration = readMigrations().find(({ name }) => name.startsWith(number));
  if (migration === undefined) throw new Error(`There is no migration ${number}.`);
  const client = new pg.Client(app.superuser.options);
  await client.connect();
  await client.query('delete from schema_migrations where name = $1', [migration.name]);
  await applyMigration(client, migration, 5);
  await client.end();
}

// Two imports of history at once in one company, and what is seen of a run before it ends.

import { expect, test } from 'vitest';
import { runHistory } from '#server/history-imports/jobs.ts';
import { openHistoryFixture } from '../support/history.ts';
import { entry, kimai, toggl } from '../support/time-reports.ts';

const fixture = await openHistoryFixture();
const { app } = fixture;

const march = ['02', '03', '04'].map((day) => entry(`2026-03-${day}T09:00:00`, `2026-03-${day}T10:00:00`));
const april = [entry('2026-04-01T09:00:00', '2026-04-01T10:00:00', { person: 'Eko Prasetyo' })];

const readAndCheck = async (file: string): Promise<string> => {
  const importId = await fixture.history.read(file);
  await fixture.history.check(importId);
  return importId;
};

const run = (importId: string): Promise<void> =>
  runHistory(app.database.ownerPool, {
    companyId: fixture.company.id,
    importId,
    actorId: fixture.company.admin.userId,
  });

const start = (importId: string) =>
  fixture.company.admin.ok('POST /companies/{companyId}/history-imports/{importId}/run', {
    companyId: fixture.company.id,
    importId,
  });

const worklogs = async (): Promise<number> => {
  const { rows } = await app.superuser.query<{ count: number }>(
    'select count(*)::int as count from worklogs where company_id = $1',
    [fixture.company.id],
  );
  return rows[0]?.count ?? -1;
};

test('of two imports of the same rows one imports them, and the other finds them and imports nothing', async () => {
  const imports = [await readAndCheck(toggl(march)), await readAndCheck(toggl([...march, ...april]))];
  for (const importId of imports) await start(importId);
  await Promise.all(imports.map(run));
  const [one, other] = await Promise.all(imports.map((importId) => fixture.history.details(importId)));
  const states = [one?.state, other?.state].toSorted();
  expect(states).toEqual(['checked', 'imported']);
  const late = one?.state === 'checked' ? one : other;
  expect(late).toMatchObject({ problem: 'history-import.changed-since-check', counts: { known: 3 } });
  expect(await worklogs()).toBe(late === one ? 4 : 3);
});

test('two imports that have nothing in common are both imported', async () => {
  const others = april.map((one) => ({ ...one, client: 'Globex', project: 'App' }));
  const imports = [await readAndCheck(toggl(march)), await readAndCheck(kimai(others))];
  for (const importId of imports) await start(importId);
  await Promise.all(imports.map(run));
  for (const importId of imports)
    expect(await fixture.history.details(importId)).toMatchObject({ state: 'imported', problem: null });
  expect(await worklogs()).toBe(4);
});

test('two imports that create the same person and project create each once', async () => {
  const later = march.map((one) => ({
    ...one,
    start: one.start.replace('03-', '05-'),
    end: one.end.replace('03-', '05-'),
  }));
  const imports = [await readAndCheck(toggl(march)), await readAndCheck(toggl(later))];
  for (const importId of imports) await start(importId);
  await Promise.all(imports.map(run));
  const { rows } = await app.superuser.query(
    `select (select count(*)::int from projects where company_id = $1 and name = 'Website') as projects,
       (select count(*)::int from members m join users u on u.id = m.user_id where m.company_id = $1 and u.name = 'Sri Rahayu') as people`,
    [fixture.company.id],
  );
  expect(rows).toEqual([{ projects: 1, people: 1 }]);
  // The later one was checked before the person was there, so its result differs and is shown first.
  const states = await Promise.all(imports.map(async (importId) => (await fixture.history.details(importId)).state));
  expect(states.toSorted()).toEqual(['checked', 'imported']);
});

test('a run shows how much it has written before anything of it is there', { timeout: 120_000 }, async () => {
  const people = Array.from({ length: 44 }, (_, index) => `Person ${index}`);
  const rows = people.flatMap((person) => minuteAfterMinute(240).map(([from, to]) => entry(from, to, { person })));
  const importId = await readAndCheck(toggl(rows));
  await start(importId);
  const blocking = await app.superuser.connect();
  // Another transaction has the last row and does not end: the run has to wait for it, after its first slice.
  await blocking.query('begin');
  await blocking.query('set local session_replication_role = replica');
  await blocking.query(
    `insert into imported_worklogs (company_id, worklog_id, import_id, identity)
     select company_id, gen_random_uuid(), import_id, identity from history_rows where company_id = $1 and import_id = $2
     order by day desc, line desc limit 1`,
    [fixture.company.id, importId],
  );
  const running = run(importId);
  await expect
    .poll(() => fixture.history.details(importId), { timeout: 100_000, interval: 200 })
    .toMatchObject({ state: 'running', done: 10_000, mayUndo: false });
  expect(await worklogs()).toBe(0);
  await blocking.query('rollback');
  blocking.release();
  await running;
  expect(await fixture.history.details(importId)).toMatchObject({
    state: 'imported',
    done: 0,
    counts: { new: rows.length },
  });
  expect(await worklogs()).toBe(rows.length);
});

/** Starts and ends, from nine o'clock on. */
function minuteAfterMinute(count: number): [from: string, to: string][] {
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString().slice(0, 19);
  return Array.from({ length: count }, (_, index) => [at(index), at(index + 1)]);
}

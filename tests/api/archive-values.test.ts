// A48: archives with values that no request could have stored, which screens and jobs could not read. Each is refused before anything is
// written, for admins and operators alike, and the refusal names the table, the row and the column.

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { importBy, sendArchive } from '../support/archive-requests.ts';
import { exportFrom, importInto, refusedImport, startFilledCompany, tablesOf, withCells } from '../support/archives.ts';
import { companyWithSeats, foundTestCompany, submitDay, type TestCompany } from '../support/company.ts';
import { testFolder } from '../support/test-folder.ts';
import { companyVersion } from '../support/versions.ts';

const folder = testFolder('archive-values');
let source: TestApp;
let company: TestCompany;
let file: string;
let app: TestApp;
let target: { id: string; admin: Actor };

beforeAll(async () => {
  ({ app: source, company } = await startFilledCompany());
  file = await exportFrom(source, company.id, folder);
  app = await startTestApp();
  target = await companyWithSeats(app, 20);
});
afterAll(async () => {
  await source.close();
  await app.close();
  rmSync(folder, { recursive: true });
});

const totalsOf = (minutes: unknown, currency = 'EUR') =>
  JSON.stringify({ [company.worker.userId]: { minutes, expenses: [{ amountMinor: 1, currency }] } });

/** Table, column and what a forger writes there. */
const unreadable: [string, string, ...(string | (() => string))[]][] = [
  ['companies', 'time_zone', 'CEST', 'Nowhere/Land', 'FOO-5', 'posix/Europe/Berlin', '+02:00', ''],
  ['companies', 'currency', 'ZZZ'],
  ['companies', 'locked_until', '9999-12-31', 'infinity', '20260-01-01', '0044-03-15 BC', '1969-12-31'],
  ['companies', 'version', '2147483647', '0'],
  ['users', 'email', 'not an address'],
  ['users', 'created_at', '-infinity'],
  ['members', 'joined_at', 'infinity'],
  ['invites', 'email', 'not an address'],
  ['projects', 'budget_minor', '9007199254740993'],
  ['worklogs', 'zone', 'Nowhere/Land', ''],
  ['worklogs', 'currency', 'ZZZ'],
  ['worklogs', 'submitted_at', 'infinity', '290000-01-01 00:00:00+00'],
  ['timers', 'zone', 'CEST'],
  ['history_imports', 'zone', 'CEST'],
  ['history_imports', 'counts', '{"new":"many"}', '5'],
  ['history_imports', 'questions', '{"zone":{"rows":1,"examples":"all"}}'],
  ['history_imports', 'named_columns', '{"x":"person:a"}'],
  ['saved_reports', 'filter', '"x"', 'null', '{"unknown":[1]}', '{"workerIds":["not-an-id"]}'],
  ['saved_reports', 'group_by', '["nonsense"]', '{}'],
  ['payroll_exports', 'worker_ids', '{"a":1}', '["not-an-id"]'],
  ['payroll_exports', 'totals', '"x"', 'null', () => totalsOf('abc'), () => totalsOf(1e300), () => totalsOf(1, 'nope')],
  ['worklog_events', 'changes', '"x"', '{"notes":5}', '{"startsAt":{"from":"x","to":null}}'],
  ['worklog_events', 'row_values', '"x"', '{"day":"2026-02-30"}', '{"currency":"nope"}', '{"zone":"CEST"}'],
  ['worklog_events', 'notes', () => Array.from({ length: 900 }, () => Math.random()).join('')],
];

const cases = unreadable.flatMap(([table, column, ...values]) =>
  values.map((value) => [table, column, String(value).slice(0, 40), value] as const),
);

describe('a value that cannot be read is refused', () => {
  test.each(cases)('%s, %s: %s', async (table, column, _, value) => {
    const written = typeof value === 'string' ? value : value();
    const forged = withCells(file, table, (_row, index) => (index === 0 ? { [column]: written } : {}));
    const { status, problem } = await sendArchive(target.admin, target.id, forged);
    expect([status, problem?.code]).toEqual([422, 'archive.wrong-value']);
    const [field] = problem?.errors ?? [];
    expect(field?.message).toMatch(
      new RegExp(`^Nothing was imported: row 1 of \\S*tables/${table}\\.csv\\S* .* \\S*${column}\\S* that`),
    );
    expect(await refusedImport(app, forged)).toMatch(new RegExp(`tables/${table}\\.csv, row 1, column ${column}: `));
  });
});

describe('the day of a worklog', () => {
  /** From 01:00 to 02:00 UTC of the third. */
  const onDay = (day: string) =>
    withCells(file, 'worklogs', ({ starts_at: start }) =>
      start === null
        ? {}
        : {
            day,
            starts_at: '2026-03-03 01:00:00+00',
            ends_at: '2026-03-03 02:00:00+00',
            minutes: '60',
            allows_overlap: 't',
          },
    );

  test.each(['2026-03-01', '2026-03-04', '2025-03-03'])(
    'is refused where its start is on it in no time zone: %s',
    async (day) => {
      expect(await refusedImport(app, onDay(day))).toMatch(/tables\/worklogs\.csv, row \d, column day: /);
    },
  );

  test.each(['2026-03-02', '2026-03-03'])(
    'may be that of another zone, which the company had before: %s',
    async (day) => {
      const { id, admin } = await companyWithSeats(app, 20);
      expect(await importBy(admin, id, onDay(day))).toMatchObject({ worklogs: 5 });
    },
  );
});

describe('what a company can contain is imported', () => {
  test('days that stayed when the company moved to the other side of the date line, and an alias of a zone', async () => {
    const moved = await foundTestCompany(source, { canary: 'Moved', timeZone: 'Pacific/Kiritimati' });
    await submitDay(moved, moved.worker, '2026-03-03', '00:00', '01:00');
    for (const timeZone of ['Pacific/Pago_Pago', 'Asia/Calcutta'])
      await moved.admin.ok('PATCH /companies/{companyId}', {
        companyId: moved.id,
        version: await companyVersion(moved.admin, moved.id),
        timeZone,
      });
    const archive = await exportFrom(source, moved.id, folder);
    const other = await startTestApp();
    await importInto(other, archive);
    expect((await tablesOf(other, moved.id)).worklogs).toBe((await tablesOf(source, moved.id)).worklogs);
    await other.close();
  });

  test('the first and the last day that the product knows', async () => {
    const { id, admin } = await companyWithSeats(app, 20);
    const first = withCells(file, 'projects', () => ({ starts_on: '1970-01-01', ends_on: '2199-12-31' }));
    expect(await importBy(admin, id, first)).toMatchObject({ projects: 4 });
  });
});

test('what was imported can be read by its admin', async () => {
  const { id, admin } = await companyWithSeats(app, 20);
  await importBy(admin, id, file);
  const { worklogs } = await admin.ok('GET /companies/{companyId}/worklogs', { companyId: id });
  expect(worklogs).toHaveLength(5);
  const paths = [...screens, ...worklogs.map((worklog) => `/worklogs/${worklog.id}`)];
  const statuses = [];
  for (const path of paths) {
    const { status } = await admin.send('GET', `${apiPrefix}/companies/${id}${path}`);
    statuses.push([path, status]);
  }
  expect(statuses).toEqual(paths.map((path) => [path, 200]));
  expect((await admin.send('GET', `${apiPrefix}/session`)).status).toBe(200);
});

const screens = [
  '',
  '/worklogs',
  '/projects',
  '/dashboard',
  '/members',
  '/invites',
  '/saved-reports',
  '/history-imports',
  '/audit-events',
  '/events',
  '/payroll?from=2026-03-01&to=2026-03-31',
];

test('an import that was committed is not answered with "nothing was changed", although the answer fails', async () => {
  const other = await startTestApp();
  const { id, admin } = await companyWithSeats(other, 20);
  // As a database that a later release wrote: a time zone that this one does not know.
  await other.superuser.query(`
    create function unknown_zone() returns trigger language plpgsql as $$ begin new.time_zone := 'CEST'; return new; end $$`);
  await other.superuser.query(
    'create trigger unknown_zone before update of time_zone on companies for each row execute function unknown_zone()',
  );
  const { status, problem } = await sendArchive(admin, id, file);
  expect([status, problem?.code]).toEqual([500, 'server.unconfirmed']);
  expect(problem?.detail).not.toMatch(/nothing was changed/i);
  const { rows } = await other.superuser.query('select count(*)::int as worklogs from worklogs where company_id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ worklogs: 5 }]);
  await other.close();
});

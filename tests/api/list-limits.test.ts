// Lists without pages never have more rows than the OpenAPI document says, even under concurrent inserts.

import { afterAll, expect, test } from 'vitest';
import { maxListedOwnInvites } from '#domain/invites.ts';
import { maxSavedReports, maxSharedReports } from '#domain/saved-reports.ts';
import { maxSessions } from '#domain/sessions.ts';
import { maxListedStandIns } from '#domain/stand-ins.ts';
import { testPassword } from '../support/app.ts';
import { hire, startOneCompany } from '../support/company.ts';

const { app, company } = await startOneCompany();
afterAll(() => app.close());

test('when a session is created beyond the maximum, the least recently used one ends', async () => {
  const person = await app.person();
  await app.superuser.query(
    `insert into sessions (id, user_id, token, expires_at, updated_at)
     select gen_random_uuid(), $1, gen_random_uuid()::text, now() + interval '9 days', now() - n * interval '1 hour'
     from generate_series(1, $2::int) n`,
    [person.userId, maxSessions + 20],
  );
  const { sessions } = await person.ok('GET /account/sessions', {});
  expect(sessions).toHaveLength(maxSessions);
  const browser = app.visitor();
  await browser.ok('POST /sign-in', { email: person.email, password: testPassword });
  const { rows } = await app.superuser.query<{ hours: number }>(
    'select extract(epoch from now() - updated_at)::int / 3600 as hours from sessions where user_id = $1 order by 1',
    [person.userId],
  );
  // The current session, the first one, and those of the last hours.
  expect(rows.map(({ hours }) => hours)).toEqual([0, 0, ...Array.from({ length: maxSessions - 2 }, (_, n) => n + 1)]);
  expect((await browser.ok('GET /account/sessions', {})).sessions).toHaveLength(maxSessions);
  expect((await person.ok('GET /session', {})).user).not.toBeNull();
});

test('invites to one person: the newest are listed, and the others after those are answered', async () => {
  const person = await app.person();
  await app.superuser.query(
    `with founded as (
       insert into companies (id, name, time_zone, currency)
       select gen_random_uuid(), 'Of ' || n, 'UTC', 'IDR' from generate_series(1, $3::int) n returning id),
     joined as (insert into members (company_id, user_id, role) select id, $2, 'company admin' from founded)
     insert into invites (company_id, id, email, role, invited_by, sent_at, expires_at)
     select id, gen_random_uuid(), $1, 'worker', $2, now(), now() + interval '5 days' from founded`,
    [person.email, company.admin.userId, maxListedOwnInvites + 5],
  );
  const own = async () => (await person.ok('GET /invites', {})).invites;
  const first = await own();
  expect(first).toHaveLength(maxListedOwnInvites);
  for (const { id } of first.slice(0, 5)) await person.ok('POST /invites/{inviteId}/decline', { inviteId: id });
  const seen = new Set([...first, ...(await own())].map(({ id }) => id));
  expect(seen.size).toBe(maxListedOwnInvites + 5);
});

test('stand-ins: the earliest ones are listed', async () => {
  const approver = await hire(app, company.admin, company.id, 'timesheet approver', 'Approver');
  const other = await hire(app, company.admin, company.id, 'manager', 'Other');
  await app.superuser.query(
    `insert into stand_ins (company_id, id, approver_id, stand_in_id, from_day, to_day)
     select $1, gen_random_uuid(), $2, $3, current_date + n, current_date + n from generate_series(1, $4::int) n`,
    [company.id, approver.userId, other.userId, maxListedStandIns + 3],
  );
  const listed = (actor: typeof other) => actor.ok('GET /companies/{companyId}/stand-ins', { companyId: company.id });
  const { delegates } = await listed(approver);
  const { delegators } = await listed(other);
  expect([delegates.length, delegators.length]).toEqual([maxListedStandIns, maxListedStandIns]);
  expect(delegates.map(({ fromDay }) => fromDay)).toEqual(delegates.map(({ fromDay }) => fromDay).toSorted());
});

test('shared reports of a company: the maximum also applies to changes and to concurrent requests', async () => {
  const insert = (owner: string, count: number, isShared: boolean) =>
    app.superuser.query(
      `insert into saved_reports (company_id, id, owner_id, name, view, range, is_shared)
       select $1, gen_random_uuid(), $2, gen_random_uuid()::text, 'breakdown', 'this-week', $4 from generate_series(1, $3::int)`,
      [company.id, owner, count, isShared],
    );
  const path = 'POST /companies/{companyId}/saved-reports';
  const report = (isShared: boolean) => ({
    companyId: company.id,
    name: crypto.randomUUID(),
    view: 'breakdown' as const,
    range: 'this-week' as const,
    filter: {},
    isShared,
  });
  await insert(company.admin.userId, maxSharedReports - 1, true);
  const reader = await hire(app, company.admin, company.id, 'reviewer', 'Reader');
  const codes = await Promise.all([reader.codeOf(path, report(true)), reader.codeOf(path, report(true))]);
  expect(codes.toSorted()).toEqual(['allowed', 'saved-report.too-many-shared']);
  const own = await reader.ok(path, report(false));
  const change = { companyId: company.id, reportId: own.id, version: own.version };
  const changing = 'PATCH /companies/{companyId}/saved-reports/{reportId}';
  expect(await reader.codeOf(changing, { ...change, isShared: true })).toBe('saved-report.too-many-shared');
  expect(await reader.codeOf(changing, { ...change, name: 'Still mine' })).toBe('allowed');
  await insert(reader.userId, maxSavedReports - 2, false);
  const { reports } = await reader.ok('GET /companies/{companyId}/saved-reports', { companyId: company.id });
  expect(reports).toHaveLength(maxSharedReports + maxSavedReports - 1);
});

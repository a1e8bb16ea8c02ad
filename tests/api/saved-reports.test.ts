// Saved reports: named filters, private or shared, and each reader's settings for them.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { personalData } from '#contract/personal-data.ts';
import { dayOf } from '#domain/calendar.ts';
import { periodPresets } from '#domain/period-presets.ts';
import { previousPeriod } from '#domain/report-ranges.ts';
import { maxSavedFilterIds, maxSavedReports } from '#domain/saved-reports.ts';
import { type Actor, type Input, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { foundTestCompany, hire, type TestCompany } from '../support/company.ts';
import { untilWaiting, withOpenTransaction } from '../support/concurrent-transaction.ts';

let app: TestApp;
let ours: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  ours = await foundTestCompany(app);
  await ours.admin.ok('PUT /companies/{companyId}/seats', { companyId: ours.id, seats: 50 });
});
afterAll(() => app.close());

type Saved = Partial<Input<'POST /companies/{companyId}/saved-reports'>>;

const wanted = (rest: Saved): Input<'POST /companies/{companyId}/saved-reports'> => ({
  companyId: ours.id,
  name: 'A report',
  view: 'worklogs',
  range: 'last-month',
  filter: {},
  ...rest,
});

const save = (actor: Actor, rest: Saved = {}) => actor.ok('POST /companies/{companyId}/saved-reports', wanted(rest));
const listed = async (actor: Actor) =>
  (await actor.ok('GET /companies/{companyId}/saved-reports', { companyId: ours.id })).reports;
const change = (
  actor: Actor,
  reportId: string,
  rest: Partial<Input<'PATCH /companies/{companyId}/saved-reports/{reportId}'>>,
) =>
  actor.call('PATCH /companies/{companyId}/saved-reports/{reportId}', {
    companyId: ours.id,
    reportId,
    version: 1,
    ...rest,
  });
const choose = (
  actor: Actor,
  reportId: string,
  rest: Partial<Input<'PATCH /companies/{companyId}/saved-reports/{reportId}/choices'>>,
) =>
  actor.call('PATCH /companies/{companyId}/saved-reports/{reportId}/choices', {
    companyId: ours.id,
    reportId,
    ...rest,
  });
const remove = (actor: Actor, reportId: string) =>
  actor.call('DELETE /companies/{companyId}/saved-reports/{reportId}', { companyId: ours.id, reportId });

test('The rows of a saved report are those that were chosen, all different', async () => {
  const { groupBy } = await save(ours.admin, { name: 'By worker', groupBy: ['worker', 'day'] });
  expect(groupBy).toEqual(['worker', 'day']);
  const usual = await save(ours.admin, { name: 'As usual' });
  expect(usual.groupBy).toEqual([]);
  const changed = await change(ours.admin, usual.id, { groupBy: ['status'] });
  expect(changed.body).toMatchObject({ name: 'As usual', groupBy: ['status'] });
  const twice = await change(ours.admin, usual.id, { version: 2, groupBy: ['status', 'status'] });
  expect(twice.problem?.errors).toMatchObject([{ path: 'groupBy', code: 'field.invalid' }]);
});

test('A payroll has only the days and the workers of its filter, also if more was saved', async () => {
  const filter = { workerIds: [ours.admin.userId], projectIds: [ours.id], isBillable: true };
  const { id } = await save(ours.admin, { name: 'Wages', view: 'payroll', filter });
  const saved = (await listed(ours.admin)).find((one) => one.id === id);
  expect(saved?.filter).toEqual({ workerIds: [ours.admin.userId] });
});

const newcomer = (role: 'worker' | 'manager' | 'company admin' = 'worker') =>
  hire(app, ours.admin, ours.id, role, 'Newcomer');

describe('a saved report', () => {
  test('stores its filter and its days, and is listed with the pinned ones first', async () => {
    const person = await newcomer();
    const filter = { projectIds: [ours.project.id], statuses: ['approved' as const], kinds: ['timed' as const] };
    const first = await save(person, { name: 'b moving', filter });
    const second = await save(person, { name: 'A fixed', range: 'days', from: '2026-02-01', to: '2026-02-14' });
    expect(first).toMatchObject({
      filter,
      range: 'last-month',
      from: null,
      isOwn: true,
      mail: 'never',
      actions: { change: true },
    });
    expect(first.days.to < dayOf(new Date(), 'Asia/Jakarta')).toBe(true);
    expect(second.days).toEqual({ from: '2026-02-01', to: '2026-02-14' });
    expect((await listed(person)).map(({ name }) => name)).toEqual(['A fixed', 'b moving']);
    await choose(person, first.id, { isPinned: true });
    expect((await listed(person)).map(({ name }) => name)).toEqual(['b moving', 'A fixed']);
    expect((await change(person, second.id, { range: 'this-week' })).body).toMatchObject({
      range: 'this-week',
      from: null,
      version: 2,
    });
  });

  test('accepts every relative period', async () => {
    const person = await newcomer();
    for (const range of periodPresets) await save(person, { name: range, range });
    const days = new Map((await listed(person)).map((saved) => [saved.range, saved.days]));
    expect([...days.keys()].toSorted()).toEqual(periodPresets.toSorted());
    const { from, to } = days.get('this-quarter') ?? { from: '', to: '' };
    expect(days.get('last-quarter')).toEqual(previousPeriod({ from, to }));
    expect(from.slice(5)).toMatch(/^(01|04|07|10)-01$/);
  });

  test('is refused with invalid days, a name in use, or an old version', async () => {
    const person = await newcomer();
    const refusal = async (rest: Saved) => {
      const { problem } = await person.call('POST /companies/{companyId}/saved-reports', wanted(rest));
      return [problem?.code, problem?.errors?.[0]?.path];
    };
    expect(await refusal({ range: 'days' })).toEqual(['field.required', 'from']);
    expect(await refusal({ range: 'days', from: '2026-02-01' })).toEqual(['field.required', 'to']);
    expect(await refusal({ range: 'days', from: '2026-02-02', to: '2026-02-01' })).toEqual(['range.backwards', 'to']);
    expect(await refusal({ from: '2026-02-02' })).toEqual(['field.unknown', 'from']);
    expect(await refusal({ name: '  ' })).toEqual(['field.required', 'name']);
    const { id } = await save(person, { name: 'Mine' });
    expect(await refusal({ name: 'MINE' })).toEqual(['saved-report.name-taken', 'name']);
    await save(ours.worker, { name: 'Mine' });
    const other = await save(person, { name: 'Other' });
    expect((await change(person, other.id, { name: 'mine' })).problem?.code).toBe('saved-report.name-taken');
    const both = await Promise.all(['One', 'Two'].map((name) => change(person, id, { name })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.problem).toMatchObject({
      code: 'saved-report.changed-since-seen',
      version: 2,
    });
  });

  test('has a maximum number of ids, as every list of reports contains them', async () => {
    const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());
    const filter = { projectIds: ids(maxSavedFilterIds - 1), workerIds: ids(1) };
    const { id } = await save(ours.admin, { name: 'Named one by one', filter });
    const tooMany = { ...filter, taskIds: ids(1) };
    const refusals = [
      await ours.admin.call('POST /companies/{companyId}/saved-reports', wanted({ name: 'More', filter: tooMany })),
      await change(ours.admin, id, { filter: tooMany }),
    ];
    for (const { problem } of refusals)
      expect(problem?.errors).toMatchObject([{ path: 'filter', code: 'field.too-many' }]);
  });

  test('is one of a maximum number', async () => {
    const person = await newcomer();
    await app.superuser.query(
      `insert into saved_reports (company_id, id, owner_id, name, view, range, is_shared)
       select $1, gen_random_uuid(), $2, 'Report ' || n, 'worklogs', 'this-week', false from generate_series(1, $3) n`,
      [ours.id, person.userId, maxSavedReports - 1],
    );
    const saveOf = (name: string) => person.codeOf('POST /companies/{companyId}/saved-reports', wanted({ name }));
    // Neither is saved before both have begun.
    const tableLock = ['lock table saved_reports in share mode', []] as const;
    const codes = await withOpenTransaction(app, [tableLock], () => Promise.all(['A', 'B'].map(saveOf)), 2);
    expect(codes.toSorted()).toEqual(['allowed', 'saved-report.too-many']);
  });

  test('is locked after the company, so that sharing it while the account is closed is no deadlock', async () => {
    const { id } = await save(ours.admin, { name: 'Locked later' });
    const other = await app.superuser.connect();
    await other.query('begin');
    await other.query('select from companies where id = $1 for no key update', [ours.id]);
    const shared = change(ours.admin, id, { isShared: true });
    await untilWaiting(app.superuser, 1);
    const { rowCount } = await other.query('select from saved_reports where id = $1 for update skip locked', [id]);
    await other.query('commit');
    other.release();
    expect(rowCount).toBe(1);
    expect((await shared).status).toBe(200);
  });
});

describe('sharing', () => {
  test('lets others use and subscribe to it, but not change it; a private one does not exist for them', async () => {
    const [owner, reader] = [await newcomer('manager'), await newcomer()];
    const hidden = await save(owner, { name: 'Private' });
    const shared = await save(owner, { name: 'Shared', isShared: true, isPinned: true, mail: 'weekly' });
    const seen = await listed(reader);
    expect(seen.map(({ id }) => id)).toContain(shared.id);
    expect(seen.map(({ id }) => id)).not.toContain(hidden.id);
    expect(seen.find(({ id }) => id === shared.id)).toMatchObject({
      isOwn: false,
      ownerName: 'Newcomer',
      isPinned: false,
      mail: 'never',
      actions: { change: 'saved-report.not-own' },
    });
    expect((await choose(reader, shared.id, { mail: 'monthly', mailFormat: 'link' })).body).toMatchObject({
      mail: 'monthly',
    });
    expect((await listed(owner)).find(({ id }) => id === shared.id)).toMatchObject({ isPinned: true, mail: 'weekly' });
    for (const actor of [reader, ours.admin]) {
      expect((await change(actor, hidden.id, { name: 'Seen' })).problem?.code).toBe('saved-report.missing');
      expect((await choose(actor, hidden.id, { isPinned: true })).problem?.code).toBe('saved-report.missing');
      expect((await remove(actor, hidden.id)).problem?.code).toBe('saved-report.missing');
    }
    expect((await change(reader, shared.id, { name: 'Taken' })).problem?.code).toBe('saved-report.not-own');
    expect((await remove(reader, shared.id)).problem?.code).toBe('saved-report.not-own');
    expect((await change(ours.admin, shared.id, { name: 'By the admin' })).body).toMatchObject({
      name: 'By the admin',
      isOwn: false,
    });
  });

  test('ends for everybody else when it is revoked', async () => {
    const [owner, reader] = [await newcomer(), await newcomer()];
    const { id } = await save(owner, { name: 'Open', isShared: true });
    await choose(reader, id, { isPinned: true, mail: 'weekly' });
    // It would disappear for that admin too, so an admin can only delete it or leave it shared.
    expect((await change(ours.admin, id, { isShared: false })).problem?.code).toBe('saved-report.not-own');
    expect((await listed(reader)).map((report) => report.id)).toContain(id);
    await change(owner, id, { isShared: false });
    expect((await listed(reader)).map((report) => report.id)).not.toContain(id);
    const { rows } = await app.superuser.query('select from saved_report_choices where report_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  test('continues when the owner is deactivated or deleted; private reports are deleted with the account', async () => {
    const owner = await newcomer();
    const shared = await save(owner, { name: 'Stays', isShared: true });
    await save(owner, { name: 'Goes', isPinned: true });
    await choose(owner, shared.id, { isPinned: true });
    const file = personalData.parse(JSON.parse((await owner.send('GET', `${apiPrefix}/account/download`)).text));
    const kept = file.memberships[0];
    expect(kept?.savedReports.map(({ name, isShared }) => [name, isShared])).toEqual([
      ['Stays', true],
      ['Goes', false],
    ]);
    expect(kept?.reportChoices).toHaveLength(2);
    await owner.ok('POST /account/closing', { currentPassword: testPassword });
    const { rows } = await app.superuser.query<{ name: string }>('select name from saved_reports where owner_id = $1', [
      owner.userId,
    ]);
    expect(rows).toEqual([{ name: 'Stays' }]);
    const choices = await app.superuser.query('select from saved_report_choices where user_id = $1', [owner.userId]);
    expect(choices.rows).toEqual([]);
    expect((await remove(ours.admin, shared.id)).status).toBe(204);
  });
});

test('subscribing again resumes the mails after all of them were unsubscribed', async () => {
  const person = await newcomer();
  await person.ok('PATCH /account/emails', { kind: 'report', isWanted: false });
  const { id } = await save(person, { name: 'Quiet' });
  const isWanted = async () =>
    (await person.ok('GET /account/emails', {})).emails.find(({ kind }) => kind === 'report')?.isWanted;
  await choose(person, id, { isPinned: true });
  expect(await isWanted()).toBe(false);
  await choose(person, id, { mail: 'weekly' });
  expect(await isWanted()).toBe(true);
});

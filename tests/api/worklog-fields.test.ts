// Validation of worklogs: times and zones, amounts, overlaps, company policies, and all invalid fields reported at once.
// Cases A11, A15, A44 of docs/attack-cases.md.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Input, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, setPolicies, type TestCompany } from '../support/company.ts';
import { fingerprint } from '../support/principals.ts';
import { projectVersion } from '../support/versions.ts';

type Entry = Partial<Input<'POST /companies/{companyId}/worklogs'>>;

let app: TestApp;
let jakarta: TestCompany;
let berlin: TestCompany;

beforeAll(async () => {
  app = await startTestApp();
  jakarta = await foundTestCompany(app);
  berlin = await foundTestCompany(app, { canary: 'Berliner', timeZone: 'Europe/Berlin' });
});
afterAll(() => app.close());

const submit = (entry: Entry, company = jakarta, actor = company.worker) =>
  actor.call('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId: company.project.timedTaskId,
    ...entry,
  });

/** Expects a refusal that changed nothing; returns "path code" for each error. */
async function refusedWith(entry: Entry, company = jakarta): Promise<string[]> {
  const before = await fingerprint(app);
  const { problem } = await submit(entry, company);
  expect(await fingerprint(app)).toBe(before);
  return (problem?.errors ?? [{ path: '', code: problem?.code ?? 'allowed' }]).map(
    ({ path, code }) => `${path} ${code}`,
  );
}

const on = (day: string, from: string, to: string, rest: Entry = {}): Entry => ({
  start: `${day}T${from}`,
  end: `${day}T${to}`,
  ...rest,
});
const expense = (rest: Entry, company = jakarta): Entry => ({ taskId: company.project.expenseTaskId, ...rest });

describe('times', () => {
  test('a night shift is one worklog of its start day, with its elapsed duration', async () => {
    const { body } = await submit({ start: '2026-03-02T22:00', end: '2026-03-03T06:30' });
    expect(body).toMatchObject({ day: '2026-03-02', minutes: 510, startsAt: '2026-03-02T15:00:00.000Z' });
  });

  test.each([
    ['the clocks go forward', '2026-03-28T22:00', '2026-03-29T06:00', 420],
    ['the clocks go back', '2026-10-24T22:00', '2026-10-25T06:00', 540],
  ])('a shift during the night in which %s has its elapsed duration', async (_, start, end, minutes) => {
    expect((await submit({ start, end }, berlin)).body).toMatchObject({ minutes, zone: 'Europe/Berlin' });
  });

  test('a time that the clocks skip is refused with the nearest valid ones', async () => {
    const { problem } = await submit(on('2026-03-29', '02:30', '07:00'), berlin);
    expect(problem?.errors).toEqual([
      {
        path: 'start',
        code: 'worklog.time-missing-in-zone',
        message: 'The clocks skip this time on that day. The nearest times are 01:30 and 03:30.',
      },
    ]);
  });

  test('an ambiguous time requires a choice, and accepts it', async () => {
    const twice = on('2025-10-26', '02:30', '07:00');
    const { problem } = await submit(twice, berlin);
    expect(problem).toMatchObject({ code: 'worklog.time-twice-in-zone', offsets: ['+02:00', '+01:00'] });
    expect((await submit({ ...twice, startOffset: '+05:00' }, berlin)).problem?.code).toBe(
      'worklog.time-twice-in-zone',
    );
    const { body } = await submit({ ...twice, startOffset: '+01:00' }, berlin);
    expect(body).toMatchObject({ startsAt: '2025-10-26T01:30:00.000Z', minutes: 270 });
  });

  test('times may be entered in another zone; the day is in the company’s zone', async () => {
    const { body } = await submit({ ...on('2026-03-04', '20:00', '21:00'), zone: 'Europe/Berlin' });
    expect(body).toMatchObject({ zone: 'Europe/Berlin', day: '2026-03-05', startsAt: '2026-03-04T19:00:00.000Z' });
  });

  test('the end must be after the start, with the message of the specification, in both languages', async () => {
    const entry = on('2026-03-06', '12:00', '12:00');
    const { problem } = await submit(entry);
    expect(problem).toMatchObject({
      status: 422,
      errors: [{ path: 'end', code: 'worklog.end-before-start', message: 'End date must be after start date.' }],
    });
    const inIndonesian = await jakarta.worker.call(
      'POST /companies/{companyId}/worklogs',
      { companyId: jakarta.id, taskId: jakarta.project.timedTaskId, ...entry },
      { 'accept-language': 'id-ID,id;q=0.9,en;q=0.8' },
    );
    expect(inIndonesian.problem?.errors?.[0]?.message).not.toBe('End date must be after start date.');
  });

  test('the maximum is 24 hours, and the end of today unless the policy allows the future', async () => {
    expect(await refusedWith({ start: '2026-03-07T08:00', end: '2026-03-08T08:01' })).toEqual(['end worklog.too-long']);
    const tomorrow = new Date(Date.now() + 31 * 60 * 60_000).toISOString().slice(0, 10);
    expect(await refusedWith(on(tomorrow, '08:00', '09:00'))).toEqual(['end worklog.in-future']);
    expect(await refusedWith(expense({ day: tomorrow, amount: '1' }))).toEqual(['day worklog.in-future']);
    await policy({ allowFuture: true });
    expect((await submit(on(tomorrow, '08:00', '09:00'))).status).toBe(200);
    await policy({ allowFuture: false });
  });
});

const policy = (
  fields: Omit<Input<'PATCH /companies/{companyId}'>, 'companyId' | 'version'>,
  { admin, id: companyId } = jakarta,
) => setPolicies(admin, companyId, fields);

describe('wrong fields', () => {
  test('are named together, and nothing is saved partially (A11)', async () => {
    await policy({ requireNotes: true, lockedUntil: '2026-01-31' });
    expect(await refusedWith({ ...on('2026-01-15', '12:00', '08:00'), amount: '1,50', notes: ' \u200b' })).toEqual([
      'amount field.invalid',
      'end worklog.end-before-start',
      'start worklog.period-locked',
      'notes worklog.notes-required',
    ]);
    await policy({ requireNotes: false, lockedUntil: null });
    expect(
      await refusedWith({
        start: 'yesterday',
        end: '2026-02-30T10:00',
        notes: 'x'.repeat(5_001),
        amount: '1'.repeat(31),
      }),
    ).toEqual(['start field.invalid-date', 'end field.invalid-date', 'amount field.too-long', 'notes field.too-long']);
    expect(await refusedWith({})).toEqual(['start field.required', 'end field.required']);
  });

  test.each([
    [
      'an expense with times',
      { day: '2026-03-09', amount: '5', ...on('2026-03-09', '08:00', '09:00') },
      'start worklog.time-not-allowed',
    ],
    ['an expense without amount', { day: '2026-03-09' }, 'amount worklog.amount-required'],
    ['an expense of nothing', { day: '2026-03-09', amount: '0' }, 'amount worklog.amount-required'],
    ['an expense below nothing', { day: '2026-03-09', amount: '-5' }, 'amount worklog.amount-required'],
    ['an expense without a day', { amount: '5' }, 'day field.required'],
    ['more decimals than the currency has', { day: '2026-03-09', amount: '0.001' }, 'amount field.invalid'],
    ['more money than there is', { day: '2026-03-09', amount: '999999999999' }, 'amount field.too-large'],
    ['a number in another notation', { day: '2026-03-09', amount: '1e3' }, 'amount field.invalid'],
  ])('%s', async (_, entry, error) => {
    expect(await refusedWith(expense(entry))).toEqual([error]);
  });

  test('an expense on the same task is accepted: money is exact to the last sen', async () => {
    const { body } = await submit(expense({ day: '2026-03-09', amount: '999999999.99' }));
    expect(body).toMatchObject({
      kind: 'expense',
      minutes: null,
      expense: { amountMinor: 99_999_999_999, currency: 'IDR' },
    });
    const timed = await submit({ ...on('2026-03-09', '08:00', '09:00'), amount: '0.01' });
    expect(timed.body).toMatchObject({ minutes: 60, expense: { amountMinor: 1, currency: 'IDR' } });
  });

  test('A44: text that the database does not accept is a wrong field, never a 500', async () => {
    expect(await refusedWith(on('2026-03-10', '08:00', '09:00', { notes: 'a\u0000b' }))).toEqual([
      'notes field.invalid',
    ]);
    expect(await refusedWith(on('2026-03-10', '08:00', '09:00', { notes: '\ud800' }))).toEqual(['notes field.invalid']);
    expect((await submit(on('2026-03-10', '08:00', '09:00', { notes: '👩‍🚀 ﷽ \u202e' }))).status).toBe(200);
  });
});

describe('overlaps', () => {
  test('adjacent times do not overlap; a shared minute is refused with the list and the message of the specification', async () => {
    const first = await submit(on('2026-03-11', '08:00', '10:00', { notes: 'First' }));
    expect((await submit(on('2026-03-11', '10:00', '12:00'))).status).toBe(200);
    const before = await fingerprint(app);
    const { status, problem } = await submit(on('2026-03-11', '09:59', '10:01'));
    expect(await fingerprint(app)).toBe(before);
    expect([status, problem?.code, problem?.detail]).toEqual([
      409,
      'worklog.conflict',
      "This worklog conflicts with another worklog. Please review the list below and ensure that the date and time you're submitting is accurate.",
    ]);
    expect(problem?.conflicts).toMatchObject([
      { id: first.body.id, projectName: 'Acme Project', taskName: 'Acme Work', notes: 'First', status: 'pending' },
      { startsAt: '2026-03-11T03:00:00.000Z', endsAt: '2026-03-11T05:00:00.000Z' },
    ]);
  });

  test('amending into another worklog is refused, in place and away is not; rejected and withdrawn ones do not count', async () => {
    const { worker, approver, id: companyId } = jakarta;
    const one = (await submit(on('2026-03-12', '08:00', '10:00'))).body;
    const two = (await submit(on('2026-03-12', '10:00', '12:00'))).body;
    const amend = (entry: Entry, version: number) =>
      worker.codeOf('PATCH /companies/{companyId}/worklogs/{worklogId}', {
        companyId,
        worklogId: two.id,
        version,
        taskId: jakarta.project.timedTaskId,
        ...entry,
      });
    expect(await amend(on('2026-03-12', '09:00', '12:00'), 1)).toBe('worklog.conflict');
    expect(await amend(on('2026-03-12', '10:00', '13:00'), 1)).toBe('allowed');
    const worklogs = [{ id: one.id, version: 1 }];
    await approver.ok('POST /companies/{companyId}/decisions', {
      companyId,
      decision: 'reject',
      notes: 'No',
      worklogs,
    });
    expect(await amend(on('2026-03-12', '08:30', '13:00'), 2)).toBe('allowed');
    await worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', { companyId, worklogId: two.id, version: 3 });
    expect((await submit(on('2026-03-12', '08:00', '13:00'))).status).toBe(200);
  });

  test('colleagues, expenses and other companies are never compared', async () => {
    const colleague = await hire(app, jakarta.admin, jakarta.id, 'worker', 'Colleague');
    expect((await submit(on('2026-03-13', '08:00', '10:00'))).status).toBe(200);
    expect((await submit(on('2026-03-13', '08:00', '10:00'), jakarta, colleague)).status).toBe(200);
    expect((await submit(expense({ day: '2026-03-13', amount: '1' }))).status).toBe(200);
    await berlin.admin.ok('POST /companies/{companyId}/invites', {
      companyId: berlin.id,
      email: jakarta.worker.email,
      role: 'worker',
    });
    const { invites } = await jakarta.worker.ok('GET /invites', {});
    await jakarta.worker.ok('POST /invites/{inviteId}/accept', { inviteId: invites[0]?.id ?? '' });
    const there = await submit({ ...on('2026-03-13', '08:00', '10:00'), zone: 'Asia/Jakarta' }, berlin, jakarta.worker);
    expect(there.status).toBe(200);
  });

  test('policy flag: refused until confirmed, then flagged on both; an unnecessary confirmation flags nothing and is not stored', async () => {
    await policy({ overlaps: 'flag' });
    const first = (await submit(on('2026-03-16', '08:00', '10:00', { confirmOverlap: true }))).body;
    expect(first.isConflicting).toBe(false);
    expect(await refusedWith(on('2026-03-16', '09:00', '11:00'))).toEqual([' worklog.conflict']);
    const second = await submit(on('2026-03-16', '09:00', '11:00', { confirmOverlap: true }));
    expect(second.body.isConflicting).toBe(true);
    const { worklogs } = await jakarta.approver.ok('GET /companies/{companyId}/worklogs', {
      companyId: jakarta.id,
      from: '2026-03-16',
      to: '2026-03-16',
    });
    expect(worklogs.map(({ isConflicting }) => isConflicting)).toEqual([true, true]);
    await policy({ overlaps: 'refuse' });
    expect(await refusedWith(on('2026-03-16', '09:00', '11:00', { confirmOverlap: true }))).toEqual([
      ' worklog.conflict',
    ]);
    const { rows } = await app.superuser.query('select allows_overlap from worklogs where id = $1', [first.id]);
    expect(rows).toEqual([{ allows_overlap: false }]);
  });
});

describe('projects and periods', () => {
  const project = (
    fields: Omit<Input<'PATCH /companies/{companyId}/projects/{projectId}'>, 'companyId' | 'projectId' | 'version'>,
  ) => change(jakarta.otherProject.id, fields);

  async function change(projectId: string, fields: object): Promise<void> {
    const key = { companyId: jakarta.id, projectId };
    const { version } = await jakarta.admin.ok('GET /companies/{companyId}/projects/{projectId}', key);
    await jakarta.admin.ok('PATCH /companies/{companyId}/projects/{projectId}', { ...key, version, ...fields });
  }

  const there = (day: string, rest: Entry = {}) =>
    on(day, '08:00', '10:00', { taskId: jakarta.otherProject.timedTaskId, ...rest });

  test('logging is refused before the start and after the end of a project', async () => {
    await project({ startsOn: '2026-04-01', endsOn: '2026-04-30' });
    expect(await refusedWith(there('2026-03-31'))).toEqual(['start project.not-started']);
    expect(await refusedWith(there('2026-05-01'))).toEqual(['start project.ended']);
    const { body } = await submit(there('2026-04-01'));
    const move = (day: string) =>
      jakarta.worker.codeOf('PATCH /companies/{companyId}/worklogs/{worklogId}', {
        companyId: jakarta.id,
        worklogId: body.id,
        version: 1,
        ...there(day),
        taskId: jakarta.otherProject.timedTaskId,
      });
    expect(await move('2026-05-01')).toBe('project.ended');
    expect(await move('2026-04-30')).toBe('allowed');
    await project({ startsOn: null, endsOn: null });
  });

  test('an archived project or closed task accepts no new worklog, but pending ones are amended and decided', async () => {
    const key = { companyId: jakarta.id, projectId: jakarta.otherProject.id };
    const { body } = await submit(there('2026-05-04'));
    const correct = (version: number) =>
      jakarta.worker.codeOf('PATCH /companies/{companyId}/worklogs/{worklogId}', {
        companyId: jakarta.id,
        worklogId: body.id,
        version,
        ...there('2026-05-04', { notes: `${version}` }),
        taskId: jakarta.otherProject.timedTaskId,
      });
    const { tasks } = await jakarta.admin.ok('GET /companies/{companyId}/projects/{projectId}', key);
    const seen = async () => ({ ...key, version: await projectVersion(jakarta.admin, jakarta.id, key.projectId) });
    const closed = (isClosed: boolean) =>
      project({ tasks: tasks.map(({ id, name, kind }) => ({ id, name, kind, isClosed })) });
    await closed(true);
    expect(await refusedWith(there('2026-05-05'))).toEqual(['taskId task.closed']);
    expect(await correct(1)).toBe('allowed');
    await closed(false);
    await jakarta.admin.ok('POST /companies/{companyId}/projects/{projectId}/archive', await seen());
    expect(await refusedWith(there('2026-05-05'))).toEqual(['taskId project.archived']);
    expect(await correct(2)).toBe('allowed');
    const { results } = await jakarta.approver.ok('POST /companies/{companyId}/decisions', {
      companyId: jakarta.id,
      decision: 'approve',
      worklogs: [{ id: body.id, version: 3 }],
    });
    expect(results[0]?.code).toBeNull();
    await jakarta.admin.ok('POST /companies/{companyId}/projects/{projectId}/restore', await seen());
  });

  test('a worker who is removed from a project can neither log on it nor amend their worklogs there', async () => {
    const { body } = await submit(there('2026-05-06'));
    await project({ forEveryone: false, workerIds: [] });
    expect(await refusedWith(there('2026-05-07'))).toEqual(['taskId task.missing']);
    const before = await fingerprint(app);
    expect(
      await jakarta.worker.codeOf('PATCH /companies/{companyId}/worklogs/{worklogId}', {
        companyId: jakarta.id,
        worklogId: body.id,
        version: 1,
        ...there('2026-05-06'),
        taskId: jakarta.otherProject.timedTaskId,
      }),
    ).toBe('project.not-assigned');
    expect(await fingerprint(app)).toBe(before);
    await project({ forEveryone: true });
  });

  test('a locked period accepts no change by workers, but pending worklogs in it are decided', async () => {
    const locked = (await submit(on('2026-02-10', '08:00', '10:00'))).body;
    const key = { companyId: jakarta.id, worklogId: locked.id };
    await policy({ lockedUntil: '2026-02-28' });
    expect(await refusedWith(on('2026-02-28', '08:00', '10:00'))).toEqual(['start worklog.period-locked']);
    expect(await refusedWith(expense({ day: '2026-02-28', amount: '1' }))).toEqual(['day worklog.period-locked']);
    expect((await submit(on('2026-03-01', '08:00', '10:00'))).status).toBe(200);
    expect(
      await jakarta.worker.codeOf('DELETE /companies/{companyId}/worklogs/{worklogId}', { ...key, version: 1 }),
    ).toBe('worklog.period-locked');
    const decide = async (decision: 'approve' | 'reopen', version: number) => {
      const body = { companyId: jakarta.id, decision, notes: 'x', worklogs: [{ id: locked.id, version }] };
      return (await jakarta.approver.ok('POST /companies/{companyId}/decisions', body)).results[0]?.code;
    };
    expect(await decide('approve', 1)).toBeNull();
    expect(await decide('reopen', 2)).toBe('worklog.period-locked');
    await policy({ lockedUntil: null });
    expect(await decide('reopen', 2)).toBeNull();
  });
});

// PATCH changes the fields that it names and nothing else (docs/api.md): every field of every PATCH is sent alone, and the rest stays.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/index.ts';
import { addDays, dayOf } from '#domain/calendar.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, setPolicies, type TestCompany } from '../support/company.ts';
import { eachAlone, noteSent, sentAlone } from '../support/sent-alone.ts';

let app: TestApp;
let ours: TestCompany;
let yesterday: string;
beforeAll(async () => {
  app = await startTestApp();
  ours = await foundTestCompany(app);
  yesterday = addDays(dayOf(new Date(), 'Asia/Jakarta'), -1);
});
afterAll(() => app.close());

const companyPath = () => ({ companyId: ours.id });

describe('an omitted field stays unchanged', () => {
  test('of a worklog: task, times, zone, amount, notes and receipts', async () => {
    const { taskId, ...times } = {
      taskId: ours.project.timedTaskId,
      start: `${yesterday}T08:00`,
      end: `${yesterday}T10:00`,
    };
    const { id } = await ours.worker.ok('POST /companies/{companyId}/worklogs', {
      ...companyPath(),
      taskId,
      ...times,
      zone: 'Asia/Makassar',
      amount: '12000',
      notes: 'Formwork',
    });
    const read = async () => {
      const { worklog } = await ours.worker.ok('GET /companies/{companyId}/worklogs/{worklogId}', {
        ...companyPath(),
        worklogId: id,
      });
      return { ...worklog, from: worklog.startsAt, to: worklog.endsAt };
    };
    const key = async () => ({ ...companyPath(), worklogId: id, version: (await read()).version });
    await eachAlone(
      'PATCH /companies/{companyId}/worklogs/{worklogId}',
      key,
      {
        notes: 'Formwork, second floor',
        start: `${yesterday}T07:30`,
        end: `${yesterday}T10:30`,
        amount: '15000',
        taskId: ours.otherProject.timedTaskId,
        zone: 'Asia/Jayapura',
        confirmOverlap: true,
        receiptIds: [],
        tags: ['Urgent'],
        isBillable: false,
        // An offset belongs to a time of the same request; alone it changes nothing.
        startOffset: '+09:00',
        endOffset: '+09:00',
      },
      {
        actor: ours.worker,
        read,
        shows: {
          start: ['from'],
          end: ['to'],
          amount: ['expense'],
          taskId: ['projectId', 'projectName', 'taskId'],
          confirmOverlap: [],
          receiptIds: [],
          startOffset: [],
          endOffset: [],
        },
      },
    );
    await eachAlone(
      'PATCH /companies/{companyId}/worklogs/{worklogId}',
      key,
      { amount: '' },
      { actor: ours.worker, read, shows: { amount: ['expense'] } },
    );
    expect(await read()).toMatchObject({ expense: null, notes: 'Formwork, second floor', zone: 'Asia/Jayapura' });
  });

  test('of a worklog that gets a duration instead of its times, and then another day', async () => {
    const company = await foundTestCompany(app);
    await setPolicies(company.admin, company.id, { times: 'optional' });
    const { worker, project } = company;
    const times = { start: `${yesterday}T08:00`, end: `${yesterday}T10:00` };
    const { id: worklogId } = await worker.ok('POST /companies/{companyId}/worklogs', {
      companyId: company.id,
      taskId: project.timedTaskId,
      ...times,
      amount: '12000',
      notes: 'Formwork',
    });
    const path = { companyId: company.id, worklogId };
    const read = async () => {
      const { worklog } = await worker.ok('GET /companies/{companyId}/worklogs/{worklogId}', path);
      const { startsAt: from, endsAt: to, minutes: elapsed } = worklog;
      return { ...worklog, from, to, elapsed };
    };
    await eachAlone(
      'PATCH /companies/{companyId}/worklogs/{worklogId}',
      async () => ({ ...path, version: (await read()).version }),
      { minutes: 90, day: addDays(yesterday, -1) },
      { actor: worker, read, shows: { minutes: ['from', 'to', 'elapsed'] } },
    );
  });

  test('of an expense: day and amount, and its day where it becomes time', async () => {
    const { id } = await ours.worker.ok('POST /companies/{companyId}/worklogs', {
      ...companyPath(),
      taskId: ours.project.expenseTaskId,
      day: yesterday,
      amount: '35000',
      notes: 'Taxi',
    });
    const path = { ...companyPath(), worklogId: id };
    const patch = 'PATCH /companies/{companyId}/worklogs/{worklogId}';
    const later = await ours.worker.ok(patch, { ...path, version: 1, day: addDays(yesterday, -1) });
    expect(later).toMatchObject({ day: addDays(yesterday, -1), expense: { amountMinor: 3_500_000 }, notes: 'Taxi' });
    const timed = { ...path, version: 2, taskId: ours.project.timedTaskId };
    const { problem } = await ours.worker.call(patch, timed);
    expect(problem?.errors?.map(({ path: field, code }) => [field, code])).toEqual([
      ['start', 'field.required'],
      ['end', 'field.required'],
    ]);
    const times = { start: `${yesterday}T20:00`, end: `${yesterday}T21:00` };
    expect(await ours.worker.ok(patch, { ...timed, ...times })).toMatchObject({ expense: null, notes: 'Taxi' });
  });

  test('of worklogs with an amount in an earlier currency of the company', async () => {
    const { id: companyId, admin, worker, project } = await foundTestCompany(app, { canary: 'Changing' });
    const written = { amount: '20.00', notes: 'Formwork' };
    const times = { start: `${yesterday}T08:00`, end: `${yesterday}T10:00` };
    const create = async (entry: { taskId: string; day?: string; start?: string; end?: string }) =>
      (await worker.ok('POST /companies/{companyId}/worklogs', { companyId, ...entry, ...written })).id;
    const ids = [
      await create({ taskId: project.timedTaskId, ...times }),
      await create({ taskId: project.expenseTaskId, day: yesterday }),
    ];
    await setPolicies(admin, companyId, { currency: 'USD', receiptAboveMinor: 1_000 });
    const patch = 'PATCH /companies/{companyId}/worklogs/{worklogId}';
    for (const worklogId of ids) {
      const path = { companyId, worklogId };
      const noted = await worker.ok(patch, { ...path, version: 1, notes: 'Scaffold' });
      expect(noted).toMatchObject({ notes: 'Scaffold', expense: { amountMinor: 2_000, currency: 'IDR' } });
      const typed = await worker.ok(patch, { ...path, version: 2, amount: '5' });
      expect(typed).toMatchObject({ notes: 'Scaffold', expense: { amountMinor: 500, currency: 'USD' } });
      expect((await worker.call(patch, { ...path, version: 3, amount: '20' })).problem?.code).toBe(
        'worklog.receipt-required',
      );
    }
  });

  test('of a project, and of each of its tasks', async () => {
    const { id: projectId, tasks } = await ours.admin.ok('POST /companies/{companyId}/projects', {
      ...companyPath(),
      name: 'Jetty',
      code: 'J1',
      notes: 'North side',
      startsOn: '2026-01-01',
      endsOn: '2027-12-31',
      budgetMinutes: 6000,
      budgetMinor: 9000,
      managerIds: [ours.manager.userId],
      colour: 'teal',
      tasks: [{ name: 'Piling', kind: 'timed', budgetMinutes: 600, budgetMinor: 700 }],
    });
    const path = { ...companyPath(), projectId };
    const read = () => ours.admin.ok('GET /companies/{companyId}/projects/{projectId}', path);
    const key = async () => ({ ...path, version: (await read()).version });
    const [task] = tasks;
    const patch = 'PATCH /companies/{companyId}/projects/{projectId}';
    await eachAlone(
      patch,
      key,
      {
        name: 'Jetty 2',
        code: 'J2',
        colour: 'orange',
        notes: 'South',
        startsOn: null,
        endsOn: '2028-01-01',
        budgetMinutes: null,
        budgetMinor: 1,
        forEveryone: false,
        managerIds: [],
        workerIds: [ours.worker.userId],
        tasks: [{ id: task?.id, name: 'Piles' }],
      },
      { actor: ours.admin, read },
    );
    expect((await read()).tasks).toEqual([{ ...task, name: 'Piles' }]);
    for (const change of [{ isClosed: true }, { budgetMinor: null }, { kind: 'expense' as const }])
      expect(
        (await ours.admin.ok(patch, { ...(await key()), tasks: [{ id: task?.id, ...change }] })).tasks,
      ).toMatchObject([{ name: 'Piles', budgetMinutes: 600, ...change }]);
    const { problem } = await ours.admin.call(patch, { ...(await key()), tasks: [{ id: task?.id }, {}] });
    expect(problem?.errors?.map(({ path: field, code }) => [field, code])).toEqual([
      ['tasks.1.name', 'field.required'],
      ['tasks.1.kind', 'field.required'],
    ]);
  });

  test('of a company and its policies', async () => {
    const { id: companyId, admin } = await foundTestCompany(app);
    const read = () => admin.ok('GET /companies/{companyId}', { companyId });
    await eachAlone(
      'PATCH /companies/{companyId}',
      async () => ({ companyId, version: (await read()).version }),
      {
        name: 'Acme Sons',
        timeZone: 'Asia/Makassar',
        weekStartsOn: 7,
        requireNotes: true,
        overlaps: 'flag',
        longestWorklogMinutes: 720,
        lockedUntil: '2020-01-31',
        receiptAboveMinor: 5,
        currency: 'USD',
        loggers: 'everyone',
        logForOthers: true,
        times: 'optional',
        longestDayMinutes: 600,
        allowFuture: true,
        weeklyTargetMinutes: 2400,
        auditDays: 730,
        waitingMails: 'never',
        emptyWeekMails: true,
        // Both belong to a change of the lock date.
        lockReason: 'Two days are missing',
        unlockFrom: '2020-01-31',
      },
      {
        actor: admin,
        read,
        shows: {
          loggers: ['loggers', 'can'],
          logForOthers: ['logForOthers', 'can'],
          lockReason: [],
          unlockFrom: [],
        },
      },
    );
  });

  test('of a member', async () => {
    const { userId } = await hire(app, ours.admin, ours.id, 'worker', 'Someone');
    const key = { ...companyPath(), userId };
    const read = async () => {
      const { role, deactivatedAt, name, email } = await ours.admin.ok(
        'GET /companies/{companyId}/members/{userId}',
        key,
      );
      return { role, isActive: deactivatedAt === null, name, email };
    };
    await eachAlone(
      'PATCH /companies/{companyId}/members/{userId}',
      async () => key,
      { seenRole: 'worker', role: 'reviewer', isActive: false },
      { actor: ours.admin, read, shows: { seenRole: [] } },
    );
  });

  test('of a saved report, and of a reader’s subscription to it', async () => {
    const filter = { projectIds: [], taskIds: [], workerIds: [], statuses: [], kinds: [] };
    const { id: reportId } = await ours.admin.ok('POST /companies/{companyId}/saved-reports', {
      ...companyPath(),
      name: 'Months',
      view: 'breakdown',
      range: 'last-month',
      filter,
    });
    const path = { ...companyPath(), reportId };
    const read = async () => {
      const { reports } = await ours.admin.ok('GET /companies/{companyId}/saved-reports', companyPath());
      return reports.find(({ id }) => id === reportId) ?? expect.fail('It is gone.');
    };
    const key = async () => ({ ...path, version: (await read()).version });
    await eachAlone(
      'PATCH /companies/{companyId}/saved-reports/{reportId}',
      key,
      {
        name: 'Weeks',
        view: 'worklogs',
        range: 'last-week',
        groupBy: ['worker'],
        filter: { ...filter, kinds: ['timed'] },
        isShared: true,
      },
      { actor: ours.admin, read },
    );
    await eachAlone(
      'PATCH /companies/{companyId}/saved-reports/{reportId}/choices',
      async () => path,
      { isPinned: true, mail: 'weekly', mailFormat: 'csv' },
      { actor: ours.admin, read },
    );
  });

  test('of a timer', async () => {
    const actor = await hire(app, ours.admin, ours.id, 'worker', 'Timing');
    const { timer } = await actor.ok('POST /companies/{companyId}/timer', {
      ...companyPath(),
      taskId: ours.project.timedTaskId,
      notes: 'Rails',
      zone: 'Asia/Jakarta',
    });
    const read = async () => {
      const now = await actor.ok('GET /companies/{companyId}/timer', companyPath());
      const found = now.timer ?? expect.fail('No timer runs.');
      return { ...found, from: found.startedAt };
    };
    const earlier = new Date(Date.now() - 10 * 60_000).toLocaleString('sv', { timeZone: 'Asia/Jakarta' });
    await eachAlone(
      'PATCH /companies/{companyId}/timer/{timerId}',
      async () => ({ ...companyPath(), timerId: timer?.id ?? '', version: (await read()).version }),
      {
        notes: 'Rails and bolts',
        taskId: null,
        start: earlier.slice(0, 16).replace(' ', 'T'),
        // An offset belongs to a start of the same request; a running timer is not stopped.
        startOffset: '+07:00',
        resume: true,
      },
      { actor, read, shows: { taskId: ['task'], start: ['from'], startOffset: [], resume: [] } },
    );
  });

  test('of the projects of a member', async () => {
    const member = { ...companyPath(), userId: ours.worker.userId, as: 'worker' as const };
    const create = async (name: string) =>
      (await ours.admin.ok('POST /companies/{companyId}/projects', { ...companyPath(), name, forEveryone: false })).id;
    const [first, second] = [await create('First'), await create('Second')];
    const route = 'PATCH /companies/{companyId}/members/{userId}/projects';
    const idsAfter = async (change: { assign?: string[]; unassign?: string[] }) => {
      for (const field of Object.keys(change)) noteSent(route, field);
      return (await ours.admin.ok(route, { ...member, ...change })).projects.map(({ id }) => id);
    };
    const before = await idsAfter({});
    expect(await idsAfter({ assign: [first] })).toEqual(expect.arrayContaining([...before, first]));
    expect(await idsAfter({ assign: [second] })).toEqual(expect.arrayContaining([...before, first, second]));
    expect((await idsAfter({ unassign: [first] })).toSorted()).toEqual([...before, second].toSorted());
  });

  test('of the settings', async () => {
    const read = () => ours.worker.ok('GET /settings', {});
    await eachAlone(
      'PATCH /settings',
      async () => ({}),
      {
        theme: 'dark',
        locale: 'id',
        shortcuts: false,
        density: 'comfortable',
        clock: '12',
        dateFormat: 'iso',
        timing: 'duration',
      },
      { actor: ours.worker, read },
    );
  });
});

/** Why a field is not sent alone. */
const exceptions: Record<string, string> = {
  '/companies/{companyId}/projects/{projectId} clientName': 'Changes `clientId` too: tests/api/clients.test.ts.',
  '/companies/{companyId}/saved-reports/{reportId} from': 'Only with the range `days`.',
  '/companies/{companyId}/saved-reports/{reportId} to': 'Only with the range `days`.',
  '/companies/{companyId}/worklogs/{worklogId} currency': 'Of `amount`: tests/api/typed-currency.test.ts.',
};

test('every optional field of every PATCH is sent alone here, or it is said why not', () => {
  const optional = Object.values(endpoints)
    .filter(({ method }) => method === 'PATCH')
    .flatMap(({ path, input }) => {
      const names = Object.entries(input.shape).flatMap(([name, field]) => (field.isOptional() ? [name] : []));
      // With a single one there is nothing to omit.
      return names.length > 1 ? names.map((name) => `${path} ${name}`) : [];
    });
  expect(optional.length).toBeGreaterThan(50);
  expect(optional.filter((field) => !sentAlone.has(field)).sort()).toEqual(Object.keys(exceptions).sort());
});

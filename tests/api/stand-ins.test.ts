// Stand-ins: which rights they get, for how long, and attempts to get more.
// Cases A03, A15, A20 of docs/attack-cases.md.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf } from '#domain/calendar.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, submitDay, type TestCompany } from '../support/company.ts';
import { withOpenTransaction } from '../support/concurrent-transaction.ts';
import { accessTokenActor } from '../support/principals.ts';

let app: TestApp;
let company: TestCompany;
/** Manages no project: sees worklogs only as a stand-in. */
let deputy: Actor;
let today: string;
let days = 0;

beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app);
  await company.admin.ok('PUT /companies/{companyId}/seats', { companyId: company.id, seats: 40 });
  deputy = await hire(app, company.admin, company.id, 'manager', 'Desi Deputy');
  today = dayOf(new Date(), 'Asia/Jakarta');
});
afterAll(() => app.close());

const name = (approver: Actor, standIn: Actor, fromDay = today, toDay = today) =>
  approver.call('POST /companies/{companyId}/stand-ins', {
    companyId: company.id,
    userId: standIn.userId,
    fromDay,
    toDay,
  });

/** Arranges a stand-in while `act` runs and ends it afterwards. */
async function whileStandingIn<T>(approver: Actor, standIn: Actor, act: () => Promise<T>): Promise<T> {
  const { body, problem } = await name(approver, standIn);
  expect(problem?.code).toBeUndefined();
  try {
    return await act();
  } finally {
    await end(approver, body.id);
  }
}

const end = (approver: Actor, standInId: string) =>
  approver.codeOf('DELETE /companies/{companyId}/stand-ins/{standInId}', { companyId: company.id, standInId });

const pending = (worker = company.worker) =>
  submitDay(company, worker, new Date(Date.UTC(2025, 0, ++days)).toISOString().slice(0, 10), '08:00', '10:00');

/** On the project that the manager does not manage. */
async function elsewhere() {
  const day = new Date(Date.UTC(2025, 0, ++days)).toISOString().slice(0, 10);
  return company.worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId: company.otherProject.timedTaskId,
    start: `${day}T08:00`,
    end: `${day}T10:00`,
  });
}

type Seen = { id: string; version: number };

async function approve(actor: Actor, { id, version }: Seen): Promise<string> {
  const { problem, body: answer } = await actor.call('POST /companies/{companyId}/decisions', {
    companyId: company.id,
    decision: 'approve',
    worklogs: [{ id, version }],
  });
  return problem?.code ?? answer.results[0]?.code ?? 'approved';
}

const open = (actor: Actor, worklogId: string) =>
  actor.codeOf('GET /companies/{companyId}/worklogs/{worklogId}', { companyId: company.id, worklogId });

describe('creating stand-ins repeatedly', () => {
  test('cannot flood a mailbox: an approver creates a limited number a day', async () => {
    const eager = await hire(app, company.admin, company.id, 'manager', 'Eager');
    const spent = `select key from throttles where key like 'stand-in:%'`;
    const { rows: others } = await app.superuser.query<{ key: string }>(spent);
    const { body } = await name(eager, deputy);
    expect(await end(eager, body.id)).toBe('allowed');
    await app.superuser.query(`update throttles set points = 19 where key in (${spent}) and key <> all($1)`, [
      others.map(({ key }) => key),
    ]);
    const last = await name(eager, deputy);
    expect([last.status, await end(eager, last.body.id)]).toEqual([200, 'allowed']);
    const refused = await name(eager, deputy);
    expect([refused.problem?.code, Number(refused.headers['retry-after']) > 3_600]).toEqual([
      'request.throttled',
      true,
    ]);
    await whileStandingIn(company.approver, deputy, async () => undefined);
  });
});

describe('while it is active', () => {
  test('the stand-in reads and decides exactly what the approver may decide', async () => {
    const [managed, other] = [await pending(), await elsewhere()];
    expect([await open(deputy, managed.id), await approve(deputy, managed)]).toEqual([
      'worklog.missing',
      'worklog.missing',
    ]);
    await whileStandingIn(company.manager, deputy, async () => {
      expect([await open(deputy, managed.id), await approve(deputy, managed)]).toEqual(['allowed', 'approved']);
      expect([await open(deputy, other.id), await approve(deputy, other)]).toEqual([
        'worklog.missing',
        'worklog.missing',
      ]);
    });
    await whileStandingIn(company.approver, deputy, async () => expect(await approve(deputy, other)).toBe('approved'));
    expect(await open(deputy, managed.id)).toBe('worklog.missing');
  });

  test('list, totals, buttons, filters and dashboard contain the same worklogs', async () => {
    const waiting = await pending();
    const all = { companyId: company.id, statuses: ['pending' as const] };
    const read = async () => ({
      list: await deputy.ok('GET /companies/{companyId}/worklogs', all),
      dashboard: await deputy.ok('GET /companies/{companyId}/dashboard', { companyId: company.id }),
      projects: await deputy.ok('GET /companies/{companyId}/project-choices', {
        companyId: company.id,
        archived: 'also',
      }),
      workers: await deputy.ok('GET /companies/{companyId}/workers', { companyId: company.id }),
      report: await deputy.ok('GET /companies/{companyId}/reports', {
        companyId: company.id,
        from: '2020-01-01',
        to: '2026-12-31',
      }),
    });
    const before = await read();
    expect([before.list.totals.items, before.dashboard.waiting?.count, before.projects.found]).toEqual([0, 0, []]);
    await whileStandingIn(company.manager, deputy, async () => {
      const { list, dashboard, projects, workers, report } = await read();
      expect(list.worklogs.map(({ id, actions }) => [id, actions.approve])).toContainEqual([waiting.id, true]);
      expect(list.totals.items).toBe(list.worklogs.length);
      expect(dashboard.waiting?.count).toBe(list.totals.items);
      expect(projects.found.map(({ id }) => id)).toEqual([company.project.id]);
      const listed = workers.found.map(({ userId }) => userId);
      expect(listed).toContain(company.worker.userId);
      expect(listed, 'works on no project of the approver').not.toContain(company.admin.userId);
      expect(report.rows, 'a stand-in may decide, but not see reports').toEqual([]);
      const query = 'of=worklogs&format=csv&from=2020-01-01&to=2026-12-31';
      const file = await deputy.send('GET', `/api/v1/companies/${company.id}/reports/file?${query}`);
      expect([file.status, file.text.trim().split('\n').length], 'the heading only').toEqual([200, 1]);
    });
    expect(await read()).toEqual(before);
  });

  test('it is not summed with the hours of the stand-in’s own week', async () => {
    const { id, version } = await company.admin.ok('GET /companies/{companyId}', { companyId: company.id });
    await company.admin.ok('PATCH /companies/{companyId}', { companyId: id, version, allowFuture: true });
    await submitDay(company, company.worker, today, '00:00', '02:00');
    const weekOf = async (actor: Actor) => {
      const { weekMinutes, waiting } = await actor.ok('GET /companies/{companyId}/dashboard', { companyId: id });
      return { weekMinutes, isWaiting: (waiting?.count ?? 0) > 0 };
    };
    expect(await weekOf(company.manager), 'the positive control').toEqual({ weekMinutes: 120, isWaiting: true });
    await whileStandingIn(company.manager, deputy, async () => {
      expect(await weekOf(deputy)).toEqual({ weekMinutes: 0, isWaiting: true });
    });
  });

  test('the history and the worklog name the approver, also afterwards; the stand-in’s own decisions do not', async () => {
    const [delegated, own] = [await pending(), await pending()];
    await whileStandingIn(company.manager, deputy, () => approve(deputy, delegated));
    await whileStandingIn(company.manager, company.approver, () => approve(company.approver, own));
    const deciderNames = async (worklogId: string) => {
      const { worklog, history } = await company.worker.ok('GET /companies/{companyId}/worklogs/{worklogId}', {
        companyId: company.id,
        worklogId,
      });
      const last = history.at(-1);
      return [worklog.reviewerName, worklog.reviewedForName, last?.actorName, last?.onBehalfOfName];
    };
    const [deputyName, managerName, approverName] = [deputy.name, company.manager.name, company.approver.name];
    expect(await deciderNames(delegated.id)).toEqual([deputyName, managerName, deputyName, managerName]);
    expect(await deciderNames(own.id)).toEqual([approverName, null, approverName, null]);
  });
});

describe('it gives no permission', () => {
  test('before its first and after its last day, in the zone of the company', async () => {
    const waiting = await pending();
    const { body } = await name(company.manager, deputy, addDays(today, 1), addDays(today, 2));
    expect(await approve(deputy, waiting)).toBe('worklog.missing');
    const move = (from: string, to: string) =>
      app.superuser.query('update stand_ins set from_day = $2, to_day = $3 where id = $1', [body.id, from, to]);
    await move(addDays(today, -2), addDays(today, -1));
    expect(await approve(deputy, waiting)).toBe('worklog.missing');
    await move(addDays(today, -2), today);
    expect(await approve(deputy, waiting)).toBe('approved');
    await end(company.manager, body.id);
  });

  test('after it was revoked, also for a concurrent decision', async () => {
    const waiting = await pending();
    const { body } = await name(company.manager, deputy);
    const ending = [
      ['select 1 from companies where id = $1 for no key update', [company.id]],
      ['update stand_ins set ended_at = now() where id = $1', [body.id]],
    ] as const;
    expect(await withOpenTransaction(app, ending, () => approve(deputy, waiting))).toBe('worklog.missing');
    expect(await end(company.manager, body.id)).toBe('stand-in.missing');
    await whileStandingIn(company.manager, deputy, async () => expect(await approve(deputy, waiting)).toBe('approved'));
  });

  test('to decide their own worklogs, or those of the approver (A20)', async () => {
    const former = await hire(app, company.admin, company.id, 'worker', 'Former Worker');
    const own = await pending(former);
    const patch = (userId: string, role: 'manager' | 'timesheet approver') =>
      company.admin.ok('PATCH /companies/{companyId}/members/{userId}', { companyId: company.id, userId, role });
    await patch(former.userId, 'manager');
    await whileStandingIn(company.approver, former, async () => expect(await approve(former, own)).toBe('worklog.own'));
    await patch(former.userId, 'timesheet approver');
    await whileStandingIn(former, deputy, async () => {
      expect([await open(deputy, own.id), await approve(deputy, own)]).toEqual(['worklog.missing', 'worklog.missing']);
      expect(await approve(deputy, await pending())).toBe('approved');
      const { found } = await deputy.ok('GET /companies/{companyId}/workers', { companyId: company.id });
      expect(found.map(({ userId }) => userId)).toContain(company.worker.userId);
      expect(found.map(({ userId }) => userId)).not.toContain(former.userId);
    });
    expect(await approve(company.approver, own)).toBe('approved');
  });

  test('that was delegated to the approver: it is not transitive', async () => {
    const second = await hire(app, company.admin, company.id, 'manager', 'Second Deputy');
    const waiting = await pending();
    await whileStandingIn(company.manager, deputy, () =>
      whileStandingIn(deputy, second, async () => {
        expect(await approve(second, waiting)).toBe('worklog.missing');
        expect(await approve(deputy, waiting)).toBe('approved');
      }),
    );
  });

  test('when the approver no longer decides or left, or the stand-in became a worker; leaving ends it permanently', async () => {
    const approver = await hire(app, company.admin, company.id, 'timesheet approver', 'Leaving Approver');
    const change = (actor: Actor, fields: { role?: 'worker' | 'manager' | 'timesheet approver'; isActive?: boolean }) =>
      company.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
        companyId: company.id,
        userId: actor.userId,
        ...fields,
      });
    const waiting = await pending();
    await name(approver, deputy);
    await change(approver, { role: 'worker' });
    expect(await approve(deputy, waiting)).toBe('worklog.missing');
    await change(approver, { role: 'timesheet approver' });
    await change(deputy, { role: 'worker' });
    expect(await approve(deputy, waiting)).toBe('role.not-allowed');
    await change(deputy, { role: 'manager' });
    expect(await approve(deputy, waiting)).toBe('approved');
    await change(approver, { isActive: false });
    expect(await approve(deputy, await pending())).toBe('worklog.missing');
    await change(approver, { isActive: true });
    expect(await approve(deputy, await pending())).toBe('worklog.missing');
  });

  test('other than deciding: no project is changed, no report opened, no member listed', async () => {
    await whileStandingIn(company.admin, deputy, async () => {
      const project = { companyId: company.id, projectId: company.project.id };
      expect(await deputy.codeOf('GET /companies/{companyId}/projects/{projectId}', project)).toBe('project.missing');
      expect(await deputy.codeOf('GET /companies/{companyId}/members', { companyId: company.id })).toBe(
        'role.not-allowed',
      );
      const rows = await deputy.ok('GET /companies/{companyId}/projects', { companyId: company.id });
      expect(rows.projects).toEqual([]);
    });
  });
});

test('the personal data export of either contains its days, and names neither to the other', async () => {
  await whileStandingIn(company.manager, deputy, async () => undefined);
  for (const [actor, side, other] of [
    [company.manager, 'approver', deputy],
    [deputy, 'stand-in', company.manager],
  ] as const) {
    const { text } = await actor.send('GET', '/api/v1/account/download');
    const { memberships } = JSON.parse(text);
    expect(memberships[0].standIns.at(-1)).toMatchObject({
      side,
      fromDay: today,
      toDay: today,
      endedAt: expect.stringContaining('T'),
    });
    expect(JSON.stringify(memberships)).not.toContain(other.name);
  }
});

describe('creating a stand-in', () => {
  const codes = (reply: Awaited<ReturnType<typeof name>>) =>
    reply.problem ? (reply.problem.errors ?? []).map(({ path, code }) => `${path} ${code}`).join() : 'named';

  test('accepts active members who decide, and reveals nothing about others', async () => {
    const stranger = await app.person('Stranger');
    const gone = await hire(app, company.admin, company.id, 'manager', 'Gone Manager');
    await company.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
      companyId: company.id,
      userId: gone.userId,
      isActive: false,
    });
    const { found } = await company.manager.ok('GET /companies/{companyId}/stand-in-choices', {
      companyId: company.id,
    });
    const choosable = found.map(({ userId }) => userId);
    expect(choosable).toEqual(expect.arrayContaining([company.admin.userId, company.approver.userId, deputy.userId]));
    for (const actor of [company.worker, company.reviewer, company.manager, gone, stranger]) {
      expect(choosable).not.toContain(actor.userId);
      expect(codes(await name(company.manager, actor))).toBe('userId stand-in.not-possible');
    }
    for (const actor of [company.worker, company.reviewer])
      expect((await name(actor, deputy)).problem?.code).toBe('role.not-allowed');
  });

  test('accepts one at a time, days in order, today or later, for a year at most', async () => {
    const { body } = await name(company.manager, deputy, today, addDays(today, 3));
    expect(codes(await name(company.manager, company.approver, addDays(today, 3), addDays(today, 5)))).toBe(
      'fromDay stand-in.already',
    );
    const next = await name(company.manager, company.approver, addDays(today, 4), addDays(today, 5));
    expect(codes(next)).toBe('named');
    expect(codes(await name(company.manager, deputy, today, addDays(today, -1)))).toBe(
      'toDay stand-in.ends-before-start',
    );
    expect(codes(await name(company.manager, deputy, addDays(today, -3), addDays(today, -1)))).toBe(
      'toDay stand-in.over',
    );
    expect(codes(await name(company.manager, deputy, addDays(today, 9), addDays(today, 375)))).toBe(
      'toDay stand-in.too-long',
    );
    const lists = await company.manager.ok('GET /companies/{companyId}/stand-ins', { companyId: company.id });
    expect(lists.delegates.map(({ userId, isRunning }) => [userId, isRunning])).toEqual([
      [deputy.userId, true],
      [company.approver.userId, false],
    ]);
    const theirs = await deputy.ok('GET /companies/{companyId}/stand-ins', { companyId: company.id });
    expect(theirs.delegators.map(({ name: approver }) => approver)).toEqual([company.manager.name]);
    expect(await end(deputy, body.id), 'only the delegator can end it').toBe('stand-in.missing');
    expect([await end(company.manager, body.id), await end(company.manager, next.body.id)]).toEqual([
      'allowed',
      'allowed',
    ]);
  });

  test('is for people: an access token of the approver can neither create nor revoke one, but can decide', async () => {
    const { actor: program } = await accessTokenActor(company.manager);
    expect((await name(program, deputy)).problem?.code).toBe('token.not-allowed');
    const { actor: deputysProgram } = await accessTokenActor(deputy);
    const waiting = await pending();
    expect(await approve(deputysProgram, waiting)).toBe('worklog.missing');
    await whileStandingIn(company.manager, deputy, async () =>
      expect(await approve(deputysProgram, waiting)).toBe('approved'),
    );
  });
});

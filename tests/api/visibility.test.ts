// Whose worklogs a person may see, through every endpoint. Cases A01, A03, A04, A05, A08, A15 of docs/attack-cases.md.

import { assert, asyncProperty, constantFrom, option, record, subarray } from 'fast-check';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/index.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { sumByCurrency } from '#domain/money.ts';
import type { Actor, Input } from '../support/app.ts';
import { idsOf } from '../support/ids.ts';
import {
  type FullCompany,
  fingerprint,
  openTenantsFixture,
  type TenantsFixture,
  unknownId,
} from '../support/principals.ts';
import { requestFor } from '../support/requests.ts';
import { type WorklogActions, worklogActionsOf } from '../support/worklog-actions.ts';

let fixture: TenantsFixture;
let a: FullCompany;
let worklogs: WorklogActions;
beforeAll(async () => {
  fixture = await openTenantsFixture();
  a = fixture.a;
  worklogs = worklogActionsOf(a);
});
afterAll(() => fixture.close());

describe('permissions on worklogs', () => {
  test('A01 A08: nobody amends, withdraws or submits for another person', async () => {
    const { id, day } = await worklogs.submit();
    const key = { companyId: a.id, worklogId: id };
    for (const actor of [a.colleague, a.approver, a.manager, a.admin, fixture.b.worker]) {
      const expected =
        actor === fixture.b.worker ? 'company.missing' : actor === a.colleague ? 'worklog.missing' : 'role.not-allowed';
      expect(
        await actor.codeOf('PATCH /companies/{companyId}/worklogs/{worklogId}', {
          ...key,
          ...worklogs.entryOn(day),
          version: 1,
        }),
      ).toBe(expected);
      expect(await actor.codeOf('DELETE /companies/{companyId}/worklogs/{worklogId}', { ...key, version: 1 })).toBe(
        expected,
      );
    }
    const forOther = { ...worklogs.entryOn(worklogs.freshDay()), workerId: a.colleague.userId };
    const { problem } = await a.worker.call('POST /companies/{companyId}/worklogs', forOther);
    expect(problem?.errors).toMatchObject([{ path: 'workerId', code: 'field.unknown' }]);
    expect(await a.worker.codeOf('DELETE /companies/{companyId}/worklogs/{worklogId}', { ...key, version: 1 })).toBe(
      'allowed',
    );
  });

  test('A04 A05: a worklog is neither created on nor moved to an inaccessible task, and not amended after access ended', async () => {
    const { id, day } = await worklogs.submit();
    const move = (taskId: string, actor = a.worker) =>
      actor.codeOf('PATCH /companies/{companyId}/worklogs/{worklogId}', {
        ...worklogs.entryOn(day, { taskId }),
        worklogId: id,
        version: 1,
      });
    const before = await fingerprint(fixture.test);
    for (const taskId of [a.hidden.timedTaskId, fixture.b.project.timedTaskId, unknownId()]) {
      expect(await move(taskId)).toBe('task.missing');
      expect(
        await a.worker.codeOf(
          'POST /companies/{companyId}/worklogs',
          worklogs.entryOn(worklogs.freshDay(), { taskId }),
        ),
      ).toBe('task.missing');
    }
    expect(await fingerprint(fixture.test)).toBe(before);
    expect(await move(a.otherProject.timedTaskId)).toBe('allowed');
  });

  test('A15: a manager does not see the name of an inaccessible project that a worklog was moved from', async () => {
    const day = worklogs.freshDay();
    const { id } = await a.colleague.ok(
      'POST /companies/{companyId}/worklogs',
      worklogs.entryOn(day, { taskId: a.hidden.timedTaskId }),
    );
    await a.colleague.ok('PATCH /companies/{companyId}/worklogs/{worklogId}', {
      ...worklogs.entryOn(day),
      worklogId: id,
      version: 1,
    });
    const lastChange = async (actor: Actor) => (await worklogs.read(id, actor)).history.at(-1)?.changes;
    expect(await lastChange(a.manager)).toEqual({
      clientName: { from: null, to: 'Aurora Client' },
      projectName: { from: null, to: 'Aurora Project' },
      taskName: { from: null, to: 'Aurora Work' },
    });
    expect((await lastChange(a.admin))?.clientName).toEqual({ from: 'Aurora Hidden client', to: 'Aurora Client' });
    expect((await lastChange(a.admin))?.projectName).toEqual({ from: 'Aurora Hidden project', to: 'Aurora Project' });
  });

  test('A03: for every role the list contains exactly the worklogs that can be opened, and the totals are their sums', async () => {
    await a.worker.ok('POST /companies/{companyId}/worklogs', {
      companyId: a.id,
      taskId: a.project.expenseTaskId,
      day: worklogs.freshDay(),
      amount: '15000.50',
    });
    const { rows } = await fixture.test.superuser.query<{ id: string }>(
      `select id from worklogs where company_id = $1 and (status = 'deleted' or id in
         (select id from worklogs where company_id = $1 order by random() limit 25))`,
      [a.id],
    );
    for (const actor of [a.admin, a.manager, a.approver, a.reviewer, a.worker, a.colleague, fixture.cross]) {
      const listed = await listAll(actor, {});
      const ids = new Set(listed.map(({ id }) => id));
      for (const { id } of rows) {
        const { status } = await actor.call('GET /companies/{companyId}/worklogs/{worklogId}', {
          companyId: a.id,
          worklogId: id,
        });
        expect([actor.name, id, status]).toEqual([actor.name, id, ids.has(id) ? 200 : 404]);
      }
    }
    const filter = {
      statuses: option(subarray(['pending', 'approved', 'rejected'] as const, { minLength: 1 }), { nil: undefined }),
      kinds: option(constantFrom(['timed' as const], ['expense' as const]), { nil: undefined }),
      projectIds: option(
        subarray([a.project.id, a.otherProject.id, a.hidden.projectId, fixture.b.project.id], { minLength: 1 }),
        { nil: undefined },
      ),
      workerIds: option(subarray([a.worker.userId, a.colleague.userId, fixture.b.worker.userId], { minLength: 1 }), {
        nil: undefined,
      }),
      from: option(constantFrom('2026-01-01', '2026-01-10', '2026-02-01'), { nil: undefined }),
      to: option(constantFrom('2026-01-10', '2026-01-31', '2026-11-30'), { nil: undefined }),
    };
    await assert(
      asyncProperty(constantFrom(a.admin, a.manager, a.worker, a.reviewer), record(filter), async (actor, wanted) => {
        const everything = await listAll(actor, {});
        const matching = everything.filter((row) => matches(row, wanted));
        const { totals } = await actor.ok('GET /companies/{companyId}/worklogs', {
          companyId: a.id,
          ...wanted,
          pageSize: 10,
        });
        const listed = await listAll(actor, wanted);
        expect(listed.map(({ id }) => id)).toEqual(matching.map(({ id }) => id));
        expect(totals).toEqual(sumOf(matching));
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});

describe('what is hidden from managers and workers', () => {
  /** Without a filter, and searching for it. */
  const unfiltered = (name: EndpointName, endpoint: Endpoint): string => {
    const url = new URL(requestFor(name, endpoint, idsOf(a)).url, 'http://localhost');
    for (const field of ['clientIds', 'projectIds', 'taskIds', 'workerIds', 'tagIds', 'ids'])
      url.searchParams.delete(field);
    if (url.searchParams.has('q')) url.searchParams.set('q', 'hidden');
    return `${url.pathname}${url.search}`;
  };
  const table = Object.entries<Endpoint>(endpoints);
  const isName = (name: string): name is EndpointName => name in endpoints;

  test('A03 A14 A15: is in no response of an endpoint that reads, by name, id or notes', async () => {
    const secrets = [
      ...Object.values(a.hidden),
      'Hidden project',
      'Hidden client',
      'Hidden work',
      'Hidden travel',
      'notes of the colleague',
    ];
    const shownTo = async (actor: Actor) => {
      const found: string[] = [];
      for (const [name, endpoint] of table) {
        if (!isName(name) || endpoint.method !== 'GET' || !endpoint.path.includes('{companyId}')) continue;
        const { text } = await actor.send('GET', unfiltered(name, endpoint));
        if (secrets.some((secret) => text.includes(secret))) found.push(name);
      }
      return found.sort();
    };
    // Also files; a busy machine may refuse them.
    expect(await shownTo(a.admin)).toEqual(
      expect.arrayContaining([
        'getPayroll',
        'getReportBreakdown',
        'listAssignableProjects',
        'listDecidableWorklogs',
        'listProjectChoices',
        'listProjects',
        'listWorklogs',
        'searchCompany',
      ]),
    );
    for (const actor of [a.manager, a.worker]) expect([actor.name, await shownTo(actor)]).toEqual([actor.name, []]);
  });
});

type Filter = Omit<Input<'GET /companies/{companyId}/worklogs'>, 'companyId'>;

async function listAll(actor: Actor, filter: Filter): Promise<Worklog[]> {
  const rows: Worklog[] = [];
  for (let page = 1; ; page++) {
    const { worklogs } = await actor.ok('GET /companies/{companyId}/worklogs', {
      companyId: a.id,
      ...filter,
      page,
      pageSize: 100,
    });
    rows.push(...worklogs);
    if (worklogs.length < 100) return rows;
  }
}

const includes = (wanted: unknown, value: string) => !Array.isArray(wanted) || wanted.includes(value);

const matches = (row: Worklog, filter: Filter): boolean =>
  includes(filter.statuses, row.status) &&
  includes(filter.kinds, row.kind) &&
  includes(filter.projectIds, row.projectId) &&
  includes(filter.workerIds, row.workerId) &&
  (filter.from === undefined || row.day >= filter.from) &&
  (filter.to === undefined || row.day <= filter.to);

const sumOf = (rows: readonly Worklog[]) => ({
  items: rows.length,
  ...plainSum(rows.filter(({ status }) => status !== 'rejected')),
  pending: rows.filter(({ status }) => status === 'pending').length,
  approved: rows.filter(({ status }) => status === 'approved').length,
  rejected: rows.filter(({ status }) => status === 'rejected').length,
  rejectedMinutes: plainSum(rows.filter(({ status }) => status === 'rejected')).minutes,
  rejectedExpenses: plainSum(rows.filter(({ status }) => status === 'rejected')).expenses,
});

const plainSum = (rows: readonly Worklog[]) => ({
  minutes: rows.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
  expenses: sumByCurrency(rows.flatMap(({ expense }) => (expense ? [expense] : []))),
});

// Worklogs that match a filter, to be decided together: only those the caller may decide, from one snapshot, limited in number.

import { afterAll, describe, expect, test } from 'vitest';
import { maxBulkDecisions, maxDecidableWorklogs } from '#domain/worklogs.ts';
import type { Actor, Input } from '../support/app.ts';
import { hire, startOneCompany } from '../support/company.ts';
import { insertExpenses } from '../support/many-rows.ts';

const { app, company } = await startOneCompany();
afterAll(() => app.close());

type Filter = Omit<Input<'GET /companies/{companyId}/decidable-worklogs'>, 'companyId'>;
type Seen = { id: string; version: number };

const offered = (actor: Actor, filter: Filter = {}) =>
  actor.ok('GET /companies/{companyId}/decidable-worklogs', { companyId: company.id, ...filter });

const submit = (actor: Actor, day: string, taskId = company.project.timedTaskId) =>
  actor.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId,
    start: `${day}T08:00`,
    end: `${day}T10:30`,
    amount: '5',
  });

const approve = async (actor: Actor, worklogs: readonly Seen[]) => {
  const { results } = await actor.ok('POST /companies/{companyId}/decisions', {
    companyId: company.id,
    decision: 'approve',
    worklogs: worklogs.slice(0, maxBulkDecisions),
  });
  return results.map(({ code }) => code ?? 'approved');
};

const seen = ({ id, version }: Seen): Seen => ({ id, version });

describe('the decidable worklogs of a filter', () => {
  test('are those that the caller may decide, oldest first, with totals', async () => {
    const days = { from: '2025-03-01', to: '2025-03-31' };
    const second = await submit(company.worker, '2025-03-02');
    const first = await submit(company.worker, '2025-03-01');
    const elsewhere = await submit(company.worker, '2025-03-03', company.otherProject.timedTaskId);
    await approve(company.admin, [seen(await submit(company.worker, '2025-03-04'))]);
    expect(await offered(company.approver, days)).toEqual({
      worklogs: [first, second, elsewhere].map(seen),
      sum: { minutes: 450, expenses: [{ amountMinor: 1_500, currency: 'IDR' }] },
      further: 0,
      own: 0,
    });
    expect(await offered(company.manager, days)).toMatchObject({
      worklogs: [first, second].map(seen),
      sum: { minutes: 300 },
    });
    const others = { ...days, projectIds: [company.otherProject.id] };
    expect((await offered(company.approver, others)).worklogs).toEqual([seen(elsewhere)]);
    expect(await offered(company.manager, others), 'A02, A15: as if there were none').toMatchObject({
      worklogs: [],
      sum: { minutes: 0, expenses: [] },
      further: 0,
      own: 0,
    });
  });

  test('never include the caller’s own: those are only counted (A20)', async () => {
    const promoted = await hire(app, company.admin, company.id, 'worker', 'Promoted');
    const own = await submit(promoted, '2025-04-01');
    const other = await submit(company.worker, '2025-04-01');
    await company.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
      companyId: company.id,
      userId: promoted.userId,
      role: 'timesheet approver',
    });
    const days = { from: '2025-04-01', to: '2025-04-30' };
    expect(await offered(promoted, days)).toMatchObject({ worklogs: [seen(other)], own: 1, further: 0 });
    expect((await offered(company.approver, days)).worklogs).toContainEqual(seen(own));
  });

  test('are decided as confirmed: changed ones are refused, new ones stay pending (A21)', async () => {
    const days = { from: '2025-05-01', to: '2025-05-31' };
    const [kept, changed, withdrawn] = [
      await submit(company.worker, '2025-05-01'),
      await submit(company.worker, '2025-05-02'),
      await submit(company.worker, '2025-05-03'),
    ];
    const { worklogs } = await offered(company.approver, days);
    await company.worker.ok('PATCH /companies/{companyId}/worklogs/{worklogId}', {
      companyId: company.id,
      worklogId: changed.id,
      version: changed.version,
      notes: 'Two hours more',
    });
    await company.worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', {
      companyId: company.id,
      worklogId: withdrawn.id,
      version: withdrawn.version,
    });
    const late = await submit(company.worker, '2025-05-04');
    expect(worklogs).toEqual([kept, changed, withdrawn].map(seen));
    expect(await approve(company.approver, worklogs)).toEqual([
      'approved',
      'worklog.changed-since-seen',
      'worklog.missing',
    ]);
    const left = await offered(company.approver, days);
    expect(left.worklogs.map(({ id }) => id)).toEqual([changed.id, late.id]);
  });

  test('are bounded: the oldest, and the number of the others', async () => {
    await insertExpenses(app, company, {
      workerId: company.worker.userId,
      count: maxDecidableWorklogs + 7,
      day: `date '2024-01-01' + n % 300`,
      notes: `''`,
    });
    const days = { from: '2024-01-01', to: '2024-12-31' };
    const answer = await offered(company.approver, days);
    expect(answer.worklogs).toHaveLength(maxDecidableWorklogs);
    expect(answer.further).toBe(7);
    const { rows } = await app.superuser.query(
      `select sum(amount_minor)::bigint as sum, array_agg(id order by day, id) as ids from (
         select * from worklogs where company_id = $1 and day between '2024-01-01' and '2024-12-31'
         order by day, id limit $2) oldest`,
      [company.id, maxDecidableWorklogs],
    );
    expect(answer.worklogs.map(({ id }) => id)).toEqual(rows[0].ids);
    expect(answer.sum.expenses).toEqual([{ amountMinor: Number(rows[0].sum), currency: 'IDR' }]);
    expect(new Set(await approve(company.approver, answer.worklogs))).toEqual(new Set(['approved']));
    expect((await offered(company.approver, days)).further, 'the next ones move up').toBe(0);
  });
});

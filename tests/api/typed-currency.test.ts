// An amount that was typed in one currency of the company and arrives when it has another: a device without a connection may send it a
// week later.

import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '#domain/calendar.ts';
import { type Input, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, setPolicies, type TestCompany } from '../support/company.ts';

let app: TestApp;
let ours: TestCompany;
let yesterday: string;
beforeAll(async () => {
  app = await startTestApp();
  ours = await foundTestCompany(app);
  yesterday = addDays(dayOf(new Date(), 'Asia/Jakarta'), -1);
});
afterAll(() => app.close());

const post = 'POST /companies/{companyId}/worklogs';
const patch = 'PATCH /companies/{companyId}/worklogs/{worklogId}';

type Typed = Partial<Omit<Input<typeof post>, 'companyId'>>;

const entry = (typed: Typed) => ({
  companyId: ours.id,
  taskId: ours.project.expenseTaskId,
  day: yesterday,
  id: v7(),
  ...typed,
});

const submit = (typed: Typed) => ours.worker.call(post, entry(typed));

const useCurrency = (currency: string) => setPolicies(ours.admin, ours.id, { currency });

test('a new one is refused; without a currency, and without an amount, the company’s counts', async () => {
  await useCurrency('USD');
  const { problem } = await submit({ amount: '20.00', currency: 'IDR' });
  expect(problem?.errors).toMatchObject([{ path: 'amount', code: 'worklog.currency-changed' }]);
  expect(problem?.errors?.[0]?.message).toContain('USD');
  for (const typed of [{ amount: '20.00', currency: 'USD' }, { amount: '20.00' }])
    expect((await submit(typed)).body).toMatchObject({ expense: { amountMinor: 2_000, currency: 'USD' } });
  const times = { start: `${yesterday}T08:00`, end: `${yesterday}T09:00`, day: undefined };
  const timed = await submit({ taskId: ours.project.timedTaskId, ...times, amount: '', currency: 'IDR' });
  expect(timed.body).toMatchObject({ expense: null });
});

test('one that had arrived before is the same when it is repeated, in its currency only', async () => {
  await useCurrency('USD');
  const sent = entry({ amount: '30.00', currency: 'USD' });
  const created = await ours.worker.ok(post, sent);
  await useCurrency('EUR');
  expect(await ours.worker.ok(post, sent)).toEqual(created);
  expect(await ours.worker.codeOf(post, { ...sent, currency: 'EUR' })).toBe('worklog.id-taken');
});

test('a change may name the amount that the worklog has, and no other one in its earlier currency', async () => {
  await useCurrency('USD');
  const { id: worklogId } = await ours.worker.ok(post, entry({ amount: '40.00' }));
  await useCurrency('EUR');
  const path = { companyId: ours.id, worklogId };
  const other = { ...path, version: 1, amount: '41.00', currency: 'USD' };
  expect(await ours.worker.codeOf(patch, other)).toBe('worklog.currency-changed');
  const noted = await ours.worker.ok(patch, { ...other, amount: '40', notes: 'Taxi' });
  expect(noted).toMatchObject({ notes: 'Taxi', expense: { amountMinor: 4_000, currency: 'USD' } });
  const anew = await ours.worker.ok(patch, { ...path, version: 2, amount: '41', currency: 'EUR' });
  expect(anew).toMatchObject({ expense: { amountMinor: 4_100, currency: 'EUR' } });
  expect(await ours.worker.codeOf(patch, { ...path, version: 3, amount: '40', currency: 'USD' })).toBe(
    'worklog.currency-changed',
  );
});

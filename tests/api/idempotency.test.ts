// A request repeated with the same key gets the same response and does nothing twice.
// Cases A11, A45 of docs/attack-cases.md.

import { afterAll, expect, test } from 'vitest';
import type { Actor, Input } from '../support/app.ts';
import { startOneCompany } from '../support/company.ts';
import { fingerprint } from '../support/principals.ts';

const { app, company } = await startOneCompany();
afterAll(() => app.close());

let days = 0;
const nextDay = () => new Date(Date.UTC(2026, 0, ++days)).toISOString().slice(0, 10);

const entry = (day: string): Input<'POST /companies/{companyId}/worklogs'> => ({
  companyId: company.id,
  taskId: company.project.timedTaskId,
  start: `${day}T08:00`,
  end: `${day}T10:00`,
});

const submit = (key: string, day: string, actor: Actor = company.worker) =>
  actor.call('POST /companies/{companyId}/worklogs', entry(day), { 'idempotency-key': key });

test('a repeated request gets the first response, marked as repeated, and changes nothing', async () => {
  const day = nextDay();
  const first = await submit('repeat', day);
  const before = await fingerprint(app);
  const again = await submit('repeat', day);
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
  expect(await fingerprint(app)).toBe(before);
});

test('without a key a second request is a second request', async () => {
  const day = nextDay();
  expect((await company.worker.call('POST /companies/{companyId}/worklogs', entry(day))).status).toBe(200);
  expect((await company.worker.call('POST /companies/{companyId}/worklogs', entry(day))).problem?.code).toBe(
    'worklog.conflict',
  );
});

test('a key is valid for one request: another body, path or method is refused and changes nothing', async () => {
  const day = nextDay();
  const { body } = await submit('one-request', day);
  const before = await fingerprint(app);
  expect((await submit('one-request', nextDay())).problem).toMatchObject({
    status: 422,
    code: 'request.idempotency-key-reused',
  });
  const withdrawal = { companyId: company.id, worklogId: body.id, version: 1 };
  const other = await company.worker.call('DELETE /companies/{companyId}/worklogs/{worklogId}', withdrawal, {
    'idempotency-key': 'one-request',
  });
  expect(other.problem?.code).toBe('request.idempotency-key-reused');
  expect(await fingerprint(app)).toBe(before);
});

test('A45: keys belong to a person: the same key of another person is independent', async () => {
  const name = { 'idempotency-key': 'shared' };
  const [one, two] = [await app.person('One'), await app.person('Two')];
  const found = (actor: Actor) => actor.ok('POST /companies', { name: 'Same', timeZone: 'UTC', currency: 'EUR' }, name);
  const [first, second] = [await found(one), await found(two)];
  expect(second.id).not.toBe(first.id);
  expect((await found(one)).id).toBe(first.id);
});

test('A11: a refused request stores no key, so that it can be corrected and sent again', async () => {
  const day = nextDay();
  const wrong = { ...entry(day), end: `${day}T07:00` };
  const key = { 'idempotency-key': 'mended' };
  const before = await fingerprint(app);
  expect((await company.worker.call('POST /companies/{companyId}/worklogs', wrong, key)).problem?.code).toBe(
    'worklog.end-before-start',
  );
  expect(await fingerprint(app)).toBe(before);
  expect((await submit('mended', day)).status).toBe(200);
});

test('the request is authorised again before the response is repeated', async () => {
  const day = nextDay();
  expect((await submit('kept', day)).status).toBe(200);
  const change = (isActive: boolean) =>
    company.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
      companyId: company.id,
      userId: company.worker.userId,
      isActive,
    });
  await change(false);
  expect((await submit('kept', day)).problem?.code).toBe('company.missing');
  await change(true);
  expect((await submit('kept', day)).status).toBe(200);
});

test('a response without content is repeated without content', async () => {
  const { body } = await submit('first-of-two', nextDay());
  const withdraw = () =>
    company.worker.call(
      'DELETE /companies/{companyId}/worklogs/{worklogId}',
      { companyId: company.id, worklogId: body.id, version: 1 },
      { 'idempotency-key': 'second-of-two' },
    );
  expect([(await withdraw()).status, (await withdraw()).status]).toEqual([204, 204]);
});

test.each(['', 'ключ', 'a b', 'x'.repeat(256)])('"%s" is not a valid key', async (key) => {
  const { problem, status } = await submit(Buffer.from(key).toString('latin1'), nextDay());
  // An empty header counts as none.
  expect(problem?.errors?.[0]?.path ?? status).toBe(key === '' ? 200 : 'idempotency-key');
});

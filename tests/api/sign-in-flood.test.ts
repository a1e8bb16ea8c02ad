// Hashing a password is expensive: too many concurrent sign-ins are refused, and neither others nor the refused are slowed down.
import { expect, it } from 'vitest';
import { endpoints } from '#contract/index.ts';
import { handleRequest } from '#server/request/handle-request.ts';
import { passwordCost } from '#server/request/hashing.ts';
import { refused } from '#server/request/refused.ts';
import { type Actor, freshEmail, startTestApp, testPassword } from '../support/app.ts';
import { watchStatements } from '../support/statements.ts';
import { openPipeline } from '../support/test-pipeline.ts';

const guess = (actor: Actor, email: string, password = 'not the password') =>
  actor.call('POST /sign-in', { email, password });

it('R20: with too many sign-ins waiting for a hash, further ones are refused immediately, and other requests are served', async () => {
  const costly = await startTestApp({}, passwordCost);
  const person = await costly.person();
  const guesser = costly.visitor();
  const statusesOf = async (times: number) => {
    const statuses: number[] = [];
    while (statuses.length < times) statuses.push((await guess(guesser, person.email)).status);
    return statuses;
  };
  let isOver = false;
  const flood = Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      index < 51 ? guess(costly.visitor(), freshEmail()) : guess(guesser, person.email),
    ),
  ).finally(() => {
    isOver = true;
  });
  expect((await person.call('GET /session', {})).status).toBe(200);
  expect(isOver, 'others do not wait for the end of the flood').toBe(false);
  const statuses = (await flood).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([422, 503]));
  expect(statuses.filter((status) => status === 422).length).toBeGreaterThanOrEqual(8);
  // Attempts refused because too many waited for a hash were not charged.
  expect(statuses.slice(51)).toContain(503);
  const left = 10 - statuses.slice(51).filter((status) => status === 422).length;
  expect(await statusesOf(left + 1)).toEqual([...Array(left).fill(422), 429]);
  expect((await guess(costly.visitor(), person.email, testPassword)).status).toBe(200);
  await costly.close();
});

it('R20: such a refusal takes no statement', async () => {
  const test = await startTestApp();
  const pipeline = openPipeline(test, 2);
  const request = {
    path: {},
    rest: { email: freshEmail(), password: testPassword },
    sessionToken: null,
    browserToken: null,
    idempotencyKey: null,
    locale: 'en',
    client: { address: '10.0.0.1', userAgent: 'test' },
  } as const;
  const handle = () =>
    pipeline.hashing.hash(testPassword).then(() => Promise.reject(refused('session.wrong-credentials')));
  const attempt = () =>
    handleRequest(pipeline, { ...request, endpoint: endpoints.signIn, handle }).catch((error: unknown) => error);
  expect(await attempt()).toMatchObject({ refusals: [{ code: 'session.wrong-credentials' }] });
  const hashes = Array.from({ length: 8 }, () => pipeline.hashing.hash(testPassword));
  const { result, statements } = await watchStatements(attempt);
  expect(result).toMatchObject({ refusals: [{ code: 'server.unavailable' }] });
  expect(statements).toEqual([]);
  await Promise.all(hashes);
  await pipeline.opened.close();
  await test.close();
});

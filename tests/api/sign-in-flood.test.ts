// Hashing a password is expensive: too many concurrent sign-ins are refused, and neither others nor the refused are slowed down.
import { expect, it } from 'vitest';
import { passwordCost } from '#server/request/hashing.ts';
import { type Actor, freshEmail, startTestApp, testPassword } from '../support/app.ts';

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

import { expect, test } from 'vitest';
import { lookupOf, publicLookup } from './public-lookup.ts';

const errorOf = (name: string, all: boolean): Promise<string | null> =>
  new Promise((resolve) => {
    publicLookup(name, { all }, (error) => resolve(error?.message ?? null));
  });

test('a name that leads to this machine is refused, however it is asked for', async () => {
  for (const all of [true, false])
    expect(await errorOf('localhost', all)).toBe('the push service is not at a public address');
});

test('a public address is not', async () => {
  for (const all of [true, false]) expect(await errorOf('8.8.8.8', all)).toBeNull();
});

test('a name that does not exist is reported as that', async () => {
  expect(await errorOf('no-such-name.invalid', true)).toMatch(/ENOTFOUND|EAI_AGAIN/);
});

test('every host is resolved with that check, but for those that the operator has named', () => {
  const config = { internalHosts: ['push.internal'] };
  expect(lookupOf(new URL('https://push.example.com/a'), config)).toBe(publicLookup);
  expect(lookupOf(new URL('https://push.internal.example.com/a'), config)).toBe(publicLookup);
  expect(lookupOf(new URL('https://push.internal/a'), config)).not.toBe(publicLookup);
});

// With the caches of a device that this test provides.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimSharedFiles, takeSharedFiles } from './shared-files.ts';

const now = Date.parse('2026-03-02T10:00Z');
const minuteMs = 60_000;

let stores: Map<string, Map<string, Response>>;

beforeEach(() => {
  stores = new Map();
  const addressOf = (wanted: string | Request) =>
    new URL(typeof wanted === 'string' ? wanted : wanted.url, 'https://daybook.example').href;
  vi.stubGlobal('caches', {
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return {
        keys: async () => [...store.keys()].map((url) => new Request(url)),
        match: async (wanted: string | Request) => store.get(addressOf(wanted))?.clone(),
        put: async (wanted: string | Request, response: Response) => store.set(addressOf(wanted), response),
        delete: async (wanted: string | Request) => store.delete(addressOf(wanted)),
      };
    },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** As the service worker stores it. */
async function share(name: string, minutesAgo = 0): Promise<void> {
  const headers = {
    'content-type': 'image/jpeg',
    'x-file-name': name,
    'x-shared-at': String(now - minutesAgo * minuteMs),
  };
  const cache = await caches.open('shared-files');
  await cache.put(`/share/${name}`, new Response(name, { headers }));
}

const namesFor = async (personId: string) => (await takeSharedFiles(now, personId)).files.map(({ name }) => name);

test('what is shared stays until the form has it, and what is shared meanwhile stays for the next', async () => {
  await share('taxi.jpg');
  const { remove } = await takeSharedFiles(now, 'ani');
  expect(await namesFor('ani'), 'the form was closed before').toEqual(['taxi.jpg']);
  await share('hotel.jpg');
  await remove();
  expect(await namesFor('ani')).toEqual(['hotel.jpg']);
});

test('after an hour it is missing', async () => {
  await share('taxi.jpg', 61);
  await share('hotel.jpg', 59);
  const taken = await takeSharedFiles(now, 'ani');
  expect(taken.files.map(({ name }) => name)).toEqual(['hotel.jpg']);
  expect(taken.isIncomplete).toBe(true);
});

test('it is given to the person who was the last to sign in when it was shared', async () => {
  await claimSharedFiles('ani');
  await share('taxi.jpg');
  await claimSharedFiles('ani');
  expect(await namesFor('ani')).toEqual(['taxi.jpg']);
  await claimSharedFiles('budi');
  expect(await namesFor('ani')).toEqual([]);
  await claimSharedFiles('budi');
  await share('hotel.jpg');
  expect(await namesFor('budi')).toEqual(['hotel.jpg']);
  expect(await namesFor('ani')).toEqual([]);
});

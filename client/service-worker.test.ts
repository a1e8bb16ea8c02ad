// The service worker in a world of its own: caches of a device, which may be full, and a server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';

const origin = 'https://daybook.example';
const source = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8')
  .replace('const files = [];', `const files = ['/index.html', '/assets/main.js'];`)
  .replace("const release = '';", `const release = 'release-new';`);

/** What the worker is wanted to do, as a browser asks. */
type BrowserEvent = {
  request?: Request;
  waitUntil: (work: Promise<unknown>) => void;
  respondWith: (answer: Promise<Response>) => void;
};

/** `isFull` refuses what is stored next. */
function startDevice({ ended = () => {}, isSubscribed = true } = {}) {
  const device = { isFull: (_: string) => false, statusOf: (_: string) => 200, isSilent: false };
  const stores = new Map<string, Map<string, Response>>();
  const late: (() => void)[] = [];
  const listeners = new Map<string, (event: BrowserEvent) => void>();
  const addressOf = (wanted: string | Request) =>
    new URL(typeof wanted === 'string' ? wanted : wanted.url, origin).href;
  const send = async (wanted: string | Request) => {
    if (device.isSilent) await new Promise<void>((resolve) => late.push(resolve));
    const status = device.statusOf(new URL(addressOf(wanted)).pathname);
    return new Response(`content of ${addressOf(wanted)}`, { status });
  };
  const cacheOf = (store: Map<string, Response>) => ({
    match: async (wanted: string | Request) => store.get(addressOf(wanted))?.clone(),
    keys: async () => [...store.keys()].map((url) => new Request(url)),
    delete: async (wanted: string | Request) => store.delete(addressOf(wanted)),
    put: async (wanted: string | Request, response: Response) => {
      if (device.isFull(addressOf(wanted))) throw new DOMException('The device is full.', 'QuotaExceededError');
      store.delete(addressOf(wanted));
      store.set(addressOf(wanted), response);
    },
    addAll: async (wanted: Request[]) => {
      const loaded = await Promise.all(wanted.map(async (one) => [one.url, await send(one)] as const));
      if (wanted.some(({ url }) => device.isFull(url))) throw new DOMException('Full.', 'QuotaExceededError');
      for (const [url, response] of loaded) store.set(url, response);
    },
  });
  const caches = {
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return cacheOf(store);
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (wanted: string | Request) =>
      [...stores.values()].flatMap((store) => store.get(addressOf(wanted)) ?? [])[0]?.clone(),
  };
  const subscription = { endpoint: 'https://push.example/1', unsubscribe: async () => ended() };
  const self = {
    location: { origin },
    addEventListener: (name: string, listener: (event: BrowserEvent) => void) => listeners.set(name, listener),
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
    registration: { pushManager: { getSubscription: async () => (isSubscribed ? subscription : null) } },
    Temporal: {},
  };
  function PathRequest(path: string, options: RequestInit) {
    return new Request(new URL(path, origin), options);
  }
  const given = { self, caches, fetch: send, Request: PathRequest, Response, URL, crypto, console };
  runInNewContext(source, {
    ...given,
    AbortSignal,
    setTimeout: (...wait: Parameters<typeof setTimeout>) => setTimeout(...wait),
  });
  const ask = async (name: string, request?: Request): Promise<Response | undefined> => {
    const works: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    listeners.get(name)?.({
      ...(request && { request }),
      waitUntil: (work) => works.push(work),
      respondWith: (response) => {
        answer = response;
      },
    });
    await Promise.all(works);
    return answer;
  };
  const answerLate = () => {
    for (const answer of late.splice(0)) answer();
  };
  return { device, stores, ask, caches, answerLate };
}

const get = (path: string) => new Request(new URL(path, origin));

/** The mode of a request for a page cannot be given to the constructor. */
const pageAt = (path: string) => Object.defineProperty(get(path), 'mode', { value: 'navigate' });

function shared(...names: string[]): Request {
  const body = new FormData();
  for (const name of names) body.append('receipts', new File([name], name, { type: 'image/jpeg' }));
  return new Request(new URL('/share', origin), { method: 'POST', body });
}

test('on a device without room the application is loaded all the same', async () => {
  const { device, stores, ask } = startDevice();
  const loaded = await ask('fetch', get('/assets/reports.js'));
  expect(await loaded?.text()).toContain('/assets/reports.js');
  expect([...(stores.get('release-new')?.keys() ?? [])], 'with room it is stored').toHaveLength(1);
  device.isFull = () => true;
  const script = await ask('fetch', get('/assets/approvals.js'));
  expect(await script?.text()).toContain('/assets/approvals.js');
});

test('a release that found no room does not count as the previous one: files of open tabs stay', async () => {
  const { device, stores, ask, caches } = startDevice();
  stores.set('release-open', new Map([[`${origin}/assets/old.js`, new Response('old')]]));
  device.isFull = (address) => address.endsWith('main.js');
  await expect(ask('install')).rejects.toThrow('Full.');
  expect(await caches.keys()).toEqual(['release-open']);
  device.isFull = () => false;
  await ask('install');
  await ask('activate');
  expect(await caches.keys()).toEqual(['release-open', 'release-new']);
});

test('an attempt to store the files again that fails deletes none of them', async () => {
  const { device, stores, ask } = startDevice();
  await ask('install');
  device.isFull = () => true;
  await expect(ask('install')).rejects.toThrow('Full.');
  expect(stores.get('release-new')?.size).toBe(2);
});

test('what is shared stays until the form takes it, in its order, also what was shared before', async () => {
  const { stores, ask } = startDevice();
  const opened = await ask('fetch', shared('taxi.jpg', 'hotel.jpg'));
  expect(opened?.status).toBe(303);
  expect(opened?.headers.get('location')).toContain('/worklogs?new=');
  await ask('fetch', shared('meal.jpg'));
  const kept = [...(stores.get('shared-files')?.values() ?? [])];
  expect(kept.map(({ headers }) => headers.get('x-file-name'))).toEqual(['taxi.jpg', 'hotel.jpg', 'meal.jpg']);
});

test('where there is no room for all that is shared nothing of it is kept, and the form is opened', async () => {
  const { device, stores, ask } = startDevice();
  await ask('fetch', shared('before.jpg'));
  let count = 0;
  device.isFull = () => ++count === 2;
  const opened = await ask('fetch', shared('taxi.jpg', 'hotel.jpg'));
  expect(opened?.headers.get('location')).toContain('/worklogs?new=shared');
  const kept = [...(stores.get('shared-files')?.values() ?? [])];
  expect(kept.map(({ headers }) => headers.get('x-file-name'))).toEqual(['before.jpg']);
  const broken = new Request(new URL('/share', origin), { method: 'POST', body: 'no form' });
  expect((await ask('fetch', broken))?.status).toBe(303);
});

test('the subscription of the browser ends with the session, and not with the connection', async () => {
  let endings = 0;
  const { device, ask } = startDevice({
    ended: () => {
      endings += 1;
    },
  });
  device.statusOf = (path) => (path === '/api/v1/account/push' ? 503 : 200);
  await ask('fetch', pageAt('/dashboard'));
  expect(endings).toBe(0);
  device.statusOf = (path) => (path === '/api/v1/account/push' ? 401 : 200);
  await ask('fetch', pageAt('/dashboard'));
  expect(endings).toBe(1);
});

test('a page whose request is not answered for four seconds is the stored application; the rest of it is not waited for', async () => {
  vi.useFakeTimers();
  const { device, ask, answerLate } = startDevice({ isSubscribed: false });
  await ask('install');
  device.isSilent = true;
  const page = start(ask('fetch', pageAt('/worklogs')));
  await vi.advanceTimersByTimeAsync(3_900);
  expect(page.answer).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  expect(await page.answer?.text()).toContain('/index.html');
  const icon = start(ask('fetch', get('/index.html')));
  await vi.advanceTimersByTimeAsync(0);
  expect(icon.answer?.status).toBe(200);
  answerLate();
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
});

test('where nothing is stored, a page is waited for', async () => {
  vi.useFakeTimers();
  const { device, ask, answerLate } = startDevice({ isSubscribed: false });
  device.isSilent = true;
  const page = start(ask('fetch', pageAt('/worklogs')));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(page.answer).toBeUndefined();
  answerLate();
  await vi.advanceTimersByTimeAsync(0);
  expect(await page.answer?.text()).toContain('/worklogs');
  vi.useRealTimers();
});

/** With its answer, once there is one. */
function start(wanted: Promise<Response | undefined>) {
  const started: { answer?: Response | undefined } = {};
  wanted.then((answer) => {
    started.answer = answer;
  });
  return started;
}

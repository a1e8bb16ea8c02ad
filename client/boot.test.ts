// boot.js in a world of its own: what is stored on a device, and a server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';

const source = readFileSync(join(import.meta.dirname, 'public', 'boot.js'), 'utf8');

const worklogs = '/api/v1/companies/quay/worklogs?workerIds=wati&from=2026-11-01&to=2026-11-30&page=1';
const auth = { isAuthenticated: true, user: { uid: 'wati' } };
const visited = { '/worklogs': ['?page=1', worklogs], '/dashboard': ['', '/api/v1/companies/quay/dashboard'] };

type Sent = { url: string; headers: Record<string, string> };
type Stored = Record<string, unknown>;
type First = NonNullable<typeof daybookFirstRequest>;

const read = (url: string) => ({ url, init: { method: 'GET' } });

function addressOf(address: string) {
  const { pathname, search, href } = new URL(address, 'https://daybook.example');
  return { pathname, search, href };
}

/** Opens a page on a device. `status`: of what is not the session. */
function openPage(
  stored: Stored,
  { address = '/worklogs?page=1', status = 200, isFull = false, isSilent = false } = {},
) {
  const kept = new Map(Object.entries(stored).map(([key, value]) => [key, JSON.stringify(value)]));
  const sent: Sent[] = [];
  const location = addressOf(address);
  const window: Pick<Window, 'daybookSessionInTime' | 'daybookInstallOffer'> & { daybookFirstRequest?: First } = {};
  const listeners = new Map<string, (event: Event) => void>();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('The device is full.', 'QuotaExceededError');
      kept.set(key, value);
    },
  };
  runInNewContext(source, {
    window,
    localStorage,
    location,
    document: { documentElement: { dataset: {}, lang: 'en' }, querySelector: () => ({}) },
    matchMedia: () => ({ matches: false }),
    addEventListener: (type: string, listener: (event: Event) => void) => listeners.set(type, listener),
    AbortSignal,
    setTimeout: (...wait: Parameters<typeof setTimeout>) => setTimeout(...wait),
    fetch: async (url: string, { headers }: Sent) => {
      sent.push({ url, headers: { ...headers } });
      if (isSilent) await new Promise(() => {});
      return new Response(`content of ${url}`, { status: url.endsWith('/session') ? 200 : status });
    },
  });
  const { daybookFirstRequest: first, daybookSessionInTime: inTime } = window;
  const goTo = (next: string) => Object.assign(location, addressOf(next));
  if (!first) throw new Error('boot.js offers nothing.');
  return {
    first,
    inTime,
    window,
    dispatch: (event: Event) => listeners.get(event.type)?.(event),
    goTo,
    signIn: (uid: string | null) =>
      kept.set('auth', JSON.stringify(uid === null ? {} : { isAuthenticated: true, user: { uid } })),
    sent,
    urls: sent.map(({ url }) => url),
    storedNow: (key: string) => JSON.parse(kept.get(key) ?? 'null'),
  };
}

test('what the page asked for first at its last visit is requested for the person who was signed in', async () => {
  const { first, sent } = openPage({ auth, 'first-requests': visited });
  expect(sent.map(({ url }) => url)).toEqual(['/api/v1/session', worklogs]);
  expect(sent.map(({ headers }) => headers['daybook-person'])).toEqual([undefined, 'wati']);
  expect(await first.take(read(worklogs))).toBe(`content of ${worklogs}`);
  expect(first.take(read(worklogs)), 'once').toBeUndefined();
});

test('the response is for the same request of the same person only', async () => {
  const { first, signIn } = openPage({ auth, 'first-requests': visited });
  expect(first.take(read(`${worklogs}0`))).toBeUndefined();
  for (const other of ['cahya', null]) {
    signIn(other);
    expect(first.take(read(worklogs))).toBeUndefined();
  }
  signIn('wati');
  expect(await first.take(read(worklogs))).toBe(`content of ${worklogs}`);
});

test('a response that something has outdated, or that the first page did not ask for, is not used', () => {
  const changed = openPage({ auth, 'first-requests': visited });
  changed.first.drop([]);
  changed.first.drop(['worklogs']);
  expect(changed.first.take(read(worklogs))).toBeUndefined();
  const left = openPage({ auth, 'first-requests': visited });
  left.goTo('/upgrade');
  left.first.take(read('/api/v1/companies/quay'));
  left.goTo('/worklogs?page=1');
  expect(left.first.take(read(worklogs))).toBeUndefined();
});

test('a refusal is no response', async () => {
  const { first } = openPage({ auth, 'first-requests': visited }, { status: 401 });
  expect(await first.take(read(worklogs))).toBeUndefined();
});

test('without a visit of this address, or signed out, only the session is requested', () => {
  const only = ['/api/v1/session'];
  expect(openPage({ auth }).urls).toEqual(only);
  expect(openPage({ auth, 'first-requests': visited }, { address: '/worklogs' }).urls).toEqual(only);
  expect(openPage({ auth, 'first-requests': visited }, { address: '/projects' }).urls).toEqual(only);
  expect(openPage({ 'first-requests': visited }).urls).toEqual(only);
  expect(openPage({ auth: { isAuthenticated: false }, 'first-requests': visited }).urls).toEqual(only);
});

test('the first request of each page is remembered with the address of the page', () => {
  const { first, goTo, storedNow } = openPage({ auth, 'first-requests': visited });
  const list = '/api/v1/companies/quay/worklogs';
  const remembered: [address: string, requests: string[], stored: string][] = [
    [
      '/worklogs',
      [
        '/api/v1/companies/quay/timer',
        `${list}?workerIds=wati&from=2026-11-01&to=2026-11-30&page=1`,
        `${list}?workerIds=wati&from=2026-11-01&to=2026-11-30&page=2`,
      ],
      `${list}?workerIds=wati&from=2026-11-01&to=2026-11-30&page=1`,
    ],
    [
      '/worklogs?page=2',
      [`${list}?workerIds=wati&from=2026-11-01&to=2026-11-30&page=2`],
      `${list}?workerIds=wati&from=2026-11-01&to=2026-11-30&page=2`,
    ],
    [
      '/approvals',
      [`${list}?access=decide&pageSize=10`, `${list}?access=decide&page=1`],
      `${list}?access=decide&page=1`,
    ],
  ];
  for (const [address, requests, expected] of remembered) {
    goTo(address);
    for (const request of requests) first.take(read(request));
    const { pathname, search } = addressOf(address);
    expect(storedNow('first-requests')).toMatchObject({ [pathname]: [search, expected] });
  }
  expect(storedNow('first-requests')).toMatchObject({ '/dashboard': visited['/dashboard'] });
});

test('a full device remembers nothing', () => {
  const { first, storedNow } = openPage({ auth }, { isFull: true });
  expect(first.take(read(worklogs))).toBeUndefined();
  expect(storedNow('first-requests')).toBeNull();
});

test('a silent server is not waited for: after four seconds the page may use what the device has', async () => {
  vi.useFakeTimers();
  const { first, inTime } = openPage({ auth, 'first-requests': visited }, { isSilent: true });
  const answers: unknown[] = [];
  inTime?.then((session) => answers.push(session));
  first.take(read(worklogs))?.then((text) => answers.push(text));
  await vi.advanceTimersByTimeAsync(3_900);
  expect(answers).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(answers).toEqual([undefined, undefined]);
  vi.useRealTimers();
});

test('the offer to install is kept for the application, and the browser’s own is not prevented', () => {
  const { window, dispatch } = openPage({});
  const offer = new Event('beforeinstallprompt', { cancelable: true });
  dispatch(offer);
  expect(window.daybookInstallOffer).toBe(offer);
  expect(offer.defaultPrevented).toBe(false);
});

// Whether the list of what waits says how to install Daybook.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findInstallHint, hideInstallHint, install, requestPersistence } from './install.ts';

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1';
const macintosh = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15';
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36';

type Device = { userAgent: string; maxTouchPoints?: number; isStandalone?: boolean; isPersistent?: boolean };

const prompt = vi.fn(async () => ({ outcome: 'accepted' as const }));

function useDevice({ userAgent, maxTouchPoints = 5, isStandalone = false, isPersistent = false }: Device): void {
  const storage = { persisted: async () => isPersistent, persist: async () => isPersistent };
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints, storage });
  vi.stubGlobal('window', { matchMedia: () => ({ matches: isStandalone }) });
}

const offer = () => Object.assign(window, { daybookInstallOffer: { prompt } });

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.clearAllMocks();
});

test('in a tab of an iPhone or iPad, the menu does it; on the home screen it is done', async () => {
  useDevice({ userAgent: iPhone });
  expect(await findInstallHint()).toBe('home-screen');
  useDevice({ userAgent: macintosh });
  expect(await findInstallHint(), 'an iPad').toBe('home-screen');
  useDevice({ userAgent: macintosh, maxTouchPoints: 0 });
  expect(await findInstallHint(), 'a Mac').toBeNull();
  useDevice({ userAgent: iPhone, isStandalone: true });
  expect(await findInstallHint()).toBeNull();
});

test('elsewhere, only where the browser offers it, and only once', async () => {
  useDevice({ userAgent: android });
  expect(await findInstallHint()).toBeNull();
  offer();
  expect(await findInstallHint()).toBe('offered');
  await install();
  expect(prompt).toHaveBeenCalledOnce();
  expect(await findInstallHint()).toBeNull();
  await install();
  expect(prompt, 'it is used up').toHaveBeenCalledOnce();
});

test('nothing where the browser keeps what is stored', async () => {
  useDevice({ userAgent: iPhone, isPersistent: true });
  expect(await findInstallHint()).toBeNull();
  useDevice({ userAgent: android, isPersistent: true });
  offer();
  expect(await findInstallHint()).toBeNull();
});

test('an answer that is due is awaited', async () => {
  useDevice({ userAgent: iPhone });
  let isPersistent = false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  vi.stubGlobal('navigator', {
    userAgent: iPhone,
    storage: { persisted: async () => isPersistent, persist: () => promise },
  });
  requestPersistence();
  const found = findInstallHint();
  isPersistent = true;
  resolve(true);
  expect(await found).toBeNull();
});

test('“Not now” hides it for 30 days', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  useDevice({ userAgent: iPhone });
  hideInstallHint();
  expect(await findInstallHint()).toBeNull();
  vi.advanceTimersByTime(29 * 86_400_000);
  expect(await findInstallHint()).toBeNull();
  vi.advanceTimersByTime(2 * 86_400_000);
  expect(await findInstallHint()).toBe('home-screen');
});

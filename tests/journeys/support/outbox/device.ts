// A phone with up to two tabs, its connection and its clock. What people do on it goes through the part of the built application that
// keeps worklogs on the device (client/worklogs/unsent/); what it has stored is read from the database of the browser.
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { z } from 'zod';
import { type Connection, type PhoneProxy, startPhoneProxy } from './proxy.ts';

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

export type Phone = {
  context: BrowserContext;
  proxy: PhoneProxy;
  tabs: (Page | null)[];
  /** Whose session the browser has. */
  personId: string;
};

export async function startDevice(browser: Browser, baseURL: string, clockAheadMs: number): Promise<Phone> {
  const proxy = await startPhoneProxy();
  // Also for localhost, which Chromium connects to directly otherwise.
  const context = await browser.newContext({ baseURL, proxy: { server: proxy.url, bypass: '<-loopback>' } });
  await context.addInitScript((ahead) => {
    const RealDate = Date;
    const now = () => RealDate.now() + ahead;
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
  }, clockAheadMs);
  return { context, proxy, tabs: [null, null], personId: '' };
}

/** As if they had signed in: open tabs notice it by their next request. */
export async function takeSession(device: Phone, person: { personId: string; cookies: Cookies }): Promise<void> {
  await device.context.clearCookies();
  await device.context.addCookies(person.cookies);
  device.personId = person.personId;
}

export async function connect(device: Phone, connection: Connection | 'offline'): Promise<void> {
  device.proxy.state.connection = connection === 'offline' ? 'cut' : connection;
  await device.context.setOffline(connection === 'offline');
}

/** Null while nothing can be loaded. */
export async function openTab(device: Phone, index: number): Promise<Page | null> {
  const open = device.tabs[index];
  if (open) return open;
  if (device.proxy.state.connection === 'cut') return null;
  const page = await device.context.newPage();
  page.setDefaultTimeout(30_000);
  device.tabs[index] = page;
  await loadPage(page);
  return page;
}

/** Until what keeps worklogs on the device is loaded, which then measures the clock. */
async function loadPage(page: Page): Promise<void> {
  const measured = page.waitForResponse(/\/health$/);
  await page.goto('/worklogs');
  await measured;
}

/** As the system does it when it needs the memory. */
export async function killTab(device: Phone, index: number): Promise<void> {
  await device.tabs[index]?.close();
  device.tabs[index] = null;
}

export async function reloadTab(device: Phone, index: number): Promise<void> {
  await killTab(device, index);
  await openTab(device, index);
}

const stored = z.object({
  worklogId: z.string(),
  personId: z.string(),
  intent: z.enum(['start', 'create', 'change', 'withdraw']),
  revision: z.number(),
  refusedCode: z.string().nullable(),
  written: z.object({ notes: z.string().default('') }),
  receipts: z.array(z.unknown()),
});

export type StoredEntry = z.infer<typeof stored>;

/** What waits on the device, of anybody. */
export async function storedEntries(page: Page): Promise<StoredEntry[]> {
  const found = await page.evaluate(
    () =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open('daybook-unsent', 1);
        opening.onupgradeneeded = () => {
          for (const name of ['entries', 'files']) opening.result.createObjectStore(name);
        };
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const request = opening.result.transaction('entries').objectStore('entries').getAll();
          request.onsuccess = () => {
            opening.result.close();
            resolve(request.result);
          };
        };
      }),
  );
  return z.array(stored).parse(found);
}

/** What the person gives up at the end of a run. */
export const clearEntries = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('daybook-unsent', 1);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(['entries', 'files'], 'readwrite');
          for (const name of ['entries', 'files']) transaction.objectStore(name).clear();
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );

const manifest = z.record(z.string(), z.object({ file: z.string() }));

/** The file of the build that has the parts of client/worklogs/unsent/. */
export function unsentPartsUrl(): string {
  const built = manifest.parse(JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')));
  return `/${built['worklogs/unsent/parts.tsx']?.file}`;
}

// A phone with up to two tabs, its connection and its clock. What people do on it goes through the part of the built application that
// keeps worklogs on the device (client/worklogs/unsent/); what it has stored is read from the database of the browser.
import { readFileSync, rmSync } from 'node:fs';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { testFolder } from '../../../support/test-folder.ts';
import { type Connection, type PhoneProxy, startPhoneProxy } from './proxy.ts';

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

type Person = { personId: string; cookies: Cookies };

export type Phone = {
  /** What the browser stores, also after it was killed. */
  folder: string;
  clockAheadMs: number;
  context: BrowserContext;
  proxy: PhoneProxy;
  tabs: (Page | null)[];
  /** Whose session the browser has. */
  person: Person | null;
  /** How often its browser was killed. */
  kills: number;
  /** Its storage takes nothing more. */
  isFull: boolean;
};

/** Its browser is a separate process. */
export async function startDevice(clockAheadMs: number): Promise<Phone> {
  const folder = testFolder('phone');
  const proxy = await startPhoneProxy();
  const context = await startBrowser(folder, clockAheadMs, proxy);
  return { folder, clockAheadMs, context, proxy, tabs: [null, null], person: null, kills: 0, isFull: false };
}

export async function endDevice({ context, proxy, folder }: Phone): Promise<void> {
  await context.close();
  proxy.close();
  rmSync(folder, { recursive: true, force: true });
}

async function startBrowser(folder: string, clockAheadMs: number, proxy: PhoneProxy): Promise<BrowserContext> {
  // The options of the configuration are those of this browser too.
  const context = await chromium.launchPersistentContext(folder, {
    // Also for localhost, which Chromium connects to directly otherwise.
    proxy: { server: proxy.url, bypass: '<-loopback>' },
  });
  await context.addInitScript((ahead) => {
    const RealDate = Date;
    const now = () => RealDate.now() + ahead;
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
  }, clockAheadMs);
  await context.addInitScript(prepareStorage);
  return context;
}

/** Runs in each page, before it. */
function prepareStorage(): void {
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...given) {
    if (Reflect.get(globalThis, 'isFull')) throw new DOMException('The device is full.', 'QuotaExceededError');
    return put.apply(this, given);
  };
  const photoFile = (base64: string): File =>
    new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], 'photo.png', { type: 'image/png' });
  Object.assign(globalThis, { photoFile });
}

/** Also for tabs that are opened later. */
export async function fillStorage(device: Phone, isFull: boolean): Promise<void> {
  device.isFull = isFull;
  for (const page of device.tabs) await page?.evaluate(setFull, isFull);
}

const setFull = (isFull: boolean): void => void Object.assign(globalThis, { isFull });

/** As if they had signed in: open tabs notice it by their next request. */
export async function takeSession(device: Phone, person: Person): Promise<void> {
  await device.context.clearCookies();
  await device.context.addCookies(person.cookies);
  device.person = person;
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
  await page.addInitScript(setFull, device.isFull);
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

/** As the system does it when it needs the memory for something else: no part of the browser can finish what it is doing. */
export async function killBrowser(device: Phone): Promise<void> {
  const { context, folder, clockAheadMs, proxy, person } = device;
  const devtools = await context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? {};
  const main = processInfo.find(({ type }) => type === 'browser');
  if (!main) throw new Error('The browser is a process.');
  const closed = context.waitForEvent('close');
  process.kill(main.id, 'SIGKILL');
  await closed;
  device.kills += 1;
  device.tabs = [null, null];
  device.context = await startBrowser(folder, clockAheadMs, proxy);
  // Chromium stores cookies only every half a minute.
  if (person) await takeSession(device, person);
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

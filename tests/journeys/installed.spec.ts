// Daybook on a phone's home screen: it can be installed, starts without a connection, and an upgrade that its service worker
// notices keeps what is typed and reloads once.
import { readFileSync, rmSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { jpeg } from '../support/receipts.ts';
import { askSupervisor, copyOfRelease, renameAssets } from '../support/release-copy.ts';
import { type BrowserUser, test as journey } from './support/journey.ts';
import { untilControlled, untilCopied } from './support/offline.ts';
import { type OwnServer, startOwnServer } from './support/own-server.ts';
import { share, sharedFiles } from './support/shared-files.ts';
import { site } from './support/staging.ts';
import { beginWorklog, expectTyped } from './support/worklog-form.ts';

/** People open the server of this test. */
const test = journey.extend<{ server: OwnServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires it.
  server: async ({}, use) => {
    const server = await startOwnServer({ WORKERS: '1', NEW_COMPANY_INVITES: '1000' });
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.address),
});

// The browser logs requests without a connection, and style sheets that are gone with the second release at the end.
test.use({
  serviceWorkers: 'allow',
  expectedFaults: /Failed to fetch|ERR_INTERNET_DISCONNECTED|could not be loaded|Refused to apply style/,
});

const manifestSchema = z.object({
  lang: z.string(),
  start_url: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string().optional() })),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
});

test('it starts without a connection, says so, and continues by itself; an upgrade reloads it once', async ({
  newcomer,
  server,
}) => {
  const { worker } = await site(newcomer, 'Installed');
  const { page, context } = worker;
  await page.goto('/worklogs');
  await expect(page.getByRole('heading', { level: 1, name: 'Worklogs' })).toBeVisible();
  await untilControlled(page);

  await test.step('the manifest and its icons', async () => {
    for (const locale of ['id', 'en']) await expectManifest(page, locale);
    const script = await page.request.get('/service-worker.js');
    expect(script.headers(), 'a new one is found').toMatchObject({ 'cache-control': 'no-cache' });
    const devtools = await context.newCDPSession(page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual([]);
  });

  await test.step('nothing of the API is stored', async () => {
    const stored = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(stored).toContain('/index.html');
    expect(stored.filter((path) => path.startsWith('/api'))).toEqual([]);
  });

  await test.step('a shared photo becomes a receipt of a new worklog, once', async () => {
    await share(page, 'taxi.jpg', jpeg());
    const receipts = page.getByRole('dialog', { name: 'Add Worklog' }).getByRole('region', { name: 'Receipts' });
    await expect(receipts.getByRole('listitem')).toContainText(/taxi\.jpg.*kB/);
    await page.getByRole('button', { name: 'Remove taxi.jpg' }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Add receipts' })).toBeVisible();
    expect(await sharedFiles(page)).toEqual([]);
    await page.goto('/worklogs');
  });

  await test.step('without a connection', async () => {
    await untilCopied(page, []);
    await context.setOffline(true);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Worklogs' })).toBeVisible();
    await expect(page.getByText(/^Your worklogs as of/)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/^Your worklogs as of/)).toBeHidden();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });

  await expectOneReload(worker, server);
});

async function expectOneReload({ page }: BrowserUser, server: OwnServer): Promise<void> {
  await page.getByRole('link', { name: 'Worklogs', exact: true }).click();
  await beginWorklog(page, 'Typed before the upgrade.');
  const before = await entryOf(page);
  let documents = 0;
  page.on('domcontentloaded', () => {
    documents += 1;
  });
  const release = copyOfRelease();
  renameAssets(release);
  try {
    const replaced = await askSupervisor(server.dataDir, 'POST', '/release', { directory: release });
    expect(replaced).toMatchObject({ status: 200 });
    expect((await page.request.get(before)).status(), 'the server has no more the earlier files').toBe(404);
    await page.evaluate(async () => {
      const replacing = new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      });
      await (await navigator.serviceWorker.ready).update();
      await replacing;
    });
    expect(await page.evaluate(async (path) => (await fetch(path)).status, before), 'but the browser has').toBe(200);
    await expect(page.getByLabel('Notes (optional)')).toHaveValue('Typed before the upgrade.');
    expect(documents, 'nobody is interrupted').toBe(0);

    await page.getByRole('dialog', { name: 'Add Worklog' }).getByRole('button', { name: 'Close' }).last().click();
    await page
      .getByRole('dialog', { name: 'Not submitted yet' })
      .getByRole('button', { name: 'Close and keep it' })
      .click();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    expect(documents, 'the next page is of the new release').toBe(1);
    expect(await entryOf(page)).not.toBe(before);
    await page.getByRole('link', { name: 'Worklogs', exact: true }).click();
    await page.getByRole('button', { name: 'New Worklog' }).first().click();
    await expectTyped(page, 'Typed before the upgrade.');
    expect(documents, 'and it is loaded once').toBe(1);
  } finally {
    rmSync(release, { recursive: true });
  }
}

async function expectManifest(page: Page, locale: string): Promise<void> {
  await page.evaluate((language) => localStorage.setItem('settings', JSON.stringify({ locale: language })), locale);
  await page.reload();
  const path = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? '';
  const response = await page.request.get(path);
  expect(response.headers()).toMatchObject({
    'content-type': expect.stringContaining('application/manifest+json'),
    'cache-control': 'no-cache',
  });
  const manifest = manifestSchema.parse(await response.json());
  const messages = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(`locales/${locale}.json`, 'utf8')));
  expect(manifest).toMatchObject({ lang: locale, start_url: '/dashboard' });
  const named = manifest.shortcuts.map(({ name }) => name);
  expect(named).toEqual([
    messages.worklogs_new,
    messages.timer_start,
    messages.shell_worklogs,
    messages.shell_approvals,
  ]);
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual([
    '/worklogs?new=true',
    '/dashboard?timer=start',
    '/worklogs',
    '/approvals',
  ]);
  for (const { src, sizes } of manifest.icons) {
    const icon = await (await page.request.get(src)).body();
    // Width and height of a PNG.
    expect([src, `${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`]).toEqual([src, sizes]);
  }
}

/** The script that the document begins with. */
const entryOf = async (page: Page): Promise<string> =>
  (await page.locator('script[type="module"][src*="/assets/"]').first().getAttribute('src')) ?? '';

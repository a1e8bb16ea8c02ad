// A phone with one bar: the browser says that it is online, requests are accepted, and no answer ever comes. After some seconds that is
// treated like no connection, and what was sent is stored once. With real limits, except for an upload, whose limit is a minute.
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { png } from '../support/receipts.ts';
import { type BrowserUser, test } from './support/journey.ts';
import { untilCopied } from './support/offline.ts';
import { call, type Site, site } from './support/staging.ts';
import { warmUp, worklogsOnServer } from './support/unsent/page.ts';
import { type PhoneProxy, startPhoneProxy } from './support/unsent/proxy.ts';
import { beginWorklog, chooseReceipts, openWorklogs, unsentIn as waiting } from './support/worklog-form.ts';

type Phone = { context: BrowserContext; proxy: PhoneProxy };

const open: Phone[] = [];

test.afterEach(async () => {
  for (const { context, proxy } of open.splice(0)) {
    await context.close();
    proxy.close();
  }
});

/** With the session of the worker. */
async function startPhone(browser: Browser, { worker }: Site, serviceWorkers: 'allow' | 'block'): Promise<Phone> {
  const proxy = await startPhoneProxy();
  const context = await browser.newContext({
    // Also for localhost, which Chromium connects to directly otherwise.
    proxy: { server: proxy.url, bypass: '<-loopback>' },
    storageState: await worker.context.storageState(),
    serviceWorkers,
  });
  open.push({ context, proxy });
  return { context, proxy };
}

const bar = (page: Page) => page.getByRole('banner');
const connectionLost = (page: Page) => page.getByRole('status').getByText(/^Daybook cannot be reached/);

const timerOf = ({ page }: BrowserUser, companyId: string) => call(page, 'GET', `/companies/${companyId}/timer`);

test('a page that is not answered starts from what the device has, and what is logged there is sent later', async ({
  browser,
  newcomer,
}) => {
  const place = await site(newcomer, 'One Bar');
  const { worker, companyId } = place;
  const { context, proxy } = await startPhone(browser, place, 'allow');
  const first = await context.newPage();
  await first.goto('/worklogs');
  await untilCopied(first, []);
  await first.close();
  proxy.state.connection = 'stall';
  const page = await context.newPage();
  const begun = Date.now();
  await page.goto('/dashboard');
  await expect(page.getByRole('status').filter({ hasText: /^Your worklogs as of/ })).toBeVisible();
  expect(Date.now() - begun, 'four seconds for the page, and four for the session').toBeLessThan(16_000);
  await expect(page).toHaveURL(/\/worklogs$/);
  const form = await beginWorklog(page, 'Below the bridge.');
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  await expect(waiting(page)).toContainText('Below the bridge.');
  proxy.state.connection = 'through';
  await expect(waiting(page)).toBeHidden({ timeout: 60_000 });
  expect(await worklogsOnServer(worker, companyId)).toEqual([{ notes: 'Below the bridge.', receipts: 0, version: 1 }]);
});

test('a worklog and a timer that are not answered wait on the device, and are stored once', async ({
  browser,
  newcomer,
}) => {
  const place = await site(newcomer, 'Half a Bar');
  const { worker, companyId } = place;
  const { context, proxy } = await startPhone(browser, place, 'block');
  const [page, other] = [await context.newPage(), await context.newPage()];
  for (const one of [page, other]) {
    await openWorklogs(one);
    await warmUp(one);
  }
  await bar(other).getByRole('button', { name: 'Start a timer' }).click();
  await expect(other.getByRole('menuitem', { name: /Masonry/ })).toBeVisible();
  const form = await beginWorklog(page, 'Answered to nobody.');
  proxy.state.connection = 'stall';
  await other.getByRole('menuitem', { name: /Masonry/ }).click();
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  await expect(waiting(page)).toContainText('Answered to nobody.');
  await expect(connectionLost(page)).toBeVisible();
  await expect(bar(other).getByRole('img', { name: 'Waiting to be sent' })).toBeVisible();
  proxy.state.connection = 'through';
  for (const one of [page, other]) await one.reload();
  await expect(waiting(page)).toBeHidden();
  await expect(bar(other).getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  await expect(bar(other).getByRole('img', { name: 'Waiting to be sent' })).toBeHidden();
  expect(await worklogsOnServer(worker, companyId)).toEqual([
    { notes: 'Answered to nobody.', receipts: 0, version: 1 },
  ]);
  expect(await timerOf(worker, companyId)).toMatchObject({ timer: { version: 1 } });
});

test('a photo whose upload is not answered ends its attempt, and is uploaded once', async ({ browser, newcomer }) => {
  const place = await site(newcomer, 'No Bar for Photos');
  const { worker, companyId } = place;
  const { context, proxy } = await startPhone(browser, place, 'block');
  const page = await context.newPage();
  await page.clock.install();
  // What is loaded in advance has no limit: without a response it would occupy the connections that the photo needs.
  const loaded = Promise.all(
    ['js', 'css'].map((kind) => page.waitForResponse(new RegExp(`QuickEntryPanel-.*\\.${kind}$`))),
  );
  await openWorklogs(page);
  await warmUp(page);
  await loaded;
  const form = await beginWorklog(page, 'With a photo.');
  proxy.state.connection = 'stall';
  const uploading = page.waitForRequest(/\/receipts\?/);
  await chooseReceipts(form, { name: 'bolts.png', mimeType: 'image/png', buffer: png(40, 60) });
  await uploading;
  await page.clock.fastForward(61_000);
  await expect(form.getByText('Not uploaded yet').first()).toBeVisible();
  await expect(connectionLost(page)).toBeVisible();
  const again = page.waitForRequest(/\/receipts\?/);
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  await expect(waiting(page)).toContainText('With a photo.');
  await again;
  proxy.state.connection = 'through';
  // The attempt that began when it was kept ends, and the next one follows.
  await expect(async () => {
    await page.clock.fastForward(61_000);
    await expect(waiting(page)).toBeHidden({ timeout: 3_000 });
  }).toPass();
  expect(await worklogsOnServer(worker, companyId)).toEqual([{ notes: 'With a photo.', receipts: 1, version: 1 }]);
});

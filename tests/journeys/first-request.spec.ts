// What a page shows first is requested while its scripts are loaded, from its second visit on (client/public/boot.js).
import { expect, type Page, type Request } from '@playwright/test';
import { test } from './support/journey.ts';
import { hirePerson, logHours, openProject, signOutOnPage, site } from './support/staging.ts';

test('the data of a page are requested once, before its scripts have arrived', async ({ newcomer }) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Early Harbour');
  await logHours(worker, companyId, { taskId, from: '06:00', to: '07:00' });
  const pages = [
    { person: worker, path: '/worklogs?statuses=pending', request: '/worklogs?', heading: 'Worklogs', shown: '1 h' },
    { person: founder, path: '/approvals', request: '/worklogs?', heading: 'Worklog Approvals', shown: '1 h' },
    { person: worker, path: '/dashboard', request: '/dashboard', heading: 'Dashboard', shown: 'Your week' },
  ];
  for (const { person, path, request, heading, shown } of pages)
    await test.step(path, async () => {
      const { page } = person;
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect.poll(() => rememberedPages(page)).toContain(path.split('?')[0]);

      // So that no request of this document is counted.
      await page.goto('about:blank');
      const release = await delayScripts(page);
      const sent: string[] = [];
      const onRequest = (one: Request) => one.url().includes('/api/') && sent.push(one.url());
      page.on('request', onRequest);
      const early = page.waitForResponse((response) => isOf(response.url(), request));
      await page.goto(path, { waitUntil: 'commit' });
      expect((await early).ok()).toBe(true);
      release();
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('main')).toContainText(shown);
      const { href } = new URL((await early).url());
      expect(sent.filter((url) => url === href)).toHaveLength(1);
      page.off('request', onRequest);
      await page.unrouteAll({ behavior: 'wait' });
    });
});

test('what changes meanwhile is shown', async ({ newcomer }) => {
  const { worker, companyId, taskId } = await site(newcomer, 'Late Harbour');
  const { page } = worker;
  await logHours(worker, companyId, { taskId, from: '06:00', to: '07:00' });
  await page.goto('/worklogs');
  await expect.poll(() => rememberedPages(page)).toContain('/worklogs');
  const release = await delayScripts(page);
  const early = page.waitForResponse((response) => isOf(response.url(), '/worklogs?'));
  await page.goto('/worklogs', { waitUntil: 'commit' });
  await (await early).finished();
  await logHours(worker, companyId, { taskId, from: '08:00', to: '10:00' });
  release();
  await expect(page.getByRole('main')).toContainText('08:00');
});

test('the next person on a device sees nothing of the person before, and signing out leaves nothing', async ({
  newcomer,
}) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Shared Tablet', 4);
  const manager = await newcomer('Manda Manager');
  const managerId = await hirePerson(founder, companyId, manager, 'manager');
  const managed = await openProject(founder, companyId, 'Lighthouse', 'Painting', [managerId]);
  await logHours(worker, companyId, { taskId, from: '06:00', to: '07:00' });
  await logHours(worker, companyId, { taskId: managed.taskId, from: '08:00', to: '10:00' });
  const { page, context } = founder;
  await page.goto('/approvals');
  await expect(page.getByRole('main')).toContainText('Masonry');
  await expect.poll(() => rememberedPages(page)).toContain('/approvals');

  // Without signing out, and without a document that would notice it.
  await page.goto('about:blank');
  await context.clearCookies();
  await context.addCookies(await manager.context.cookies());
  await page.addInitScript(watchFrames, 'Masonry');
  const early = page.waitForResponse((response) => isOf(response.url(), '/worklogs?'));
  await page.goto('/approvals');
  expect((await early).status(), 'requested for the founder').toBe(401);
  await expect(page.getByRole('main')).toContainText('Painting');
  await expect(page.getByRole('main')).not.toContainText('Masonry');

  await signOutOnPage(page);
  await expect(page).toHaveURL(/\/login/);
  expect(await rememberedPages(page)).toEqual([]);
});

test('what surrounds a page is loaded after its data, but does not wait long for them', async ({ newcomer }) => {
  const { worker, companyId, taskId } = await site(newcomer, 'Quiet Harbour');
  const { page } = worker;
  await logHours(worker, companyId, { taskId, from: '06:00', to: '07:00' });
  const timer = page.getByRole('button', { name: 'Start a timer' });

  await page.route(/\/api\/.*\/worklogs\?/, async (route) => {
    await page.waitForTimeout(400);
    await route.continue();
  });
  await page.goto('/worklogs');
  await expect(timer).toBeVisible();
  await expect(page.getByRole('main')).toContainText('06:00');
  const data = await loadTimes(page, /\/api\/.*\/worklogs\?/);
  const script = await loadTimes(page, /\/assets\/TimerControl-/);
  const isAfterData = script.start >= data.end;
  const hasWaited = script.start - data.start >= 1_500;
  expect(isAfterData || hasWaited, JSON.stringify({ data, script })).toBe(true);

  await page.unrouteAll({ behavior: 'wait' });
  const released = Promise.withResolvers<void>();
  await page.route(/\/api\/.*\/worklogs\?/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(timer).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('06:00');
  released.resolve();
  await expect(page.getByRole('main')).toContainText('06:00');
});

const isOf = (url: string, request: string): boolean => url.includes('/api/') && url.includes(request);

const rememberedPages = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('first-requests') ?? '{}')));

/** In ms since the navigation, of the first request of this address. */
const loadTimes = (page: Page, address: RegExp): Promise<{ start: number; end: number }> =>
  page.evaluate((pattern) => {
    const found = performance.getEntriesByType('resource').find(({ name }) => name.match(pattern));
    if (!(found instanceof PerformanceResourceTiming)) throw new Error(`Nothing was loaded from ${pattern}.`);
    return { start: found.startTime, end: found.responseEnd };
  }, address.source);

/** Scripts of the next page arrive when the returned function is called. */
async function delayScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

/** Records each frame that shows what belongs to somebody else. */
function watchFrames(others: string): void {
  const checkFrame = () => {
    const shown = document.querySelector('main')?.textContent ?? '';
    if (shown.includes(others)) console.error(`Drawn for somebody else: ${shown}`);
    requestAnimationFrame(checkFrame);
  };
  requestAnimationFrame(checkFrame);
}

// A browser without Temporal, such as Safari, loads a polyfill before the application starts: it is stored, too.
import { expect } from '@playwright/test';
import { test } from './support/journey.ts';
import { untilCopied } from './support/offline.ts';
import { call, site } from './support/staging.ts';

test.use({
  serviceWorkers: 'allow',
  expectedFaults: /Failed to fetch|ERR_INTERNET_DISCONNECTED|could not be loaded/,
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--js-flags=--no-harmony-temporal'] });
    },
    { scope: 'worker' },
  ],
});

test('a browser without Temporal starts without a connection, after one visit', async ({ newcomer }) => {
  const { worker, companyId, taskId } = await site(newcomer, 'Another Browser');
  const { page, context } = worker;
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' });
  const times = { start: `${today}T00:01`, end: `${today}T00:02` };
  await call(page, 'POST', `/companies/${companyId}/worklogs`, { taskId, ...times, notes: 'Poured the floor.' });
  await page.goto('/worklogs');
  await expect(page.getByText('Poured the floor.')).toBeVisible();
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(
    scripts.filter((url) => /\/assets\/global-/.test(url)),
    'the polyfill',
  ).toHaveLength(1);
  await untilCopied(page, ['Poured the floor.']);
  // It is only a cache: the browser may delete it at any time.
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await page.close();
  await context.setOffline(true);
  const offline = await context.newPage();
  await offline.goto('/worklogs');
  await expect(offline.getByText(/^Your worklogs as of/)).toBeVisible();
  await expect(offline.getByText('Poured the floor.')).toBeVisible();
});

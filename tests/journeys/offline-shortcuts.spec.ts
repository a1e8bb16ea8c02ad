// The shortcuts of an installed application without a connection.
import { expect } from '@playwright/test';
import { test } from './support/journey.ts';
import { untilCopied } from './support/offline.ts';
import { site } from './support/staging.ts';

test.use({ serviceWorkers: 'allow', expectedFaults: /Failed to fetch|ERR_INTERNET_DISCONNECTED|could not be loaded/ });

test('the shortcuts open a new worklog and the tasks of a timer without a connection, too', async ({ newcomer }) => {
  const { worker } = await site(newcomer, 'Shortcuts Below');
  const { context } = worker;
  await worker.page.goto('/worklogs');
  await untilCopied(worker.page, []);
  await worker.page.close();
  await context.setOffline(true);
  const page = await context.newPage();
  await page.goto('/worklogs?new=true');
  await expect(page.getByRole('dialog', { name: 'Add Worklog' })).toBeVisible();
  await page.goto('/dashboard?timer=start');
  await page.getByRole('menuitem', { name: /Masonry/ }).click();
  await expect(page).toHaveURL('/worklogs');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('img', { name: 'Waiting to be sent' })).toBeVisible();
});

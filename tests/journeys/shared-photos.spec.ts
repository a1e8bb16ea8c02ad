// Photos that are shared with the installed Daybook when nobody is signed in, or when the device has no room for them.
import { expect, type Page } from '@playwright/test';
import { jpeg } from '../support/receipts.ts';
import { type BrowserUser, expectAccessible, test } from './support/journey.ts';
import { untilControlled } from './support/offline.ts';
import { passMinutes, share, sharedFiles } from './support/shared-files.ts';
import { hirePerson, signIn, site } from './support/staging.ts';

test.use({ serviceWorkers: 'allow', expectedFaults: /Failed to fetch/ });

const form = (page: Page) => page.getByRole('dialog', { name: 'Add Worklog' });
const receipts = (page: Page) => form(page).getByRole('region', { name: 'Receipts' });
const lost = (page: Page) => form(page).getByText('A file that was shared could not be added', { exact: false });

/** The session has expired when the photos are shared. */
async function shareSignedOut({ page, context }: BrowserUser, ...names: string[]): Promise<void> {
  await context.clearCookies();
  for (const name of names) {
    await share(page, name, jpeg());
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
  }
}

test('photos that are shared before signing in again become receipts, those of yesterday and of others do not', async ({
  newcomer,
}) => {
  const { founder, worker, companyId } = await site(newcomer, 'Shared');
  const other = await newcomer('Budi Second');
  await hirePerson(founder, companyId, other, 'worker');
  const { page } = worker;
  await page.goto('/worklogs');
  await untilControlled(page);

  await test.step('all of them, in their order, also after a while', async () => {
    await shareSignedOut(worker, 'taxi.jpg', 'hotel.jpg');
    expect(await sharedFiles(page)).toEqual(['taxi.jpg', 'hotel.jpg']);
    await passMinutes(page, 20);
    await signIn(page, worker.email);
    // Two are uploaded at a time, and the first to arrive is shown first.
    for (const name of [/taxi\.jpg.*kB/, /hotel\.jpg.*kB/])
      await expect(receipts(page).getByRole('listitem').filter({ hasText: name })).toHaveCount(1);
    await expect(lost(page)).toBeHidden();
    await expect.poll(() => sharedFiles(page)).toEqual([]);
    await expect(page).toHaveURL(/\?new=true$/);
    for (const name of ['taxi.jpg', 'hotel.jpg']) await page.getByRole('button', { name: `Remove ${name}` }).click();
  });

  await test.step('one that is too old is not added, and the form says so, once', async () => {
    await shareSignedOut(worker, 'old.jpg');
    await passMinutes(page, 61);
    await signIn(page, worker.email);
    await expect(lost(page)).toBeVisible();
    await expect(receipts(page).getByRole('listitem')).toHaveCount(0);
    await expect.poll(() => sharedFiles(page)).toEqual([]);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Add receipts' })).toBeVisible();
    await expect(lost(page)).toBeHidden();
  });

  await test.step('one of another person is not added, but deleted', async () => {
    await shareSignedOut(worker, 'private.jpg');
    await signIn(page, other.email);
    await expect(lost(page)).toBeVisible();
    await expect(receipts(page).getByRole('listitem')).toHaveCount(0);
    expect(await sharedFiles(page)).toEqual([]);
    await share(page, 'own.jpg', jpeg());
    await expect(receipts(page).getByRole('listitem'), 'their own is').toContainText([/own\.jpg.*kB/]);
    await page.getByRole('button', { name: 'Remove own.jpg' }).click();
  });

  await test.step('also if they do not open the form', async () => {
    await shareSignedOut(worker, 'own.jpg');
    await page.evaluate(() => sessionStorage.clear());
    await signIn(page, worker.email);
    await expect(page).toHaveURL(/dashboard/);
    await expect.poll(() => sharedFiles(page)).toEqual([]);
  });

  await test.step('without room on the device the form says so', async () => {
    const [serviceWorker] = worker.context.serviceWorkers();
    await serviceWorker?.evaluate(() => {
      Cache.prototype.put = () => Promise.reject(new DOMException('The device is full.', 'QuotaExceededError'));
    });
    await share(page, 'large.jpg', jpeg());
    await expect(lost(page)).toBeVisible();
    await expectAccessible(page, 'a shared file that could not be added');
  });
});

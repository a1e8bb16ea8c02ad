// The list of what waits says how to install Daybook, where the browser may delete it.
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from './support/journey.ts';
import { signOutOnPage, site } from './support/staging.ts';
import { openAndLoseConnection, submitOffline } from './support/unsent/page.ts';
import { openWorklogs, unsentIn as waiting } from './support/worklog-form.ts';

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1';

test('where the browser offers the installation, a button accepts it; the hint ends when the storage is kept', async ({
  newcomer,
}) => {
  const { worker } = await site(newcomer, 'Offered Yard');
  const { page } = worker;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(() => {
    const { storage } = navigator;
    const isGranted = () => document.documentElement.dataset.isInstalled === 'true';
    storage.persisted = async () => isGranted();
    storage.persist = async () => isGranted();
  });
  await openAndLoseConnection(page);
  await submitOffline(page, 'Waits in a tab.');
  const button = waiting(page).getByRole('button', { name: 'Install', exact: true });
  await expect(waiting(page)).toContainText('Waits in a tab.');
  await expect(button, 'nothing is offered').toBeHidden();

  await offerInstallation(page);
  await expect(waiting(page)).toContainText('This browser may delete what waits here');
  await expectAccessible(page, 'the hint to install');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await button.click();
  await expect(button).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.dataset.isPrompted)).toBe('true');

  await offerInstallation(page);
  await expect(button, 'the person has cancelled it, and the browser offers it again').toBeVisible();
  await page.evaluate(() => {
    document.documentElement.dataset.isInstalled = 'true';
    window.dispatchEvent(new Event('appinstalled'));
  });
  await expect(button).toBeHidden();
  await offerInstallation(page);
  await expect(waiting(page)).toContainText('Waits in a tab.');
  await expect(button).toBeHidden();
});

test('in a browser of an iPhone it names the menu; “Not now” hides it at later visits, too, and after signing out', async ({
  newcomer,
}) => {
  const { worker } = await site(newcomer, 'Home Screen Yard');
  const { page, context } = worker;
  await page.addInitScript((userAgent) => {
    Object.defineProperty(navigator, 'userAgent', { value: userAgent });
    navigator.storage.persisted = async () => false;
  }, iPhone);
  await openAndLoseConnection(page);
  await submitOffline(page, 'Waits on an iPhone.');
  const hint = waiting(page).getByText('choose Share, then Add to Home Screen');
  await expect(hint).toBeVisible();
  await expect(waiting(page).getByRole('button', { name: 'Install', exact: true })).toBeHidden();
  await expectAccessible(page, 'how to install on an iPhone');
  await waiting(page).getByRole('button', { name: 'Not now' }).click();
  await expect(hint).toBeHidden();

  await page.route('**/worklogs', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await context.setOffline(false);
  await openWorklogs(page);
  await expect(waiting(page)).toContainText('Waits on an iPhone.');
  await expect(hint).toBeHidden();
  await signOutOnPage(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Keep and sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('install-hint-hidden'))).toMatch(/^\d+$/);
  // A repetition may be in progress.
  await page.unrouteAll({ behavior: 'wait' });
});

/** As Chromium does, some time after the page has loaded. */
const offerInstallation = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = async () => {
      document.documentElement.dataset.isPrompted = 'true';
      return { outcome: 'dismissed' };
    };
    return window.dispatchEvent(Object.assign(offer, { prompt }));
  });

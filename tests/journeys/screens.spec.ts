// Every screen in the demo company: its title, no axe violations in either theme, no horizontal scrolling and no broken words at
// any breakpoint, and on a phone in both languages.
import { expect, type Page } from '@playwright/test';
import { enter, showScreen } from '../staging/stage.ts';
import { brokenWords } from './support/broken-words.ts';
import { expectAccessible, test } from './support/journey.ts';
import { lengthenNames, truncatedTexts } from './support/long-names.ts';
import { controlsOutside } from './support/text-layout.ts';

const phone = 360;
const breakpoints = [320, 412, 600, 960, 1280, 1920, 2560];
const landscape = { width: 740, height: 320 };

const screens: Record<string, [path: string, title: string][]> = {
  'Sri Wahyuni': [
    ['/dashboard', 'Dashboard'],
    ['/approvals', 'Worklog Approvals'],
    ['/projects', 'Projects'],
    ['/projects/create', 'Create Project'],
    ['/reports', 'Reports'],
    ['/users', 'Users'],
    ['/users/invites', 'Invites'],
    ['/users/invites/create', 'Create Invite'],
    ['/users/import', 'Import User'],
    ['/upgrade', 'Upgrade'],
    ['/settings', 'Settings'],
    ['/settings/rules', 'Settings'],
    ['/settings/import-history', 'Settings'],
    ['/settings/audit', 'Settings'],
    ['/settings/seats', 'Settings'],
    ['/account-settings', 'Account Settings'],
  ],
  'Andi Saputra': [
    ['/dashboard', 'Dashboard'],
    ['/worklogs', 'Worklogs'],
    ['/reports', 'Reports'],
  ],
  'Dewi Lestari': [
    ['/dashboard', 'Dashboard'],
    ['/approvals', 'Worklog Approvals'],
  ],
  'Budi Santoso': [['/dashboard', 'Dashboard']],
  'Agus Pranoto': [['/dashboard', 'Dashboard']],
};

for (const [name, list] of Object.entries(screens)) {
  test(`${name}: every screen has its title, no axe violations, and fits every width`, async ({ page }) => {
    await page.goto('/demo');
    await expectNoViolationsOnPlainPage(page);
    await page.getByRole('button', { name }).click();
    await expect(page).toHaveURL(/dashboard/);
    // With the theme of the system, which is emulated: a response about the session keeps it.
    await page.request.patch('/api/v1/settings', { data: { theme: 'system', locale: 'en' } });
    for (const [index, [path, title]] of list.entries()) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await showScreen(page, { path }, {});
      // Changed once per screen: the previous screen ended in Indonesian.
      if (index % 2 === 1) {
        await expectToFit(page, `${path} in id`, phone);
        await speak(page, 'en');
        await page.setViewportSize({ width: 1280, height: 900 });
      }
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(title));
      await expectAccessible(page, `${path} for ${name}`);
      for (const width of breakpoints) await expectToFit(page, path, width);
      await expectToFit(page, path, landscape.width, landscape.height);
      await expectToFit(page, `${path} in en`, phone);
      if (index % 2 === 0) {
        await speak(page, 'id');
        await expectToFit(page, `${path} in id`, phone);
      }
    }
  });
}

for (const [name, paths] of Object.entries({
  'Sri Wahyuni': ['/approvals', '/users', '/projects', '/reports', '/users/invites/create', '/account-settings'],
  'Andi Saputra': ['/worklogs'],
}))
  test(`names and amounts of maximum length fit every list of ${name}`, async ({ page }) => {
    const places = await enter(page, name, { theme: 'light', locale: 'en' });
    for (const path of paths) {
      await showScreen(page, { path, before: lengthenNames }, places);
      for (const width of [phone, 600, 960, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => truncatedTexts(page), { message: `${path} at ${width} px` }).toEqual([]);
      }
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

test('the signed-out screens have a heading and no axe violations', async ({ page }) => {
  for (const path of ['/login', '/register', '/reset-password', '/join', '/verify-email', '/link-actions']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page, path);
  }
});

test('the language changes immediately without a reload, and is stored with the account', async ({ page, browser }) => {
  await page.goto('/demo');
  await page.getByRole('button', { name: 'Budi Santoso' }).click();
  await page.goto('/settings');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page
    .getByRole('radio', { name: 'Indonesian' })
    .or(page.getByRole('radio', { name: 'Bahasa Indonesia' }))
    .check({ force: true });
  await expect(page.getByRole('heading', { level: 1, name: 'Pengaturan' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Persetujuan' })).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window), 'without a reload').toBe(true);
  const settings = await page.evaluate(() => localStorage.getItem('settings'));
  expect(JSON.parse(settings ?? '{}')).toMatchObject({ locale: 'id' });

  const elsewhere = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? '' });
  const other = await elsewhere.newPage();
  await other.goto('/demo');
  await other.getByRole('button', { name: 'Budi Santoso' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Dasbor' })).toBeVisible();
  await elsewhere.close();
});

async function expectToFit(page: Page, path: string, width: number, height = 740): Promise<void> {
  await page.setViewportSize({ width, height });
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(sideways, { message: `${path} at ${width} px` }).toBeLessThanOrEqual(0);
  await expect.poll(() => brokenWords(page), { message: `${path} at ${width} px` }).toEqual([]);
  if (width < 960) await expect.poll(() => controlsOutside(page), { message: `${path} at ${width} px` }).toEqual([]);
}

/** As if another tab had changed the setting, which also stores it; otherwise the session's response could restore the old one. */
async function speak(page: Page, locale: 'en' | 'id'): Promise<void> {
  await page.request.patch('/api/v1/settings', { data: { theme: 'system', locale } });
  const choose = async () => {
    await page.evaluate((language) => {
      localStorage.setItem('settings', JSON.stringify({ theme: 'system', locale: language }));
      window.dispatchEvent(new StorageEvent('storage', { key: 'settings' }));
    }, locale);
    await expect(page.locator('html')).toHaveAttribute('lang', locale, { timeout: 1_000 });
  };
  await expect(choose).toPass();
}

async function expectNoViolationsOnPlainPage(page: Page) {
  await expectAccessible(page, '/demo');
}

// Long and right-to-left texts: on a phone, every message 40 % longer than today, and people, projects and tasks with
// right-to-left names. Every screen of tests/staging/screens.ts in both languages; with EVERY=1 also everything that opens on
// it, of which opened.spec.ts otherwise tests half.
import { expect, type Page } from '@playwright/test';
import { screens } from '../staging/screens.ts';
import { demoApprover, enter, showScreen } from '../staging/stage.ts';
import { test } from './support/journey.ts';
import { lengthenMessages } from './support/long-messages.ts';
import { nameFromRightToLeft } from './support/right-to-left.ts';
import { layoutFaults } from './support/text-layout.ts';

test.use({ trace: 'off', actionTimeout: 20_000, viewport: { width: 360, height: 740 } });

const isEvery = process.env.EVERY === '1';
const languages = ['en', 'id'] as const;

for (const who of new Set(screens.map((screen) => screen.who)))
  test(`${who ?? 'signed out'}: long texts and right-to-left names fit on a phone`, async ({ page }) => {
    test.setTimeout(600_000);
    const places = await enter(page, who, { theme: 'light', locale: 'en' });
    await lengthenMessages(page.context());
    await nameFromRightToLeft(page.context());
    const found: string[] = [];
    for (const screen of screens.filter((one) => one.who === who && (isEvery || one.opens === undefined))) {
      for (const locale of languages) {
        await speak(page, who, locale);
        if (locale === languages[0] || !(await isStillShown(page, screen))) await showScreen(page, screen, places);
        const faults = await layoutFaults(page);
        found.push(...faults.map((fault) => `${screen.path} ${screen.state ?? ''} in ${locale}: ${fault}`));
      }
    }
    expect(found).toEqual([]);
  });

test('text after a right-to-left name stays after it', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  const places = await enter(page, demoApprover, { theme: 'light', locale: 'en' });
  await nameFromRightToLeft(page.context());
  await showScreen(page, { path: '/approvals' }, places);
  const placesOfParts = await page
    .getByText('حفر الأساس')
    .first()
    .locator('..')
    .evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const parts: { text: string; left: number; middle: number; height: number }[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = (node.nodeValue ?? '').replaceAll(/[\u2066-\u2069]/g, '').trim();
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, top, height } = range.getBoundingClientRect();
        if (text !== '') parts.push({ text, left, middle: top + height / 2, height });
      }
      return parts;
    });
  // In reading order: line by line, from the left.
  const asRead = placesOfParts.toSorted((one, other) =>
    Math.abs(one.middle - other.middle) > other.height / 2 ? one.middle - other.middle : one.left - other.left,
  );
  // The client, which some projects have, is before its name.
  const parts = asRead.map(({ text }) => text.replace(/^.* · /, ''));
  expect(parts.slice(0, 3)).toEqual(['مشروع النخيل', '·', 'حفر الأساس']);
});

const isStillShown = async (page: Page, screen: (typeof screens)[number]): Promise<boolean> =>
  screen.opens === undefined || (await page.locator(screen.opens).filter({ visible: true }).count()) > 0;

/** As if another tab had changed the setting, which also stores it. */
async function speak(page: Page, who: string | null, locale: 'en' | 'id'): Promise<void> {
  const settings = { theme: 'light', locale };
  if (who !== null) await page.request.patch('/api/v1/settings', { data: settings });
  const choose = async () => {
    await page.evaluate((kept) => {
      localStorage.setItem('settings', kept);
      window.dispatchEvent(new StorageEvent('storage', { key: 'settings' }));
    }, JSON.stringify(settings));
    await expect(page.locator('html')).toHaveAttribute('lang', locale, { timeout: 1_000 });
  };
  await expect(choose).toPass();
}

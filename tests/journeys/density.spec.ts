// How much of a list is in sight: the heights of rows on a desk, and of the header and the cards on a phone.
import { expect, type Page } from '@playwright/test';
import { enter, resize, showScreen } from '../staging/stage.ts';
import { test } from './support/journey.ts';

const lists: Record<string, string[]> = {
  'Andi Saputra': ['/worklogs'],
  'Sri Wahyuni': ['/projects', '/users', '/users/invites'],
};

const english = { theme: 'light', locale: 'en' };

for (const [person, paths] of Object.entries(lists)) {
  test(`${person}: rows are 44 to 48 px high on a desk, and a phone shows four of them`, async ({ page }) => {
    test.setTimeout(120_000);
    const places = await enter(page, person, english);
    for (const path of paths) {
      await page.setViewportSize({ width: 960, height: 800 });
      await showScreen(page, { path }, places);
      for (const width of [960, 1280, 1440]) {
        await resize(page, { width, height: 800 });
        const heights = await heightsOf(page, 'tr[data-row]');
        expect(heights.length, `${path} at ${width}`).toBeGreaterThan(1);
        expect(Math.min(...heights), `${path} at ${width}`).toBeGreaterThanOrEqual(43.5);
        expect(Math.max(...heights), `${path} at ${width}`).toBeLessThanOrEqual(48.5);
      }
      await resize(page, { width: 360, height: 800 });
      const phone = await page.evaluate(measurePhone);
      expect.soft(phone.header, `${path}: height above the first card`).toBeLessThanOrEqual(200);
      expect.soft(phone.endOfFourth, `${path}: end of the fourth card`).toBeLessThanOrEqual(phone.end);
    }
  });
}

const heightsOf = (page: Page, selector: string): Promise<number[]> =>
  page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));

/** Above the bottom navigation. Where a list has fewer than four cards, others of their mean height are assumed. */
function measurePhone() {
  const boxes = (selector: string) =>
    [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const [bar] = boxes('header');
  const cards = boxes('main ul > li').filter(({ height }) => height > 40);
  const [first] = cards;
  const bottomOf = cards[3]?.bottom;
  const mean = cards.reduce((sum, { height }) => sum + height, 0) / cards.length;
  const [navigation] = boxes('[data-bottom-navigation]');
  return {
    header: Math.round((first?.top ?? 0) - (bar?.bottom ?? 0)),
    endOfFourth: Math.round(bottomOf ?? (first?.top ?? 0) + 4 * mean + 3 * 6),
    end: Math.round(navigation?.top ?? 0),
  };
}

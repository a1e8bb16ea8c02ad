// How much of a list is in sight: the heights of rows on a desk, and of the header and the cards on a phone.
import { expect, type Page } from '@playwright/test';
import { enter, resize, showScreen } from '../staging/stage.ts';
import { test } from './support/journey.ts';
import { lengthenNames } from './support/long-names.ts';

const lists: Record<string, string[]> = {
  'Andi Saputra': ['/worklogs'],
  'Sri Wahyuni': ['/projects', '/users', '/users/invites'],
  'Dewi Lestari': ['/approvals'],
};

const english = { theme: 'light', locale: 'en' };

for (const [person, paths] of Object.entries(lists)) {
  test(`${person}: rows are 44 to 48 px high on a desk, a tablet shows two cards beside each other, and a phone four of them`, async ({
    page,
  }) => {
    const places = await enter(page, person, english);
    for (const path of paths) {
      await page.setViewportSize({ width: 960, height: 800 });
      await showScreen(page, { path }, places);
      await expectDense(page, 'tr[data-row]', path);
      await resize(page, { width: 768, height: 1024 });
      expect.soft(await page.evaluate(countBesideEachOther), `${path}: cards beside each other on a tablet`).toBe(2);
      await resize(page, { width: 360, height: 800 });
      const phone = await page.evaluate(measurePhone);
      expect.soft(phone.header, `${path}: height above the first card`).toBeLessThanOrEqual(200);
      expect.soft(phone.endOfFourth, `${path}: end of the fourth card`).toBeLessThanOrEqual(phone.end);
    }
  });
}

for (const locale of ['en', 'id']) {
  test(`${locale}: Approvals of a company with clients begin within 150 px on 1280`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const places = await enter(page, 'Dewi Lestari', { ...english, locale });
    await showScreen(page, { path: '/approvals' }, places);
    await expect(page.getByRole('search').getByRole('button', { name: /(clients|klien)$/ })).toBeVisible();
    expect((await page.getByRole('table').boundingBox())?.y).toBeLessThanOrEqual(150);
  });

  test(`${locale}: the views of worklogs are at one place of a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const places = await enter(page, 'Andi Saputra', { ...english, locale });
    await showScreen(page, { path: '/worklogs' }, places);
    const views = page.getByRole('main').getByRole('radiogroup').first();
    const place = async () => Object.values((await views.boundingBox()) ?? {}).map(Math.round);
    const list = await place();
    expect(list).toHaveLength(4);
    for (const view of ['week', 'timesheet']) {
      await showScreen(page, { path: `/worklogs?view=${view}` }, places);
      expect(await place(), view).toEqual(list);
    }
  });
}

/** Of the list with the most cards: those of one day may be a single one. */
function countBesideEachOther(): number {
  const lists = [...document.querySelectorAll('main ul:has(> [data-row])')];
  const [longest] = lists.sort((one, other) => other.childElementCount - one.childElementCount);
  const tops = [...(longest?.children ?? [])].map((card) => Math.round(card.getBoundingClientRect().top));
  return tops.filter((top) => top === tops[0]).length;
}

const october = 'from=2026-10-01&to=2026-10-31';

test('Sri Wahyuni: reports, payroll and the audit log are as dense as lists', async ({ page }) => {
  await page.setViewportSize({ width: 960, height: 800 });
  const places = await enter(page, 'Sri Wahyuni', english);
  for (const [path, rows] of [
    [`/reports?${october}`, 'tr[data-row]'],
    ['/settings/audit', 'tr[data-row]'],
    [`/reports?view=payroll&${october}`, 'main tr:has(button[aria-expanded])'],
  ] as const) {
    await showScreen(page, { path, opens: rows }, places);
    await expectDense(page, rows, path);
  }
});

test('Sri Wahyuni: a name that is cut off in a report is whole for a pointer and in the row with the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 960, height: 800 });
  const places = await enter(page, 'Sri Wahyuni', english);
  const rows = page.locator('tr[data-row]');
  await showScreen(page, { path: `/reports?${october}`, opens: 'tr[data-row]', before: lengthenNames }, places);
  const heightOf = async (index: number) => (await heightsOf(page, 'tr[data-row]'))[index];
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await expect.poll(() => heightOf(1)).toBeGreaterThan(60);
  await expect.poll(() => heightOf(0)).toBeLessThanOrEqual(48.5);
  const name = rows.first().getByRole('link', { name: /^\P{L}*Umbau/u });
  await name.hover();
  await expect(name).toHaveAttribute('title', /Umbau(verwaltungsgebäudeerweiterung){3}/);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('Sri Wahyuni: the days of a month fit into payroll, or scroll with a visible edge', async ({ page }) => {
  await page.setViewportSize({ width: 960, height: 800 });
  const places = await enter(page, 'Sri Wahyuni', english);
  await showScreen(
    page,
    { path: `/reports?view=payroll&${october}`, opens: 'main tr:has(button[aria-expanded])' },
    places,
  );
  for (const width of [960, 1280, 1440, 1920]) {
    await resize(page, { width, height: 800 });
    const { days, isWhole, hasEdge, name, lastDay } = await page.evaluate(measurePayroll);
    expect(days, `days at ${width}`).toBe(31);
    expect(isWhole || hasEdge, `a visible edge at ${width}`).toBe(true);
    expect(name, `the name stays at ${width}`).toBe(0);
    expect(lastDay, `the last day at ${width} is before the edge`).toBeGreaterThanOrEqual(hasEdge ? 20 : 0);
  }
});

test('Sri Wahyuni: long names of people, projects and tasks keep the height of rows, and are whole for a pointer', async ({
  page,
}) => {
  await page.setViewportSize({ width: 960, height: 800 });
  const places = await enter(page, 'Sri Wahyuni', english);
  for (const path of ['/approvals', '/projects']) {
    await showScreen(page, { path, opens: 'tr[data-row]', before: lengthenNames }, places);
    await expectDense(page, 'tr[data-row]', path);
    const name = page
      .locator('tr[data-row]')
      .first()
      .getByText(/^\P{L}*(Wolfe|Umbau)/u)
      .first();
    await name.hover();
    await expect(name).toHaveAttribute('title', /Rajaonarivo|verwaltungsgebäudeerweiterung.+verwaltung/);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

async function expectDense(page: Page, rows: string, path: string): Promise<void> {
  for (const width of [960, 1280, 1440]) {
    await resize(page, { width, height: 800 });
    const heights = await heightsOf(page, rows);
    expect(heights.length, `${path} at ${width}`).toBeGreaterThan(1);
    expect(Math.min(...heights), `${path} at ${width}`).toBeGreaterThanOrEqual(43.5);
    expect(Math.max(...heights), `${path} at ${width}`).toBeLessThanOrEqual(48.5);
  }
}

/** Scrolls to the last day. `name`: how far the column of names moved; `lastDay`: from the last figure to the edge. */
function measurePayroll() {
  const table = document.querySelector('main table:has(button[aria-expanded])');
  const scroller = table?.parentElement;
  const days = [...(table?.querySelectorAll('thead th[aria-label]') ?? [])];
  const first = table?.querySelector('thead th');
  if (!scroller || !first) throw new Error('There is no payroll.');
  const before = first.getBoundingClientRect().left;
  const isWhole = scroller.scrollWidth <= scroller.clientWidth;
  scroller.scrollLeft = scroller.scrollWidth;
  const last = document.createRange();
  last.selectNodeContents(days.at(-1) ?? first);
  return {
    days: days.length,
    isWhole,
    hasEdge: getComputedStyle(scroller).maskImage.includes('gradient'),
    name: Math.round(first.getBoundingClientRect().left - before),
    lastDay: scroller.getBoundingClientRect().right - last.getBoundingClientRect().right,
  };
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

// Gestures on a touch screen: a swipe decides in the review as the buttons do, each worklog of a review begins at its top, a pull
// loads the page again, and the shortcut of an installation opens the timer. Buttons are clicked: a tap that a busy browser handles late counts as a long press.
import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { type BrowserUser, test } from './support/journey.ts';
import { call, daysAgo, hirePerson, logHours, type Site, site } from './support/staging.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

type Newcomer = (name: string) => Promise<BrowserUser>;

async function waiting(newcomer: Newcomer, name: string, count: number): Promise<Site & { approver: BrowserUser }> {
  const stage = await site(newcomer, name, 4);
  const approver = await newcomer('Anton Approver');
  await hirePerson(stage.founder, stage.companyId, approver, 'timesheet approver');
  for (let hour = 0; hour < count; hour += 1)
    await logHours(stage.worker, stage.companyId, { taskId: stage.taskId, from: `0${hour}:00`, to: `0${hour}:30` });
  return { ...stage, approver };
}

test('a swipe decides in the review, with the safeguards of the buttons', async ({ newcomer }) => {
  const { approver, companyId } = await waiting(newcomer, 'Swipes', 3);
  const { page } = approver;
  const statuses = async () => {
    const { worklogs } = await call(page, 'GET', `/companies/${companyId}/worklogs`);
    const found = z.array(z.object({ status: z.string(), startsAt: z.string() })).parse(worklogs);
    return found.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)).map(({ status }) => status);
  };
  await page.goto('/approvals?review=1');
  const decision = page.getByRole('region', { name: 'Decision' });
  const note = decision.getByLabel('Note');
  const message = page.getByRole('region', { name: 'Messages' });
  await expect(decision.getByText('Or swipe: right approves, left rejects.')).toBeVisible();
  await page.locator('[data-swipeable]').waitFor();

  await test.step('a short, a vertical and a retracted one decide nothing', async () => {
    await swipe(page, [180, 400], [260, 405]);
    await swipe(page, [180, 400], [190, 250]);
    await swipe(page, [180, 400], [330, 405], [185, 405]);
    await swipe(page, [10, 400], [300, 405]);
    await expect(page.getByText('1 of 3')).toBeVisible();
    expect(await statuses()).toEqual(['pending', 'pending', 'pending']);
  });

  await test.step('to the left asks for the reason that rejecting requires', async () => {
    await swipe(page, [300, 400], [60, 405]);
    await expect(note).toBeFocused();
    await expect(decision.getByText('This field is required.')).toBeVisible();
    expect(await statuses()).toEqual(['pending', 'pending', 'pending']);
    await note.fill('Which wall?');
    await swipe(page, [300, 250], [60, 255]);
    await expect(message).toContainText('1 worklog rejected.');
    await expect(page.getByText('2 of 3')).toBeVisible();
  });

  await test.step('to the right approves, and can be undone', async () => {
    await page.locator('[data-swipeable]').waitFor();
    await swipe(page, [60, 300], [300, 305]);
    await expect(message).toContainText('1 worklog approved.');
    await expect(page.getByText('3 of 3')).toBeVisible();
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(statuses).toEqual(['rejected', 'pending', 'pending']);
  });
});

test('each worklog of a review is shown from its top, and its buttons stay at the lower edge', async ({ newcomer }) => {
  const { approver, worker, companyId, taskId } = await waiting(newcomer, 'Tops', 6);
  const { page } = approver;
  await page.goto('/approvals?review=1');
  const decision = page.getByRole('region', { name: 'Decision' });
  const name = page.getByRole('article').getByRole('heading', { name: 'Wati Worker', exact: true });
  const scrolled = () => page.evaluate(() => window.scrollY);
  const scrollToEnd = async () => {
    expect(await bottomOf(decision)).toBe(740);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(scrolled).toBeGreaterThan(50);
    expect(await bottomOf(decision), 'at the end of the page').toBe(740);
  };
  const expectTop = async (n: number) => {
    await expect(page.getByText(`${n} of 6`)).toBeVisible();
    expect(await scrolled(), `at ${n} of 6`).toBe(0);
    await expect(name).toBeFocused();
    await expect(name).toBeInViewport({ ratio: 1 });
    await page.locator('[data-swipeable]').waitFor();
  };
  const press = async (button: string) => {
    await scrollToEnd();
    await decision.getByRole('button', { name: button, exact: true }).click();
  };
  await expectTop(1);
  await press('Skip');
  await expectTop(2);
  await press('Back');
  await expectTop(1);
  await press('Skip');
  await expectTop(2);
  await press('Approve');
  await expectTop(3);

  await test.step('a message is above the buttons, also beside the on-screen keyboard', async () => {
    const messages = page.getByRole('region', { name: 'Messages' });
    const covered = async () => (await bottomOf(messages.getByRole('button').last())) - (await topOf(decision));
    await expect(messages).toContainText('1 worklog approved.');
    await scrollToEnd();
    await expect.poll(covered).toBeLessThan(0);
    await messages.getByRole('button', { name: 'Undo' }).click();
    await expectTop(2);
    await expect(messages).toContainText('Undone.');
    for (const height of [640, 370]) {
      await page.setViewportSize({ width: 360, height });
      await decision.getByLabel('Note').focus();
      await expect.poll(covered, `${height} px`).toBeLessThan(0);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await press('Approve');
    await expectTop(3);
  });

  await decision.getByLabel('Note').fill('Which wall?');
  await press('Reject');
  await expectTop(4);
  await scrollToEnd();
  await swipe(page, [60, 300], [300, 305]);
  await expectTop(5);

  await test.step('a change of the shown one scrolls nothing', async () => {
    await scrollToEnd();
    const { worklogs } = await call(worker.page, 'GET', `/companies/${companyId}/worklogs`);
    const found = z.array(z.object({ id: z.string(), startsAt: z.string() })).parse(worklogs);
    const shown = found.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))[4];
    const day = `${daysAgo(0).slice(0, 7)}-01`;
    const typed = { version: 1, taskId, start: `${day}T04:00`, end: `${day}T04:20` };
    await call(worker.page, 'PATCH', `/companies/${companyId}/worklogs/${shown?.id}`, typed);
    await expect(page.getByRole('button', { name: 'I have seen the change' })).toBeVisible();
    expect(await scrolled()).toBeGreaterThan(50);
  });
});

test('the worklog follows the finger, unless the system asks for reduced motion', async ({ newcomer }) => {
  const { approver } = await waiting(newcomer, 'Motions', 1);
  const { page } = approver;
  await page.goto('/approvals?review=1');
  await page.locator('[data-swipeable]').waitFor();
  const worklog = page.getByRole('article').first();
  const swipeAndReturn = async (left: number) => {
    await swipe(page, [60, 400], [260, 405], 'held');
    await expect(page.locator('[data-decision=approve]'), 'what lifting the finger does').toHaveText('Approve');
    await expect.poll(() => leftOf(worklog)).toBe(left);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await swipe(page, [260, 405], [62, 405], 'lifted');
    await expect.poll(() => leftOf(worklog)).toBe(16);
  };
  await test.step('reduced', () => swipeAndReturn(16));
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await swipeAndReturn(216);
  await expect(page.getByText('1 of 1')).toBeVisible();
});

test('where the browser has no gesture of its own, a pull loads the list again', async ({ newcomer }) => {
  const { approver } = await waiting(newcomer, 'Pulls', 1);
  const { page } = approver;
  await page.goto('/approvals');
  await page.getByRole('navigation', { name: 'Main pages' }).waitFor();
  await swipe(page, [180, 300], [180, 620]);
  await expect(page.getByText('Up to date'), 'left to the browser').toBeHidden();

  // Only the home screen of iOS has this property.
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }));
  await page.goto('/approvals');
  await expect(page.getByRole('checkbox', { name: /Wati Worker/ })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main pages' }).waitFor();
  await swipe(page, [180, 300], [180, 380]);
  await expect(page.getByText('Up to date'), 'not far enough').toBeHidden();
  const loaded = page.waitForResponse(/\/worklogs\?/);
  await swipe(page, [180, 300], [180, 620]);
  await loaded;
  await expect(page.getByText('Up to date')).toBeVisible();
});

test('the shortcut of the installation opens the tasks of a timer, or the running timer', async ({ newcomer }) => {
  const { worker } = await site(newcomer, 'Shortcuts');
  const { page } = worker;
  await page.goto('/dashboard?timer=start');
  await page.getByRole('menuitem', { name: /Masonry/ }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page).toHaveTitle('▶ Dashboard · Daybook');
  await page.goto('/dashboard?timer=start');
  await expect(page.getByRole('dialog', { name: 'Timer' })).toBeVisible();
  await expect(page, 'it is not opened again after a reload').toHaveURL('/dashboard');
});

/** The fingers of a page are known to one session only. */
const touching = new WeakMap<Page, CDPSession>();

type Point = readonly [x: number, y: number];

/** One finger along the points, in steps; it ends lifted unless it is `held`, and begins touching unless it was. */
async function swipe(page: Page, ...path: (Point | 'held' | 'lifted')[]): Promise<void> {
  const points = path.filter((one) => typeof one !== 'string');
  const devtools = touching.get(page) ?? (await page.context().newCDPSession(page));
  touching.set(page, devtools);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
  if (!path.includes('lifted')) await send('touchStart', points[0]);
  const steps = 8;
  for (const [index, to] of points.slice(1).entries()) {
    const [x, y] = points[index] ?? to;
    for (let step = 1; step <= steps; step += 1)
      await send('touchMove', [x + ((to[0] - x) * step) / steps, y + ((to[1] - y) * step) / steps]);
  }
  if (!path.includes('held')) await send('touchEnd');
}

const leftOf = async (one: Locator): Promise<number> => Math.round((await one.boundingBox())?.x ?? 0);

const topOf = async (one: Locator): Promise<number> => Math.round((await one.boundingBox())?.y ?? 0);

const bottomOf = async (one: Locator): Promise<number> => {
  const box = await one.boundingBox();
  return Math.round((box?.y ?? 0) + (box?.height ?? 0));
};

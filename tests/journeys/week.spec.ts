// The week as blocks, by pointer and keyboard: blocks drawn, moved and resized there match the list and the server.

import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { figure } from './support/figures.ts';
import { expectAccessible, test } from './support/journey.ts';
import { call, enrol, hirePerson, openProject, type Site, site, switchLetters } from './support/staging.ts';

// The first days of a past month are complete days, not in the future, and not locked.
const monday = '2026-03-02';

test('a worklog is drawn, moved and resized with the mouse, and reverted where the time is occupied', async ({
  newcomer,
}) => {
  const stage = await site(newcomer, 'Blocks By Hand', 2);
  const { page } = stage.worker;
  await log(stage, '2026-03-04T13:00', '2026-03-04T15:00');
  await openWeek(page);

  await drag(page, at(page, 0, 9), at(page, 0, 10.5));
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await expect(form.getByLabel('Start time')).toHaveValue('09:00');
  await expect(form.getByLabel('End time')).toHaveValue('10:30');
  await form.getByRole('combobox', { name: 'Task' }).click();
  await page.getByRole('option', { name: 'Masonry' }).click();
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  await expect(block(page, 'Mon 2 Mar, 09:00–10:30')).toBeFocused();

  await drag(page, middleOf(block(page, '09:00–10:30')), at(page, 1, 10.75));
  await expect(block(page, 'Tue 3 Mar, 10:00–11:30'), 'to another day and an hour later').toBeVisible();
  await expect(page.getByText('Changed to Tue 3 Mar, 10:00–11:30.')).toBeVisible();
  await drag(page, endOf(block(page, '10:00–11:30')), at(page, 1, 12.25));
  await expect(block(page, 'Tue 3 Mar, 10:00–12:15'), 'longer').toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(block(page, 'Tue 3 Mar, 10:00–11:30'), 'as it was').toBeVisible();
  await expect(page.getByText('Back at Tue 3 Mar, 10:00–11:30.')).toBeVisible();

  await drag(page, middleOf(block(page, '10:00–11:30')), at(page, 2, 13.75));
  const taken = page.getByRole('dialog', { name: 'This time is taken' });
  await expect(taken.getByRole('link', { name: /13:00–15:00 Masonry/ })).toBeVisible();
  await expect(block(page, 'Tue 3 Mar, 10:00–11:30'), 'taken back').toBeAttached();
  await taken.getByRole('button', { name: 'Close' }).last().click();
  await expect(taken).toBeHidden();

  await page.reload();
  await expect(block(page, 'Tue 3 Mar, 10:00–11:30'), 'the address keeps the week').toBeVisible();
  await expect(page.getByRole('heading', { name: /Wed 4 Mar/ })).toBeVisible();
  await expect(figure(page, 'Total work hours')).toHaveText('3 h 30 m');
  await page.getByText('List', { exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: '10:00–11:30' }), 'the list has the same days').toBeVisible();
  await expect(figure(page, 'Total work hours')).toHaveText('3 h 30 m');

  await openWeek(page);
  await scrollToMorning(page);
  const { x, y } = await middleOf(block(page, 'Wed 4 Mar, 13:00–15:00'))();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 60, { steps: 4 });
  await shorten(stage);
  await expect(block(page, 'Wed 4 Mar, 13:00–14:30'), 'changed by another device during the drag').toBeAttached();
  await page.mouse.up();
  await expect(
    page.getByText('This worklog changed since you opened it. Please look at it again.', { exact: true }),
  ).toBeVisible();
  await expect(block(page, 'Wed 4 Mar, 13:00–14:30'), 'the value of the other device').toBeVisible();
});

test('a worklog is drawn, moved and resized by keyboard only', async ({ newcomer }) => {
  const stage = await site(newcomer, 'Blocks By Keys', 2);
  const { page } = stage.worker;
  await log(stage, '2026-03-04T13:00', '2026-03-04T15:00');
  await openWeek(page);
  await expectAccessible(page, 'a week');

  await block(page, 'Wed 4 Mar, 13:00–15:00').focus();
  await switchLetters(page, 'off');
  await page.keyboard.press('m');
  await expect(page.getByRole('status').filter({ hasText: 'Moving Masonry' }), 'letters do nothing').toHaveCount(0);
  await switchLetters(page, 'on');
  await page.keyboard.press('m');
  await expect(page.getByRole('status').filter({ hasText: 'Moving Masonry' })).toBeAttached();
  for (const key of ['Shift+ArrowUp', 'ArrowUp', 'ArrowLeft']) await page.keyboard.press(key);
  await expect(page.getByRole('status').filter({ hasText: 'Tue 3 Mar, 11:45–13:45' })).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(block(page, 'Wed 4 Mar, 13:00–15:00'), 'taken back, with the focus').toBeFocused();
  for (const key of ['m', 'ArrowLeft', 'Shift+ArrowUp', 'Enter']) await page.keyboard.press(key);
  await expect(block(page, 'Tue 3 Mar, 12:00–14:00'), 'the focus moves with it').toBeFocused();
  await expect(page.getByText('Changed to Tue 3 Mar, 12:00–14:00.')).toBeVisible();
  for (const key of ['r', 'ArrowDown', 'r', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await expect(block(page, 'Tue 3 Mar, 11:45–14:15'), 'both ends').toBeFocused();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click({ timeout: 9_000 });
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goBack();
  await block(page, 'Tue 3 Mar, 11:45–14:15').focus();
  for (const key of ['m', 'ArrowLeft']) await page.keyboard.press(key);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goBack();
  await block(page, 'Tue 3 Mar, 11:45–14:15').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Edit Worklog' }), 'nothing is moved any more').toBeVisible();
  await page.keyboard.press('Escape');
  await block(page, 'Tue 3 Mar, 11:45–14:15').focus();

  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: 'New worklog, Tue 3 Mar, 11:00–11:45' })).toBeFocused();
  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await expect(form.getByLabel('Start time')).toHaveValue('11:00');
  await expect(form.getByLabel('End time')).toHaveValue('11:45');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.keyboard.press('PageDown');
  await expect(page.getByRole('heading', { name: /Mon 9 Mar/ })).toBeVisible();

  const next = page.getByRole('button', { name: 'Next week' });
  await next.focus();
  await page.keyboard.press('n');
  await expect(form).toBeVisible();
  await expect(page, 'the form lies over the week').toHaveURL(/view=week.*new=true/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/view=week(?!.*new)/);
});

test('a time that a day of 23 hours does not have requires a choice', async ({ newcomer }) => {
  const [founder, worker] = [await newcomer('Farah Founder'), await newcomer('Wati Worker')];
  await enrol(founder);
  const terms = { name: 'Summer Time', timeZone: 'Europe/Berlin', currency: 'EUR' };
  const companyId = String((await call(founder.page, 'POST', '/companies', terms)).id);
  await call(founder.page, 'PUT', `/companies/${companyId}/seats`, { seats: 2 });
  const { taskId } = await openProject(founder, companyId, 'Quay wall', 'Masonry');
  const workerId = await hirePerson(founder, companyId, worker, 'worker');
  await log({ founder, worker, workerId, companyId, taskId }, '2026-03-28T02:30', '2026-03-28T04:00');
  const { page } = worker;
  await page.goto('/worklogs?view=week&from=2026-03-28');
  await expect(page.getByText('Hours and days here are those of')).toBeVisible();
  await expect(page.getByText('Clocks change from 02:00 to 03:00')).toBeVisible();
  await block(page, 'Sat 28 Mar, 02:30–04:00').focus();
  for (const key of ['m', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  const question = page.getByRole('dialog', { name: '02:30 does not exist on that day' });
  await expect(question).toBeVisible();
  await expectAccessible(page, 'the question about the clocks');
  await question.getByRole('button', { name: 'Use 03:30' }).click();
  await expect(block(page, 'Sun 29 Mar, 03:30–05:00')).toBeVisible();
});

async function log({ worker, companyId, taskId }: Site, start: string, end: string): Promise<void> {
  await call(worker.page, 'POST', `/companies/${companyId}/worklogs`, { taskId, start, end });
}

async function shorten({ worker, companyId, taskId }: Site): Promise<void> {
  const path = `/companies/${companyId}/worklogs`;
  const response = await worker.page.request.get(`/api/v1${path}?from=2026-03-04&to=2026-03-04`);
  const listed = z.object({ worklogs: z.array(z.object({ id: z.string(), version: z.number() })) });
  const { worklogs } = listed.parse(await response.json());
  const change = { version: worklogs[0]?.version, taskId, start: '2026-03-04T13:00', end: '2026-03-04T14:30' };
  await call(worker.page, 'PATCH', `${path}/${worklogs[0]?.id}`, change);
}

async function openWeek(page: Page): Promise<void> {
  await page.goto(`/worklogs?view=week&from=${monday}`);
  await expect(block(page, 'Masonry').first()).toBeVisible();
}

const block = (page: Page, name: string): Locator => page.getByRole('listitem').getByRole('button', { name });

type Place = () => Promise<{ x: number; y: number }>;

async function boxOf(target: Locator) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing is drawn there.');
  return box;
}

const firstHour = 6;

const at =
  (page: Page, day: number, hour: number): Place =>
  async () => {
    const { x, y, width, height } = await boxOf(page.locator('[data-hours]').nth(day));
    return { x: x + width / 2, y: y + ((hour - firstHour) * height) / 14 };
  };

const middleOf =
  (target: Locator): Place =>
  async () => {
    const { x, y, width, height } = await boxOf(target);
    return { x: x + width / 2, y: y + height / 2 };
  };

const endOf =
  (target: Locator): Place =>
  async () => {
    const { x, y, width, height } = await boxOf(target);
    return { x: x + width / 2, y: y + height - 3 };
  };

/** Scrolls so that dragging happens below the headers of the page and the week, whatever their height. */
async function scrollToMorning(page: Page): Promise<void> {
  const { y } = await at(page, 0, 8)();
  await page.evaluate((distance) => window.scrollBy(0, distance), y - 230);
}

async function drag(page: Page, from: Place, to: Place): Promise<void> {
  await scrollToMorning(page);
  const [start, end] = [await from(), await to()];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

// Timers that are started and stopped without a connection: the device measures, and the server gets each of them once.
import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { type BrowserUser, expectAccessible, test } from './support/journey.ts';
import { untilCopied } from './support/offline.ts';
import { call, type Site, signOutOnPage, site } from './support/staging.ts';
import { warmUp } from './support/unsent/page.ts';
import { openWorklogs, unsentIn as waiting } from './support/worklog-form.ts';

const bar = (page: Page) => page.getByRole('banner');
const chip = (page: Page, elapsed: RegExp) => bar(page).getByRole('button', { name: elapsed });
const isWaiting = (page: Page) => bar(page).getByRole('img', { name: 'Waiting to be sent' });

async function startOn(page: Page, task: RegExp | string): Promise<void> {
  await bar(page).getByRole('button', { name: 'Start a timer' }).click();
  await page.getByRole('menuitem', { name: task }).click();
  await expect(bar(page).getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
}

const stop = (page: Page) => bar(page).getByRole('button', { name: 'Stop', exact: true }).click();

/** As somebody who forgot to start it: by up to a minute earlier, because the field has no seconds. */
async function moveStart(page: Page, minutesAgo: number): Promise<void> {
  const panel = await openPanel(page);
  await panel.getByLabel('Started at').fill(clock(minutesAgo));
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toBeHidden();
}

async function note(page: Page, notes: string): Promise<void> {
  const panel = await openPanel(page);
  await panel.getByLabel('Notes').fill(notes);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toBeHidden();
}

async function openPanel(page: Page): Promise<Locator> {
  await chip(page, /Timer running: change it$/).click();
  return page.getByRole('dialog', { name: 'Timer' });
}

const clock = (minutesAgo: number): string =>
  new Date(Date.now() - minutesAgo * 60_000).toLocaleTimeString('en-GB', {
    timeZone: 'Asia/Jakarta',
    hour: '2-digit',
    minute: '2-digit',
  });

const timerSchema = z.object({
  timer: z.object({ id: z.string(), startedAt: z.string(), notes: z.string(), version: z.number() }).nullable(),
});
const listSchema = z.object({
  worklogs: z.array(
    z.object({ id: z.string(), startsAt: z.string(), endsAt: z.string(), minutes: z.number(), notes: z.string() }),
  ),
});

const timerOf = async ({ page }: BrowserUser, companyId: string) =>
  timerSchema.parse(await call(page, 'GET', `/companies/${companyId}/timer`)).timer;
const worklogsOf = async ({ page }: BrowserUser, companyId: string) =>
  listSchema.parse(await call(page, 'GET', `/companies/${companyId}/worklogs?pageSize=100`)).worklogs;

/** A timer of the server, which began that long ago. */
async function startElsewhere({ worker, companyId, taskId }: Site, minutesAgo: number, notes = '') {
  const startedAt = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  await call(worker.page, 'POST', `/companies/${companyId}/timer`, { taskId, startedAt, notes });
  const timer = await timerOf(worker, companyId);
  if (!timer) throw new Error('It runs.');
  return timer;
}

async function opened(place: Site): Promise<Page> {
  const { page } = place.worker;
  await openWorklogs(page);
  await warmUp(page);
  await expect(bar(page).getByRole('button', { name: 'Start a timer' })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Start a timer' }).click();
  await expect(page.getByRole('menuitem', { name: /Masonry/ })).toBeVisible();
  await page.keyboard.press('Escape');
  return page;
}

test('a timer that is started without a connection runs on the server from then on, with its start', async ({
  newcomer,
}) => {
  const place = await site(newcomer, 'Started Below', 3);
  const { worker, companyId } = place;
  const page = await opened(place);
  await page.setViewportSize({ width: 360, height: 740 });
  await worker.context.setOffline(true);
  await startOn(page, /Masonry/);
  await expect(page.getByText('Kept on this device. It is sent when there is a connection.')).toBeVisible();
  await expect(isWaiting(page)).toBeVisible();
  await signOutOnPage(page);
  const question = page.getByRole('dialog', { name: 'The running timer is waiting to be sent' });
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await moveStart(page, 90);
  await expect(chip(page, /^1:3[0-2]:\d\d Masonry/)).toBeVisible();
  await expectAccessible(page, 'a timer that waits on this device');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const begun = Date.now() - 90 * 60_000;
  expect(await timerOf(worker, companyId)).toBeNull();
  await worker.context.setOffline(false);
  await expect(isWaiting(page)).toBeHidden();
  await expect(chip(page, /^1:3[0-2]:\d\d Masonry/)).toBeVisible();
  await expect.poll(() => timerOf(worker, companyId)).not.toBeNull();
  const timer = await timerOf(worker, companyId);
  expect(Math.abs(Date.parse(timer?.startedAt ?? '') - begun)).toBeLessThan(90_000);
  await stop(page);
  await expect(page.getByText(/^Submitted: 1 h/)).toBeVisible();
  expect((await worklogsOf(worker, companyId)).map(({ id }) => id)).toEqual([timer?.id]);
});

test('started and stopped without a connection, it is one worklog; less than a minute is nothing', async ({
  newcomer,
}) => {
  const place = await site(newcomer, 'Stopped Below', 3);
  const { worker, companyId } = place;
  const page = await opened(place);
  await worker.context.setOffline(true);
  await startOn(page, /Masonry/);
  await stop(page);
  await expect(page.getByText('Less than a minute: nothing was saved.')).toBeVisible();
  await expect(waiting(page)).toBeHidden();
  await startOn(page, 'Without a task: choose it later');
  await moveStart(page, 75);
  await bar(page).getByRole('button', { name: 'Choose the task' }).click();
  await page.getByRole('menuitem', { name: /Masonry/ }).click();
  await expect(chip(page, /Masonry/)).toBeVisible();
  await stop(page);
  await expect(waiting(page)).toContainText('Masonry');
  await expect(
    waiting(page)
      .getByText(/^1 h 1[5-7] m$/)
      .first(),
  ).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Start a timer' })).toBeVisible();
  await startOn(page, /Masonry/);
  await signOutOnPage(page);
  const question = page.getByRole('dialog', { name: '1 worklog and the running timer are waiting to be sent' });
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await stop(page);
  await worker.context.setOffline(false);
  await expect(waiting(page)).toBeHidden();
  expect(await worklogsOf(worker, companyId)).toHaveLength(1);
  expect(await timerOf(worker, companyId)).toBeNull();
});

test('a timer of the server that is stopped without a connection becomes one worklog, also if the response is lost', async ({
  newcomer,
}) => {
  const place = await site(newcomer, 'Lost Stops', 3);
  const { worker, companyId } = place;
  const page = await opened(place);
  const { id } = await startElsewhere(place, 45, 'Begun in the office');
  await expect(chip(page, /^0:4[5-7]:\d\d Masonry/)).toBeVisible();
  await worker.context.setOffline(true);
  await stop(page);
  await expect(waiting(page)).toContainText('Begun in the office');
  await expect(bar(page).getByRole('button', { name: 'Start a timer' })).toBeVisible();
  const path = `**/companies/${companyId}/timer/*/worklog`;
  let lost = 0;
  await page.route(path, async (route) => {
    await route.fetch();
    lost += 1;
    await route.abort('connectionreset');
  });
  await worker.context.setOffline(false);
  await expect.poll(() => lost).toBeGreaterThan(0);
  expect(await worklogsOf(worker, companyId)).toMatchObject([{ id, notes: 'Begun in the office' }]);
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(waiting(page)).toBeHidden();
  expect(await worklogsOf(worker, companyId)).toHaveLength(1);
  expect(await timerOf(worker, companyId)).toBeNull();
});

test('a start and a stop whose responses are lost are one timer and one worklog', async ({ newcomer }) => {
  const place = await site(newcomer, 'Lost Starts', 3);
  const { worker, companyId } = place;
  const page = await opened(place);
  const path = `**/companies/${companyId}/timer**`;
  const lose = () =>
    page.route(path, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
  await lose();
  await startOn(page, /Masonry/);
  await expect(isWaiting(page)).toBeVisible();
  const timer = await timerOf(worker, companyId);
  expect(timer).not.toBeNull();
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(chip(page, /^0:0\d:\d\d Masonry/)).toBeVisible();
  await expect(isWaiting(page)).toBeHidden();
  expect((await timerOf(worker, companyId))?.id).toBe(timer?.id);
  await moveStart(page, 20);
  await page.route(`**/companies/${companyId}/timer/*/stop`, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  // Held until the message is seen, which goes when everything is sent.
  const submitting = Promise.withResolvers<void>();
  await page.route(`**/companies/${companyId}/timer/*/worklog`, async (route) => {
    await submitting.promise;
    await route.continue();
  });
  await stop(page);
  await expect(page.getByText('Kept on this device. It is sent when there is a connection.')).toBeVisible();
  submitting.resolve();
  // Its worklog is recognised by the id of the timer.
  await expect(waiting(page)).toBeHidden();
  await page.unrouteAll({ behavior: 'wait' });
  expect((await worklogsOf(worker, companyId)).map(({ id }) => id)).toEqual([timer?.id]);
  expect(await timerOf(worker, companyId)).toBeNull();
});

test('a timer that another device has stopped otherwise is reported with its worklog, and nothing measured is lost', async ({
  newcomer,
}) => {
  const place = await site(newcomer, 'Two Ends', 3);
  const { worker, companyId, taskId } = place;
  const page = await opened(place);
  const { id, startedAt } = await startElsewhere(place, 60);
  await expect(chip(page, /^1:0[0-2]:\d\d Masonry/)).toBeVisible();
  await worker.context.setOffline(true);
  await stop(page);
  await expect(waiting(page)).toContainText('Masonry');
  const wall = (minutes: number) =>
    new Date(Date.parse(startedAt) + (minutes + 7 * 60) * 60_000).toISOString().slice(0, 16);
  const entry = { taskId, start: wall(0), end: wall(20), notes: 'As the other phone says' };
  await call(page, 'POST', `/companies/${companyId}/timer/${id}/worklog`, entry);
  await worker.context.setOffline(false);
  await expect(waiting(page)).toContainText('This timer was stopped or discarded on another device.');
  await expect(waiting(page)).toContainText('20 m');
  await expectAccessible(page, 'a timer that was ended on another device');
  await waiting(page).getByRole('button', { name: 'Keep it as another worklog' }).click();
  await expect(waiting(page)).toContainText('This worklog conflicts with another worklog.');
  await waiting(page)
    .getByRole('button', { name: /^Discard/ })
    .click();
  await expect(waiting(page)).toBeHidden();
  expect(await worklogsOf(worker, companyId)).toMatchObject([{ id, minutes: 20 }]);
});

test('a timer that another device has changed is ended on demand', async ({ newcomer }) => {
  const place = await site(newcomer, 'Two Notes', 3);
  const { worker, companyId } = place;
  const page = await opened(place);
  const { id } = await startElsewhere(place, 60);
  await expect(chip(page, /^1:0[0-2]:\d\d Masonry/)).toBeVisible();
  await worker.context.setOffline(true);
  await stop(page);
  await expect(waiting(page)).toContainText('Masonry');
  await call(page, 'PATCH', `/companies/${companyId}/timer/${id}`, { version: 1, notes: 'Changed there' });
  await worker.context.setOffline(false);
  await expect(waiting(page)).toContainText('This timer was changed on another device');
  expect((await timerOf(worker, companyId))?.version).toBe(2);
  await waiting(page).getByRole('button', { name: 'Submit it as measured here' }).click();
  await expect(waiting(page)).toBeHidden();
  expect(await worklogsOf(worker, companyId)).toMatchObject([{ id, notes: '' }]);
  expect(await timerOf(worker, companyId)).toBeNull();
});

test('a timer of the server is changed without a connection, also if the response is lost, and becomes one worklog', async ({
  newcomer,
}) => {
  const place = await site(newcomer, 'Changed Below', 3);
  const { worker, companyId } = place;
  const page = await opened(place);
  const { id } = await startElsewhere(place, 45);
  await expect(chip(page, /^0:4[5-7]:\d\d Masonry/)).toBeVisible();
  await page.route(`**/companies/${companyId}/timer/*`, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await note(page, 'Written in a tunnel');
  await expect(isWaiting(page)).toBeVisible();
  await note(page, 'Written in the next tunnel');
  expect(await timerOf(worker, companyId)).toMatchObject({ id, version: 2, notes: 'Written in a tunnel' });
  await page.unrouteAll({ behavior: 'wait' });
  const reading = (url: URL) => url.pathname.endsWith('/timer');
  await page.route(reading, (route) => route.abort());
  await page.reload();
  await expect(chip(page, /^0:4[5-7]:\d\d Masonry/), 'the response to the change is enough to show it').toBeVisible();
  await expect
    .poll(() => timerOf(worker, companyId))
    .toMatchObject({ version: 3, notes: 'Written in the next tunnel' });
  await expect(isWaiting(page)).toBeHidden();
  await expect(chip(page, /^0:4[5-7]:\d\d Masonry/)).toBeVisible();
  await page.unroute(reading);
  await worker.context.setOffline(true);
  await moveStart(page, 90);
  await stop(page);
  await expect(waiting(page)).toContainText('Written in the next tunnel');
  await worker.context.setOffline(false);
  await expect(waiting(page)).toBeHidden();
  const [worklog, ...others] = await worklogsOf(worker, companyId);
  expect(others).toEqual([]);
  expect(worklog).toMatchObject({ id, notes: 'Written in the next tunnel' });
  expect(worklog?.minutes).toBeGreaterThanOrEqual(90);
  expect(await timerOf(worker, companyId)).toBeNull();
});

test('a change of a timer that another device has changed too is sent on demand; discarded below, nothing is left of it', async ({
  newcomer,
}) => {
  const place = await site(newcomer, 'Discarded Below', 3);
  const { worker, companyId } = place;
  const page = await opened(place);
  const { id } = await startElsewhere(place, 60);
  await expect(chip(page, /^1:0[0-2]:\d\d Masonry/)).toBeVisible();
  await worker.context.setOffline(true);
  await note(page, 'Typed below');
  await expect(isWaiting(page)).toBeVisible();
  await call(page, 'PATCH', `/companies/${companyId}/timer/${id}`, { version: 1, notes: 'Changed there' });
  await worker.context.setOffline(false);
  await expect(waiting(page)).toContainText('Change not accepted');
  await expect(waiting(page)).toContainText('This timer was changed on another device');
  await expectAccessible(page, 'a change of a timer that was not accepted');
  await waiting(page).getByRole('button', { name: 'Send my change anyway' }).click();
  await expect(waiting(page)).toBeHidden();
  await expect.poll(() => timerOf(worker, companyId)).toMatchObject({ id, version: 3, notes: 'Typed below' });
  await expect(isWaiting(page)).toBeHidden();
  await worker.context.setOffline(true);
  // What waits then is a change of the timer, which must not be all that is discarded.
  await note(page, 'Typed once more');
  const panel = await openPanel(page);
  await panel.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('The timer was discarded.')).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Start a timer' })).toBeVisible();
  expect((await timerOf(worker, companyId))?.id, 'until there is a connection').toBe(id);
  await worker.context.setOffline(false);
  await expect(waiting(page)).toBeHidden();
  await expect.poll(() => timerOf(worker, companyId)).toBeNull();
  expect(await worklogsOf(worker, companyId)).toEqual([]);
});

test('of two timers that were started on two devices the second waits, until it becomes a worklog with its end', async ({
  newcomer,
}) => {
  const place = await site(newcomer, 'Two Starts', 3);
  const { worker, companyId } = place;
  const page = await opened(place);
  await worker.context.setOffline(true);
  await startOn(page, /Masonry/);
  await moveStart(page, 120);
  const { id } = await startElsewhere(place, 30);
  await worker.context.setOffline(false);
  await expect(waiting(page)).toContainText('Timer not started');
  await expect(waiting(page)).toContainText('A timer is running already.');
  await expectAccessible(page, 'a timer that was not started');
  await expect(chip(page, /^0:3[0-2]:\d\d Masonry/), 'the one of the server').toBeVisible();
  await waiting(page)
    .getByRole('button', { name: /^Make it a worklog/ })
    .click();
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await expect(form).toBeVisible();
  await page.reload();
  await expect(waiting(page), 'not sent until somebody confirms its end').toContainText('Edit it to enter when');
  await form.getByLabel('Duration').fill('1 h 29 m');
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  await expect(waiting(page)).toBeHidden();
  const [worklog, ...others] = await worklogsOf(worker, companyId);
  expect(others).toEqual([]);
  expect(worklog?.minutes).toBeGreaterThanOrEqual(88);
  expect((await timerOf(worker, companyId))?.id, 'still runs').toBe(id);
});

test.describe('an application that starts without a connection', () => {
  test.use({
    serviceWorkers: 'allow',
    expectedFaults: /Failed to fetch|ERR_INTERNET_DISCONNECTED|could not be loaded/,
  });

  test('shows the timer that was started before, with what has elapsed since', async ({ newcomer }) => {
    const place = await site(newcomer, 'Flight Mode', 3);
    const { worker, companyId } = place;
    const page = await opened(place);
    await untilCopied(page, []);
    await worker.context.setOffline(true);
    await startOn(page, /Masonry/);
    await moveStart(page, 40);
    await page.reload();
    await expect(chip(page, /^0:4[0-2]:\d\d Masonry/)).toBeVisible();
    await expect(isWaiting(page)).toBeVisible();
    await stop(page);
    await expect(waiting(page)).toContainText('Masonry');
    await page.reload();
    await expect(waiting(page)).toContainText('Masonry');
    await expect(bar(page).getByRole('button', { name: 'Start a timer' })).toBeVisible();
    await worker.context.setOffline(false);
    await expect(waiting(page)).toBeHidden();
    expect(await worklogsOf(worker, companyId)).toHaveLength(1);
    expect(await timerOf(worker, companyId)).toBeNull();
  });
});

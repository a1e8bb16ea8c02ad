// A day that is copied without a connection, or whose response is lost: the copies wait on the device, and each is sent once.
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { expectAccessible, test } from './support/journey.ts';
import { untilCopied } from './support/offline.ts';
import { call, type Site, site } from './support/staging.ts';
import { announceConnection } from './support/unsent/acts.ts';
import { storedEntries } from './support/unsent/device.ts';
import { worklogsOnServer } from './support/unsent/page.ts';
import { openWorklogs, unsentIn as waiting } from './support/worklog-form.ts';

const expectedFaults = /Failed to fetch|ERR_INTERNET_DISCONNECTED|could not be loaded/;

const dayAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' });

/** The first minute of a day: past almost always, also today. */
const logged = (page: Page, { companyId, taskId }: Site, day: string, notes: string) =>
  call(page, 'POST', `/companies/${companyId}/worklogs`, { taskId, notes, start: `${day}T00:00`, end: `${day}T00:01` });

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Copy / });

/** In a calendar that begins with the month of the original. */
async function chooseDay(page: Page, day: string): Promise<void> {
  const month = new Date(day).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' });
  await dialog(page).getByRole('combobox', { name: 'Year' }).selectOption(day.slice(0, 4));
  await dialog(page).getByRole('combobox', { name: 'Month' }).selectOption(month);
  await dialog(page)
    .getByRole('button', { name: new RegExp(`^${Number(day.slice(8))} ${month} `) })
    .click();
}

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow', expectedFaults });

  test('a day is copied, and what waits is copied on; each copy is sent once, and a conflict is named', async ({
    newcomer,
  }) => {
    const place = await site(newcomer, 'Weeks Below');
    const { worker, companyId } = place;
    const { context } = worker;
    const [last, between, first] = [dayAgo(0), dayAgo(1), dayAgo(2)];
    await logged(worker.page, place, first, 'Pumped the shaft.');
    await worker.page.goto('/worklogs');
    await untilCopied(worker.page, ['Pumped the shaft.']);
    await worker.page.close();
    await context.setOffline(true);
    const page = await context.newPage();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/worklogs?from=${first}&to=${last}`);
    const copyFrom = async (region: ReturnType<typeof waiting>) => {
      await region
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Copy this day…' }).click();
    };

    await test.step('a worklog of the server', async () => {
      await copyFrom(page.getByRole('main'));
      await chooseDay(page, between);
      await dialog(page).getByRole('button', { name: 'Submit 1 worklog' }).click();
      await expect(dialog(page)).toContainText(
        '1 worklog waits on this device. It is sent when there is a connection.',
      );
      await expectAccessible(page, 'copies that wait on this device');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await dialog(page).getByRole('button', { name: 'Close' }).last().click();
      await expect(waiting(page).getByRole('listitem')).toHaveCount(1);
      await expect(waiting(page)).toContainText('Pumped the shaft.');
    });
    await test.step('and the one that waits', async () => {
      await copyFrom(waiting(page));
      await expect(dialog(page)).toContainText('Waiting to be sent');
      await chooseDay(page, last);
      await expectAccessible(page, 'copying what waits on this device');
      await dialog(page).getByRole('button', { name: 'Submit 1 worklog' }).click();
      await expect(dialog(page)).toContainText('1 worklog waits on this device.');
      await dialog(page).getByRole('button', { name: 'Close' }).last().click();
      await expect(waiting(page).getByRole('listitem')).toHaveCount(2);
    });
    // Meanwhile, on another phone.
    await logged(page, place, last, 'From the other phone.');
    await context.setOffline(false);
    await expect(waiting(page)).toContainText('This worklog conflicts with another worklog.');
    await expect(waiting(page).locator('[data-unsent]')).toHaveCount(1);
    await waiting(page)
      .getByRole('button', { name: /is free: use it$/ })
      .first()
      .click();
    await expect(waiting(page)).toBeHidden();
    expect(
      (await worklogsOnServer(worker, companyId)).map(({ notes, version }) => `${notes} ${version}`).sort(),
    ).toEqual(['From the other phone. 1', 'Pumped the shaft. 1', 'Pumped the shaft. 1', 'Pumped the shaft. 1']);
  });
});

test('copies whose response is lost are not created twice, expenses too', async ({ newcomer }) => {
  const place = await site(newcomer, 'Lost Copies');
  const { worker, founder, companyId } = place;
  const { page } = worker;
  const errands = { name: 'Errands', forEveryone: true, tasks: [{ name: 'Materials', kind: 'expense' }] };
  const { tasks } = z
    .object({ tasks: z.tuple([z.object({ id: z.string() })]) })
    .parse(await call(founder.page, 'POST', `/companies/${companyId}/projects`, errands));
  const expenseTaskId = tasks[0].id;
  const [to, from] = [dayAgo(1), dayAgo(2)];
  await logged(page, place, from, 'Hours.');
  const bought = { taskId: expenseTaskId, day: from, amount: '15000', notes: 'Nails.' };
  await call(page, 'POST', `/companies/${companyId}/worklogs`, bought);
  await openWorklogs(page);
  await page.goto(`/worklogs?from=${from}&to=${to}`);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Copy this day…' }).click();
  await dialog(page)
    .getByRole('checkbox', { name: /Materials/ })
    .check();
  await chooseDay(page, to);
  // The server commits, and the response never arrives; nor does what follows reach it.
  await page.route('**/worklog-copies', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.route(`**/companies/${companyId}/worklogs`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await dialog(page).getByRole('button', { name: 'Submit 2 worklogs' }).click();
  await expect(dialog(page)).toContainText('2 worklogs wait on this device.');
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(waiting(page).getByRole('listitem')).toHaveCount(2);
  expect(await worklogsOnServer(worker, companyId)).toHaveLength(4);
  await page.unrouteAll({ behavior: 'wait' });
  await announceConnection(page);
  await expect.poll(() => storedEntries(page), { timeout: 60_000 }).toEqual([]);
  const stored = (await worklogsOnServer(worker, companyId)).map(({ notes, version }) => `${notes} ${version}`);
  expect(stored.sort()).toEqual(['Hours. 1', 'Hours. 1', 'Nails. 1', 'Nails. 1']);

  // The same day once more: what is refused is named, and the focus stays in the dialog, whose calendar does not move.
  await page
    .getByRole('button', { name: /^Actions for/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Copy this day…' }).click();
  const top = async () => (await dialog(page).getByRole('table').boundingBox())?.y ?? Number.NaN;
  const before = await top();
  await chooseDay(page, to);
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
  await dialog(page).getByRole('button', { name: 'Submit 1 worklog' }).click();
  await expect(dialog(page).getByRole('listitem').first()).toContainText(/00:00–00:01 Masonry.*conflicts/);
  await expect(dialog(page).getByRole('button', { name: 'Close' }).last()).toBeFocused();
});

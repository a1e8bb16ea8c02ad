// The running timer: started by a key, shown in another browser, and turned into a worklog when stopped; the count in the approver's
// navigation is updated without a reload.
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { expectAccessible, test } from './support/journey.ts';
import { call, delayResponses, enrol, found, hirePerson, openProject, site } from './support/staging.ts';

test('a timer continues in another browser, and becomes a worklog', async ({ newcomer, browser }) => {
  const founder = await newcomer('Tomas Founder');
  const worker = await newcomer('Tika Worker');
  await enrol(founder);
  const companyId = await found(founder, 'Timed Works', 3);
  await hirePerson(founder, companyId, worker, 'worker');
  await openProject(founder, companyId, 'Bridge', 'Welding');
  await founder.page.goto('/dashboard');
  const approvals = founder.page.getByRole('navigation').getByRole('link', { name: /^Approvals/ });
  await expect(approvals).toHaveAccessibleName('Approvals');

  await test.step('T offers the tasks, Enter starts the first', async () => {
    const { page } = worker;
    await page.goto('/dashboard');
    await expect(page.getByRole('banner').getByRole('button', { name: 'Start a timer' })).toBeVisible();
    await page.keyboard.press('t');
    await expect(page.getByRole('menuitem', { name: /Welding/ })).toBeFocused();
    await expectAccessible(page, 'the tasks of a timer');
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await expect(page.getByRole('menuitem', { name: /Welding/ }), 'also if they are loaded').toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^0:0\d:\d\d Welding/ })).toBeFocused();
    await expect(page).toHaveTitle('▶ Dashboard · Daybook');
  });

  await test.step('its start is moved back', async () => {
    const { page } = worker;
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Timer' });
    await panel.getByLabel('Started at').fill(clockInJakarta(-120));
    await panel.getByLabel('Notes').fill('the railing');
    await expectAccessible(page, 'the timer, opened');
    const answer = await delayResponses(page, `**/companies/${companyId}/timer/*`);
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByLabel('Notes').press('End');
    await page.keyboard.type(', inside');
    answer();
    await expect(page.getByRole('button', { name: /^2:0\d:\d\d Welding/ })).toBeVisible();
    await expect(panel.getByLabel('Notes'), 'typed before the answer').toHaveValue('the railing, inside');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel).toBeHidden();
  });

  const session = await worker.context.storageState();
  const { baseURL = '' } = test.info().project.use;
  await worker.context.close();
  const again = await browser.newContext({
    storageState: session,
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Asia/Jakarta',
  });
  const page = await again.newPage();

  await test.step('in another browser, on a phone, it is still running', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/worklogs');
    await expect(page.getByRole('button', { name: /^2:0\d:\d\d Welding/ })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page, 'a running timer on a phone');
  });

  await test.step('after it is stopped, it is in the list, and the approver’s navigation counts it', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText(/^Submitted: 2 h( \d m)? on Welding\.$/)).toBeVisible();
    await expect(page.getByText('the railing, inside')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Start a timer' })).toBeFocused();
    await expect(page).toHaveTitle('Worklogs · Daybook');
    await expect(approvals).toHaveAccessibleName('Approvals 1 to decide');
  });
  await again.close();
});

test('a change that another device makes while the timer is being edited is not overwritten', async ({ newcomer }) => {
  const { worker, companyId, taskId } = await site(newcomer, 'Timed Twice');
  const { page } = worker;
  const begun = await startEarlier(page, companyId, { taskId, minutes: 30 });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^0:3\d:\d\d Masonry/ }).click();
  const panel = page.getByRole('dialog', { name: 'Timer' });
  await panel.getByLabel('Notes').fill('typed here');
  const start = new Date(Date.now() + (7 * 60 - 90) * 60_000).toISOString().slice(0, 16);
  const there = { version: 1, notes: 'typed there', start, startOffset: '+07:00' };
  await call(page, 'PATCH', `/companies/${companyId}/timer/${begun}`, there);
  await expect(page.getByRole('button', { name: /^1:3\d:\d\d Masonry/ })).toBeVisible();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByRole('alert')).toBeVisible();
  await expect(panel.getByLabel('Notes')).toHaveValue('typed here');
  expect(await timerOf(page, companyId)).toMatchObject({ notes: 'typed there', version: 2 });
});

test('stopping is not undone while another timer runs, and nothing is lost', async ({ newcomer }) => {
  const { worker, companyId, taskId } = await site(newcomer, 'Timed Again');
  const { page } = worker;
  const worklogs = () => call(page, 'GET', `/companies/${companyId}/worklogs?pageSize=10`);
  const bar = page.getByRole('banner');
  await startEarlier(page, companyId, { taskId, minutes: 30 });
  await page.goto('/dashboard');
  const stop = () => bar.getByRole('button', { name: 'Stop', exact: true }).click();
  const undo = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' });
  await stop();
  await undo.click();
  await expect(page.getByText('The timer runs again.')).toBeVisible();
  await expect(bar.getByRole('button', { name: /^0:3\d:\d\d Masonry/ })).toBeVisible();
  expect(await worklogs()).toMatchObject({ worklogs: [] });
  await stop();
  await expect(undo).toBeVisible();
  await startEarlier(page, companyId, { taskId, minutes: 0 });
  await undo.click();
  await expect(page.getByText('A timer is running already.')).toBeVisible();
  expect(await worklogs()).toMatchObject({ worklogs: [{ notes: '', version: 1 }] });
});

test('on a phone, what a stopped timer says is in lines of words, with both actions below', async ({ newcomer }) => {
  const { worker, companyId, taskId } = await site(newcomer, 'Timed On A Phone');
  const { page } = worker;
  await page.setViewportSize({ width: 360, height: 740 });
  await call(page, 'PATCH', '/settings', { theme: 'light', locale: 'id' });
  await startEarlier(page, companyId, { taskId, minutes: 30 });
  await page.goto('/dashboard');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Masonry/ })
    .click();
  await page.getByRole('button', { name: 'Hentikan' }).last().click();
  const messages = page.getByRole('region', { name: 'Pesan' });
  await expect(messages.getByRole('button', { name: 'Tambah keterangan' })).toBeVisible();
  const text = await messages.getByText(/Masonry/).boundingBox();
  expect(text?.height).toBeLessThanOrEqual(50);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expect(messages.getByRole('button', { name: 'Tutup' })).toBeInViewport({ ratio: 1 });
});

test('when the tasks of a timer cannot be loaded, an error is shown, and they load when the connection is restored', async ({
  newcomer,
}) => {
  const { worker } = await site(newcomer, 'Timed Lifts');
  const { page, context } = worker;
  await page.goto('/dashboard');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Start a timer' })).toBeVisible();
  await context.setOffline(true);
  await page.keyboard.press('t');
  const menu = page.getByRole('menu');
  await expect(menu.getByText(/could not be loaded while you are offline/)).toBeVisible();
  await expect(menu.getByRole('menuitem')).toHaveText([/^Without a task/]);
  await context.setOffline(false);
  await expect(menu.getByRole('menuitem', { name: /Masonry/ })).toBeFocused();
  await expect(menu.getByText(/could not be loaded while you are offline/)).toBeHidden();
});

test('a timer that cannot be saved opens the filled form, and is deleted only with the new worklog', async ({
  newcomer,
}) => {
  const founder = await newcomer('Tamara Founder');
  const worker = await newcomer('Toni Worker');
  await enrol(founder);
  const companyId = await found(founder, 'Timed Forms', 3);
  await hirePerson(founder, companyId, worker, 'worker');
  await openProject(founder, companyId, 'Tunnel', 'Drilling');
  const { page } = worker;
  await page.goto('/dashboard');
  await page.getByRole('banner').getByRole('button', { name: 'Start a timer' }).click();
  await page.getByRole('menuitem', { name: /Without a task/ }).click();
  await page.getByRole('button', { name: /No task yet/ }).click();
  await page.getByLabel('Started at').fill(clockInJakarta(-90));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: /^1:3\d:\d\d No task yet/ })).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: 'Stop' }).click();
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await expect(form.getByLabel('Start time')).toHaveValue(clockInJakarta(-90, 'about'));
  await expect(form.getByText('This field is required.')).toBeVisible();
  await page.reload();
  await expect(form.getByLabel('Duration'), 'also after a reload').toHaveValue(/1 h 3\d m/);

  await test.step('a stopped timer is ignored by New Worklog, N and Duplicate, also in another tab', async () => {
    const finish = page.getByRole('link', { name: 'Finish' });
    const before = await timerOf(page, companyId);
    await form.getByLabel('Notes').fill('of the timer');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close and keep it' }).click();
    await writeAnother(page, () => page.getByRole('button', { name: 'New Worklog' }).first().click(), 12);
    await writeAnother(page, () => page.keyboard.press('n'), 14);
    await page
      .getByRole('row', { name: /Drilling/ })
      .first()
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(form.getByLabel('Notes')).toHaveValue('something else');
    await form.getByLabel('Start time').fill(clockLater(16, '00'));
    await form.getByLabel('End time').fill(clockLater(16, '10'));
    await form.getByRole('button', { name: 'Submit worklog' }).click();
    await expect(form).toBeHidden();
    const tab = await page.context().newPage();
    await tab.goto('/worklogs');
    await expect(tab.getByRole('link', { name: 'Finish' })).toBeVisible();
    await writeAnother(tab, () => tab.getByRole('button', { name: 'New Worklog' }).first().click(), 18);
    await tab.close();
    expect(await timerOf(page, companyId)).toEqual(before);
    await finish.click();
    await expect(form.getByLabel('Notes'), 'each form has its own draft').toHaveValue('of the timer');
  });
  await form.getByRole('combobox', { name: 'Task' }).click();
  await page.getByRole('option', { name: /Drilling/ }).click();
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('row', { name: /of the timer/ })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Start a timer' })).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: 'Start a timer' }).click();
  await page.getByRole('menuitem', { name: /Drilling/ }).click();
  await page.getByRole('button', { name: /0:0\d:\d\d Drilling/ }).click();
  await page.getByLabel('Started at').fill(clockInJakarta(-80));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: /^1:2\d:\d\d Drilling/ })).toBeVisible();
  const running = await timerOf(page, companyId);
  await writeAnother(page, () => page.keyboard.press('n'), 20);
  await page.keyboard.press('q');
  const quick = page.getByRole('dialog', { name: 'Quick entry' });
  await expect(quick.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('01:00-02:00 yesterday drilling');
  await expect(quick.getByRole('list', { name: 'Understood as' })).toContainText('Drilling');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Submitted: .*01:00–02:00, Drilling/)).toBeVisible();
  await page.goto('/worklogs?view=week&from=2026-03-02');
  await drawHour(page);
  await expect(form.getByLabel('Notes')).toHaveValue('');
  await form.getByRole('combobox', { name: 'Task' }).click();
  await page.getByRole('option', { name: /Drilling/ }).click();
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(page.getByRole('listitem').getByRole('button', { name: /(?<!New worklog, )Mon 2 Mar, / })).toBeVisible();
  expect(await timerOf(page, companyId), 'a running timer does not change either').toEqual(running);
  const { version } = await call(founder.page, 'GET', `/companies/${companyId}`);
  await call(founder.page, 'PATCH', `/companies/${companyId}`, { version, longestWorklogMinutes: 60 });
  await page.getByRole('banner').getByRole('button', { name: 'Stop' }).click();
  await expect(form.getByText(/longer than a worklog may be \(1 h\)\. When did you stop\?/)).toBeVisible();
  await expect(form.getByLabel('End time'), 'no time is suggested').toHaveValue('');
  await expect(form.getByLabel('End time'), 'the end time must be corrected').toBeFocused();
});

/** Returns its id. */
async function startEarlier(
  page: Page,
  companyId: string,
  { taskId, minutes }: { taskId: string; minutes: number },
): Promise<string> {
  const startedAt = new Date(Date.now() - minutes * 60_000).toISOString();
  await call(page, 'POST', `/companies/${companyId}/timer`, { taskId, startedAt, notes: '' });
  return z.object({ id: z.string() }).parse(await timerOf(page, companyId)).id;
}

const timerOf = async (page: Page, companyId: string) =>
  (await call(page, 'GET', `/companies/${companyId}/timer`)).timer;

/** Drags downwards on the first day of the week. */
async function drawHour(page: Page): Promise<void> {
  const day = page.locator('[data-hours]').first();
  await day.scrollIntoViewIfNeeded();
  const { x, y, height } = (await day.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.mouse.move(x + 20, y + height / 7);
  await page.mouse.down();
  await page.mouse.move(x + 20, y + (height * 3) / 14, { steps: 4 });
  await page.mouse.up();
}

/** A worklog unrelated to the timer, in an empty form. */
async function writeAnother(page: Page, open: () => Promise<void>, hours: number): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await open();
  await expect(form.getByLabel('Notes')).toHaveValue('');
  await form.getByRole('combobox', { name: 'Task' }).click();
  await page.getByRole('option', { name: /Drilling/ }).click();
  await form.getByLabel('Start time').fill(clockLater(hours, '00'));
  await form.getByLabel('End time').fill(clockLater(hours, '10'));
  await form.getByLabel('Notes').fill('something else');
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
}

/** That many hours from now on the current day, or the same time earlier if that would be the next day. */
const clockLater = (hours: number, minutes: string): string =>
  `${String((new Date(Date.now() + 7 * 3_600_000).getUTCHours() + hours) % 24).padStart(2, '0')}:${minutes}`;

/** "07:45": that many minutes from now. With 'about', also the minutes that may pass during the test. */
function clockInJakarta(minutes: number): string;
function clockInJakarta(minutes: number, how: 'about'): RegExp;
function clockInJakarta(minutes: number, how?: 'about'): string | RegExp {
  const at = (more: number) => new Date(Date.now() + (7 * 60 + minutes + more) * 60_000).toISOString().slice(11, 16);
  return how ? new RegExp(`^(${at(-2)}|${at(-1)}|${at(0)})$`) : at(0);
}

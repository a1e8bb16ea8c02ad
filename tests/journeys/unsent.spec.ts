// Work that is logged without a connection: kept on the device, shown apart from what the server has, and sent once when it is back.
import { readFileSync } from 'node:fs';
import { expect, type Page, type Request } from '@playwright/test';
import { v7 } from 'uuid';
import { z } from 'zod';
import { png } from '../support/receipts.ts';
import { expectAccessible, test } from './support/journey.ts';
import { call, signIn, signOutOnPage, site } from './support/staging.ts';
import { openAndLoseConnection, submitOffline, warmUp, worklogsOnServer } from './support/unsent/page.ts';
import { beginWorklog, chooseReceipts, openWorklogs, unsentIn as waiting } from './support/worklog-form.ts';

test('a worklog with a photo is kept without a connection, can be changed, and is sent once when it is back', async ({
  newcomer,
}) => {
  const { worker, companyId } = await site(newcomer, 'No Bars');
  const { page, context } = worker;
  await page.setViewportSize({ width: 360, height: 740 });
  await openAndLoseConnection(page);
  const form = await beginWorklog(page, 'Typed in the shaft.');
  await chooseReceipts(form, { name: 'bolts.png', mimeType: 'image/png', buffer: png(40, 2_000) });
  await expect(form.getByText('Not uploaded yet').first()).toBeVisible();
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('Kept on this device. It is sent when there is a connection.')).toBeVisible();
  await expect(waiting(page)).toContainText('Masonry');
  await expect(waiting(page)).toContainText('Typed in the shaft.');
  await expect(waiting(page).getByText('1 m').first(), 'its own total').toBeVisible();
  await expectAccessible(page, 'what waits on this device');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await test.step('a change merges into it, with its photo', async () => {
    await waiting(page).getByRole('button', { name: /^Edit/ }).click();
    await expect(form.getByText('bolts.png', { exact: true })).toBeVisible();
    await form.getByLabel('Notes (optional)').fill('Typed in the shaft, and mended.');
    await form.getByRole('button', { name: 'Submit worklog' }).click();
    await expect(form).toBeHidden();
    await expect(waiting(page)).toContainText('and mended');
    await expect(waiting(page).getByRole('listitem')).toHaveCount(1);
  });
  expect(await worklogsOnServer(worker, companyId)).toEqual([]);
  await context.setOffline(false);
  await expect(waiting(page)).toBeHidden();
  await expect(page.getByText('1 worklog that was waiting has been sent.')).toBeVisible();
  await expect(page.getByRole('main').getByText('Masonry')).toHaveCount(1);
  expect(await worklogsOnServer(worker, companyId)).toEqual([
    { notes: 'Typed in the shaft, and mended.', receipts: 1, version: 1 },
  ]);
});

test('a worklog whose response is lost is not created twice; what was changed meanwhile follows', async ({
  newcomer,
}) => {
  const { worker, companyId } = await site(newcomer, 'Lost Answers');
  const { page } = worker;
  await openWorklogs(page);
  await warmUp(page);
  const path = `**/companies/${companyId}/worklogs`;
  // The server commits, and the response never arrives.
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await submitOffline(page, 'Answered to nobody.');
  await expect(waiting(page)).toContainText('Answered to nobody.');
  expect(await worklogsOnServer(worker, companyId)).toHaveLength(1);
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await waiting(page).getByRole('button', { name: /^Edit/ }).click();
  await form.getByLabel('Notes (optional)').fill('Changed before the answer.');
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  await expect(waiting(page)).toContainText('Changed before the answer.');
  // A repetition may be in progress.
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(page.getByRole('table').getByText('Changed before the answer.')).toBeVisible();
  await expect(waiting(page)).toBeHidden();
  expect(await worklogsOnServer(worker, companyId)).toEqual([
    { notes: 'Changed before the answer.', receipts: 0, version: 2 },
  ]);
});

test('what is refused later stays until the worker decides: a conflict with its free times, and a locked period', async ({
  newcomer,
}) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Two Phones');
  const { page, context } = worker;
  await openAndLoseConnection(page);
  await submitOffline(page, 'From the first phone.');
  const day = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' });
  const [start, end] = [`${day}T00:00`, `${day}T00:01`];
  await call(page, 'POST', `/companies/${companyId}/worklogs`, { taskId, start, end, notes: 'From the second phone.' });
  await context.setOffline(false);
  await expect(waiting(page)).toContainText('Not accepted');
  await expect(waiting(page)).toContainText('This worklog conflicts with another worklog.');
  await expect(waiting(page)).toContainText('From the second phone.');
  await expectAccessible(page, 'a refusal of what was waiting');

  await test.step('the reason is known again after a reload', async () => {
    await page.reload();
    await expect(waiting(page)).toContainText('This worklog conflicts with another worklog.');
  });
  await test.step('the form shows the same, and a free time corrects it in one step', async () => {
    await waiting(page).getByRole('button', { name: /^Edit/ }).click();
    const form = page.getByRole('dialog', { name: 'Add Worklog' });
    await expect(form.getByRole('alert')).toContainText('This worklog conflicts with another worklog.');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await waiting(page)
      .getByRole('button', { name: /is free: use it$/ })
      .first()
      .click();
    await expect(waiting(page)).toBeHidden();
    expect((await worklogsOnServer(worker, companyId)).map(({ notes }) => notes).sort()).toEqual([
      'From the first phone.',
      'From the second phone.',
    ]);
  });
  await test.step('the lock date has moved', async () => {
    await context.setOffline(true);
    const form = await beginWorklog(page, 'Too late.');
    await form.getByLabel('Start time').fill('0002');
    await form.getByLabel('End time').fill('0003');
    await form.getByRole('button', { name: 'Submit worklog' }).click();
    await expect(form).toBeHidden();
    const { version } = await call(founder.page, 'GET', `/companies/${companyId}`);
    await call(founder.page, 'PATCH', `/companies/${companyId}`, { version, lockedUntil: day });
    await context.setOffline(false);
    await expect(waiting(page)).toContainText(/The period up to .* is locked/);
    await waiting(page)
      .getByRole('button', { name: /^Discard/ })
      .click();
    await expect(waiting(page)).toBeHidden();
    expect(await worklogsOnServer(worker, companyId)).toHaveLength(2);
  });
});

test('signing out asks; somebody else on the same device sees nothing; the owner’s are sent when they are back', async ({
  newcomer,
}) => {
  const { worker, founder, companyId } = await site(newcomer, 'Shared Phone');
  const { page } = worker;
  await openWorklogs(page);
  await warmUp(page);
  const path = `**/companies/${companyId}/worklogs`;
  const cutOff = () =>
    page.route(path, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await cutOff();
  await submitOffline(page, 'Mine alone.');
  await expect(waiting(page)).toContainText('Mine alone.');
  await signOutOnPage(page);
  const question = page.getByRole('dialog', { name: '1 worklog is waiting to be sent' });
  await expectAccessible(page, 'signing out with unsent worklogs');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(question).toBeHidden();
  await expect(waiting(page)).toBeVisible();
  await signOutOnPage(page);
  await question.getByRole('button', { name: 'Keep and sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  // A repetition may be in progress.
  await page.unrouteAll({ behavior: 'wait' });

  await signIn(page, founder.email);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goto('/worklogs');
  await expect(page.getByText('Mine alone.')).toBeHidden();
  expect(await worklogsOnServer(worker, companyId), 'nor is it sent in their name').toEqual([]);
  await page.goto('/dashboard');
  await signOutOnPage(page);
  await expect(page, 'without a question').toHaveURL(/\/login$/);

  await signIn(page, worker.email);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect.poll(() => worklogsOnServer(worker, companyId)).toHaveLength(1);
  await cutOff();
  await page.goto('/worklogs');
  await expect(waiting(page)).toBeHidden();
  const form = await beginWorklog(page, 'Not wanted any more.');
  await form.getByLabel('Start time').fill('0002');
  await form.getByLabel('End time').fill('0003');
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(waiting(page)).toContainText('Not wanted any more.');
  await signOutOnPage(page);
  await page.evaluate(() => {
    const remove = IDBObjectStore.prototype.delete;
    IDBObjectStore.prototype.delete = () => {
      IDBObjectStore.prototype.delete = remove;
      throw new Error('Denied once.');
    };
  });
  await question.getByRole('button', { name: 'Delete and sign out' }).click();
  await expect(page.getByText('Something went wrong')).toBeVisible();
  await question.getByRole('button', { name: 'Delete and sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  // A repetition may be in progress.
  await page.unrouteAll({ behavior: 'wait' });
  await signIn(page, worker.email);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goto('/worklogs');
  await expect(page.getByText('Mine alone.')).toBeVisible();
  expect(await worklogsOnServer(worker, companyId)).toHaveLength(1);
});

test('what is being sent when its owner deletes it and signs out is not repeated for the next sign-in', async ({
  newcomer,
}) => {
  const { worker, companyId } = await site(newcomer, 'Deleted While Sent');
  const { page } = worker;
  await openWorklogs(page);
  await warmUp(page);
  const path = `**/companies/${companyId}/worklogs`;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: markHeld } = Promise.withResolvers<void>();
  let isHeld = false;
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    if (isHeld) {
      markHeld();
      await released;
    }
    await route.abort().catch(() => undefined);
  });
  await submitOffline(page, 'Deleted meanwhile.');
  await expect(waiting(page)).toContainText('Deleted meanwhile.');
  isHeld = true;
  const isPost = (request: Request) => request.method() === 'POST' && /\/worklogs$/.test(request.url());
  // Where an earlier attempt has just begun, that is the one that is held.
  await Promise.all([held, page.evaluate(() => window.dispatchEvent(new Event('online')))]);
  await signOutOnPage(page);
  await Promise.all([
    page.waitForEvent('requestfailed', isPost),
    page.getByRole('dialog').getByRole('button', { name: 'Delete and sign out' }).click(),
  ]);
  await expect(page).toHaveURL(/\/login$/);
  release();
  await page.unrouteAll({ behavior: 'wait' });
  await signIn(page, worker.email);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goto('/worklogs');
  await expect(waiting(page)).toBeHidden();
  expect(await worklogsOnServer(worker, companyId)).toEqual([]);
});

test('quick entry keeps its lines; the page may be closed before they are sent, from another tab', async ({
  newcomer,
}) => {
  const { worker, companyId } = await site(newcomer, 'Closed Tabs');
  const { page, context } = worker;
  await openWorklogs(page);
  await page.keyboard.press('q');
  const line = page.getByRole('dialog', { name: 'Quick entry' }).getByRole('combobox');
  await line.fill('03:00-03:30 yesterday mason');
  await expect(page.getByRole('list', { name: 'Understood as' })).toContainText('Masonry');
  await context.setOffline(true);
  await page.keyboard.press('Control+Enter');
  await line.fill('04:00-04:30 yesterday mason');
  await expect(page.getByRole('list', { name: 'Understood as' })).toContainText('Masonry');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Quick entry' })).toBeHidden();
  await expect(waiting(page).getByRole('listitem')).toHaveCount(2);
  await page.close();
  await context.setOffline(false);
  const [one, other] = [await context.newPage(), await context.newPage()];
  await Promise.all([one.goto('/worklogs'), other.goto('/worklogs')]);
  await expect.poll(() => worklogsOnServer({ ...worker, page: one }, companyId)).toHaveLength(2);
  for (const tab of [one, other]) await expect(waiting(tab)).toBeHidden();
});

test('where the browser denies its storage, it says so, and the form keeps what was typed', async ({ newcomer }) => {
  const { worker } = await site(newcomer, 'Private Window');
  const { page, context } = worker;
  await context.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await openAndLoseConnection(page);
  const form = await beginWorklog(page, 'Typed in a private window.');
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(page.getByText(/^Not kept on this device: the browser does not allow it/)).toBeVisible();
  await expect(form.getByRole('alert').first()).toContainText('You are offline. What you typed is kept.');
  await expect(form.getByLabel('Notes (optional)')).toHaveValue('Typed in a private window.');
});

test('what is gone in the moment in which it is discarded is not said to be discarded', async ({ newcomer }) => {
  const { worker } = await site(newcomer, 'Gone Before');
  const { page } = worker;
  await openAndLoseConnection(page);
  await submitOffline(page, 'Sent in the same moment.');
  await waiting(page)
    .getByRole('button', { name: /^Discard/ })
    .evaluate(pressWhileCleared);
  await expect(page.getByText('This worklog has been sent or discarded meanwhile.')).toBeVisible();
  await expect(waiting(page)).toBeHidden();
});

test('what an earlier release has stored is sent; five hundred are the most that wait', async ({ newcomer }) => {
  const { worker, workerId, companyId, taskId } = await site(newcomer, 'Earlier Release');
  const { page } = worker;
  const format: unknown = JSON.parse(readFileSync('tests/unsent-formats/1.json', 'utf8'));
  const own = z.looseObject({ written: z.looseObject({}) }).parse(format);
  const entries = (count: number) =>
    Array.from({ length: count }, (_, number) => ({
      ...own,
      worklogId: v7(),
      personId: workerId,
      companyId,
      queuedAt: number,
      written: {
        ...own.written,
        taskId,
        start: '2026-01-05T08:00',
        end: '2026-01-05T09:00',
        notes: `Stored ${number}`,
      },
    }));
  await openWorklogs(page);
  await warmUp(page);
  await storeEntries(page, entries(1));
  await page.reload();
  await expect.poll(() => worklogsOnServer(worker, companyId)).toMatchObject([{ notes: 'Stored 0' }]);
  await page.route(`**/companies/${companyId}/worklogs`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await storeEntries(page, entries(500));
  await openWorklogs(page);
  await expect(waiting(page).getByRole('listitem')).toHaveCount(500);
  const form = await beginWorklog(page, 'One too many.');
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(page.getByText(/^Not kept on this device: 500 worklogs are waiting already/)).toBeVisible();
  await expect(form.getByLabel('Notes (optional)')).toHaveValue('One too many.');
});

/** As the page stores them. */
const storeEntries = (page: Page, entries: readonly { worklogId: string }[]): Promise<void> =>
  page.evaluate(
    (given) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('daybook-unsent');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('entries', 'readwrite');
          for (const entry of given) transaction.objectStore('entries').put(entry, entry.worklogId);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    entries,
  );

/** The page discards after the entries were deleted, and before it can notice. */
const pressWhileCleared = (button: HTMLElement | SVGElement): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('daybook-unsent');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      opening.result.transaction('entries', 'readwrite').objectStore('entries').clear();
      button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      opening.result.close();
      resolve();
    };
  });

// Photos that cannot be uploaded yet: neither a second change nor closing the form loses them silently.
import { expect, type Page } from '@playwright/test';
import { png } from '../support/receipts.ts';
import { expectAccessible, test } from './support/journey.ts';
import { site } from './support/staging.ts';
import { openAndLoseConnection, warmUp, worklogsOnServer } from './support/unsent/page.ts';
import { beginWorklog, chooseReceipts, openWorklogs, unsentIn as waiting } from './support/worklog-form.ts';

const formIn = (page: Page) => page.getByRole('dialog', { name: 'Add Worklog' });

const questionIn = (page: Page) => page.getByRole('dialog', { name: 'Not submitted yet' });

const photosIn = (page: Page) => formIn(page).getByRole('region', { name: 'Receipts' }).getByRole('listitem');

async function addPhoto(page: Page, name: string): Promise<void> {
  await chooseReceipts(formIn(page), { name, mimeType: 'image/png', buffer: png(40, 2_000) });
  await expect(photosIn(page).filter({ hasText: name })).toContainText('Not uploaded yet');
}

async function submit(page: Page): Promise<void> {
  await formIn(page).getByRole('button', { name: 'Submit worklog' }).click();
  await expect(formIn(page)).toBeHidden();
}

const edit = (page: Page) => waiting(page).getByRole('button', { name: /^Edit/ }).click();

const type = (page: Page, notes: string) => formIn(page).getByLabel('Notes (optional)').fill(notes);

const closeForm = (page: Page) => formIn(page).getByRole('button', { name: 'Close', exact: true }).first().click();

test('a worklog that waits keeps its photo when the form is closed during a change and opened again', async ({
  newcomer,
}) => {
  const { worker, companyId } = await site(newcomer, 'Second Thoughts');
  const { page, context } = worker;
  await openAndLoseConnection(page);
  await beginWorklog(page, 'With a photo.');
  await addPhoto(page, 'bolts.png');
  await submit(page);
  await edit(page);
  await expect(photosIn(page)).toHaveCount(1);
  await type(page, 'Put aside.');
  await closeForm(page);
  await expect(questionIn(page).getByText('You typed something here')).toBeVisible();
  await expect(questionIn(page).getByText('Files that are not uploaded'), 'it waits with its worklog').toBeHidden();
  await questionIn(page).getByRole('button', { name: 'Close and keep it' }).click();
  await expect(formIn(page)).toBeHidden();
  await edit(page);
  await expect(formIn(page).getByLabel('Notes (optional)')).toHaveValue('Put aside.');
  await expect(photosIn(page)).toHaveCount(1);
  await submit(page);
  await context.setOffline(false);
  await expect(waiting(page)).toBeHidden();
  expect(await worklogsOnServer(worker, companyId)).toMatchObject([{ notes: 'Put aside.', receipts: 1 }]);
});

test('a photo that the form has uploaded meanwhile is there once after a reload', async ({ newcomer }) => {
  const { worker, companyId } = await site(newcomer, 'Half Connected');
  const { page } = worker;
  await openWorklogs(page);
  await warmUp(page);
  const cutOff = (path: string) =>
    page.route(`**/companies/${companyId}/${path}`, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
  await cutOff('worklogs');
  await cutOff('receipts?*');
  await beginWorklog(page, 'With a photo.');
  await addPhoto(page, 'bolts.png');
  await page.context().setOffline(true);
  await submit(page);
  await edit(page);
  await type(page, 'Uploaded alone.');
  await page.unroute(`**/companies/${companyId}/receipts?*`);
  await page.context().setOffline(false);
  await page.reload();
  await expect(formIn(page).getByLabel('Notes (optional)')).toHaveValue('Uploaded alone.');
  await expect(photosIn(page)).toHaveCount(1);
  await expect(photosIn(page)).not.toContainText('Not uploaded yet');
  await expect(photosIn(page)).toContainText('kB');
  await page.reload();
  await expect(formIn(page).getByLabel('Notes (optional)')).toHaveValue('Uploaded alone.');
  await expect(photosIn(page)).toHaveCount(1);
  await submit(page);
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect
    .poll(() => worklogsOnServer(worker, companyId))
    .toMatchObject([{ notes: 'Uploaded alone.', receipts: 1 }]);
});

test('a form with nothing but a photo asks before it is closed, and says how long it keeps the photo', async ({
  newcomer,
}) => {
  const { worker } = await site(newcomer, 'Only a Photo');
  const { page } = worker;
  await openAndLoseConnection(page);
  const begin = () => page.getByRole('button', { name: 'New Worklog' }).first().click();
  const keepsHowLong = questionIn(page).getByText(
    'Files that are not uploaded yet are kept only until this page is closed.',
  );
  await begin();
  await addPhoto(page, 'bolts.png');
  await closeForm(page);
  await expect(keepsHowLong).toBeVisible();
  await expect(questionIn(page).getByText('You typed something here')).toBeHidden();
  await expectAccessible(page, 'the question about a photo');
  await questionIn(page).getByRole('button', { name: 'Close and keep it' }).click();
  await expect(formIn(page)).toBeHidden();

  await test.step('it is kept, also by going back', async () => {
    await begin();
    await expect(photosIn(page)).toHaveCount(1);
    await page.goBack();
    await expect(formIn(page)).toBeHidden();
    await begin();
    await expect(photosIn(page)).toHaveCount(1);
  });
  await test.step('discarded, it is gone', async () => {
    await closeForm(page);
    await questionIn(page).getByRole('button', { name: 'Discard' }).click();
    await expect(formIn(page)).toBeHidden();
    await begin();
    await expect(photosIn(page)).toHaveCount(0);
    await closeForm(page);
    await expect(formIn(page), 'without a question').toBeHidden();
  });
  await test.step('submitted, it is not in the next worklog', async () => {
    await beginWorklog(page, 'With a photo.');
    await addPhoto(page, 'bolts.png');
    await submit(page);
    await begin();
    await expect(formIn(page).getByLabel('Start time')).toBeVisible();
    await expect(photosIn(page)).toHaveCount(0);
  });
});

test('what waits is changed only together with its photo, which may take a moment to read, or cannot be read', async ({
  newcomer,
}) => {
  const { worker, companyId } = await site(newcomer, 'Slow Storage');
  const { page, context } = worker;
  await openAndLoseConnection(page);
  await beginWorklog(page, 'With a photo.');
  await addPhoto(page, 'bolts.png');
  await submit(page);
  const submitButton = formIn(page).getByRole('button', { name: 'Submit worklog' });

  await test.step('it cannot be submitted before the photo is read', async () => {
    await delayFiles(page);
    await edit(page);
    await expect(formIn(page)).toBeVisible();
    await expect(submitButton).toBeHidden();
    await page.evaluate(() => window.dispatchEvent(new Event('release-files')));
    await expect(photosIn(page)).toHaveCount(1);
    await closeForm(page);
    await expect(formIn(page)).toBeHidden();
  });
  await test.step('nor where it cannot be read', async () => {
    await page.evaluate(() => {
      const { get } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.get = function (key) {
        if (this.name === 'files') throw new Error('Denied.');
        return get.call(this, key);
      };
      window.addEventListener('allow-files', () => (IDBObjectStore.prototype.get = get));
    });
    await edit(page);
    await expect(formIn(page).getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(submitButton).toBeHidden();
    await page.evaluate(() => window.dispatchEvent(new Event('allow-files')));
    await formIn(page).getByRole('button', { name: 'Try again' }).click();
    await expect(photosIn(page)).toHaveCount(1);
    await type(page, 'Read at last.');
    await submit(page);
  });
  await context.setOffline(false);
  await expect(waiting(page)).toBeHidden();
  expect(await worklogsOnServer(worker, companyId)).toMatchObject([{ notes: 'Read at last.', receipts: 1 }]);
});

/** Nothing reads them until `release-files`: a transaction that writes is not finished. */
const delayFiles = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let isReleased = false;
        window.addEventListener('release-files', () => (isReleased = true), { once: true });
        const opening = indexedDB.open('daybook-unsent');
        opening.onsuccess = () => {
          const files = opening.result.transaction('files', 'readwrite').objectStore('files');
          const goOn = () => {
            const reading = files.count();
            if (isReleased) opening.result.close();
            else reading.onsuccess = goOn;
          };
          goOn();
          resolve();
        };
      }),
  );

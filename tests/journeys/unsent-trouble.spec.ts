// What waits on a device while something else than the connection is in the way: a receipt that is not stored, a full storage,
// another device that withdraws what is being changed here. Nothing waits without an end, and nothing is lost without a message.
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { png } from '../support/receipts.ts';
import { expireUploads } from './support/database.ts';
import { test } from './support/journey.ts';
import { call, site } from './support/staging.ts';
import { openAndLoseConnection, submitOffline, warmUp, worklogsOnServer } from './support/unsent/page.ts';
import { beginWorklog, chooseReceipts, openWorklogs, unsentIn as waiting } from './support/worklog-form.ts';

const photo = { name: 'bolts.png', mimeType: 'image/png', buffer: png(40, 60) };

const addPhoto = (page: Page) => chooseReceipts(page.getByRole('dialog'), photo);

async function submitWithPhoto(page: Page, notes: string): Promise<void> {
  const form = await beginWorklog(page, notes);
  await addPhoto(page);
  await expect(form.getByText('Not uploaded yet').first()).toBeVisible();
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
}

const itemOf = (page: Page, notes: string) => waiting(page).getByRole('listitem').filter({ hasText: notes });

test('a receipt that the server cannot store at the moment holds up no other worklog', async ({ newcomer }) => {
  const { worker, companyId } = await site(newcomer, 'Full Store');
  const { page, context } = worker;
  await openAndLoseConnection(page);
  await submitWithPhoto(page, 'With a photo');
  await submitOffline(page, 'Without one');
  const problem = {
    type: 'about:blank',
    title: '',
    status: 503,
    code: 'receipt.not-stored',
    detail: '',
    requestId: '',
  };
  const uploads = '**/receipts?**';
  await page.route(uploads, (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await context.setOffline(false);
  await expect(itemOf(page, 'Without one')).toBeHidden();
  await expect(itemOf(page, 'With a photo')).toBeVisible();
  // Both have the same times.
  expect(await worklogsOnServer(worker, companyId)).toEqual([{ notes: 'Without one', receipts: 0, version: 1 }]);
  await page.unroute(uploads);
  await page.reload();
  await expect(itemOf(page, 'With a photo').getByText('Not accepted')).toBeVisible();
});

test('a photo that a proxy does not let through is refused with the reason', async ({ newcomer }) => {
  const { worker, companyId } = await site(newcomer, 'Small Door');
  const { page, context } = worker;
  await openAndLoseConnection(page);
  await submitWithPhoto(page, 'Too large for the way');
  await page.route('**/receipts?**', (route) => route.fulfill({ status: 413, body: '<h1>Too large</h1>' }));
  await context.setOffline(false);
  const item = itemOf(page, 'Too large for the way');
  await expect(item.getByText('A proxy refuses a file of this size.')).toBeVisible();
  await item.getByRole('button', { name: /^Edit/ }).click();
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await form.getByRole('button', { name: /^Remove bolts/ }).click();
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  expect(await worklogsOnServer(worker, companyId)).toEqual([
    { notes: 'Too large for the way', receipts: 0, version: 1 },
  ]);
});

test('what waits is sent where the storage of the browser is full', async ({ newcomer }) => {
  const { worker, companyId } = await site(newcomer, 'No Room');
  const { page, context } = worker;
  await openAndLoseConnection(page);
  await submitWithPhoto(page, 'Sent from a full phone');
  await expect(waiting(page)).toBeVisible();
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room.', 'QuotaExceededError');
    };
  });
  await context.setOffline(false);
  await expect(waiting(page)).toBeHidden();
  expect(await worklogsOnServer(worker, companyId)).toEqual([
    { notes: 'Sent from a full phone', receipts: 1, version: 1 },
  ]);
});

test('a new photo of a worklog whose upload has expired on the server is uploaded again', async ({ newcomer }) => {
  const { worker, companyId, taskId } = await site(newcomer, 'A Week Below');
  const { page, context } = worker;
  const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
  const submission = { taskId, start: `${day}T00:00`, end: `${day}T00:01`, zone: 'Asia/Jakarta', notes: 'Known above' };
  const created = await call(page, 'POST', `/companies/${companyId}/worklogs`, submission);
  await openWorklogs(page);
  await warmUp(page);
  await page.goto(`/worklogs?worklog=${z.object({ id: z.string() }).parse(created).id}`);
  const form = page.getByRole('dialog', { name: 'Edit Worklog' });
  await expect(form.getByLabel('Notes (optional)')).toHaveValue('Known above');
  const uploaded = page.waitForResponse((response) => response.url().includes('/receipts?') && response.ok());
  await addPhoto(page);
  await uploaded;
  await context.setOffline(true);
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toBeHidden();
  await expect(waiting(page)).toContainText('Change waiting to be sent');
  await expireUploads(join(String(test.info().project.metadata.dataDir), 'postgres'), companyId);
  await context.setOffline(false);
  await expect(waiting(page)).toBeHidden();
  expect(await worklogsOnServer(worker, companyId)).toEqual([{ notes: 'Known above', receipts: 1, version: 2 }]);
});

test('what was changed here, and withdrawn on another device before its lost response is known, can be kept', async ({
  newcomer,
}) => {
  const { worker, companyId } = await site(newcomer, 'Withdrawn Above');
  const { page } = worker;
  await openWorklogs(page);
  await warmUp(page);
  const path = `**/companies/${companyId}/worklogs`;
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await submitOffline(page, 'Answered to nobody.');
  await waiting(page).getByRole('button', { name: /^Edit/ }).click();
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await form.getByLabel('Notes (optional)').fill('Still wanted.');
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  const list = z.object({ worklogs: z.array(z.object({ id: z.string(), version: z.number() })) });
  const { worklogs } = list.parse(await call(page, 'GET', `/companies/${companyId}/worklogs?pageSize=100`));
  for (const { id, version } of worklogs)
    await call(page, 'DELETE', `/companies/${companyId}/worklogs/${id}?version=${version}`);
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(waiting(page)).toContainText('This worklog is no longer there');
  await waiting(page).getByRole('button', { name: 'Keep it as another worklog' }).click();
  await expect(waiting(page)).toBeHidden();
  expect(await worklogsOnServer(worker, companyId)).toEqual([{ notes: 'Still wanted.', receipts: 0, version: 1 }]);
});

// What waits on the device is sent, or discarded in another tab, while its form is open: what was typed in the form is not lost.
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { type BrowserUser, test } from './support/journey.ts';
import { call, site } from './support/staging.ts';
import { openAndLoseConnection, submitOffline, worklogsOnServer } from './support/unsent/page.ts';
import { openWorklogs, unsentIn as waiting } from './support/worklog-form.ts';

const before = 'Poured the floor.';
const after = 'Poured the floor and the stairs.';
const listed = z.object({ worklogs: z.tuple([z.object({ id: z.string(), version: z.number() })]) });

/** The form of a worklog that was kept without a connection, and sent while it was open. */
async function sendBehindForm(worker: BrowserUser, companyId: string) {
  const { page, context } = worker;
  await openAndLoseConnection(page);
  await submitOffline(page, before);
  const form = await openAndType(page, after);
  await context.setOffline(false);
  await expect.poll(() => worklogsOnServer(worker, companyId)).toHaveLength(1);
  return form;
}

async function openAndType(page: Page, notes: string) {
  await waiting(page).getByRole('button', { name: /^Edit/ }).click();
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await form.getByLabel('Notes (optional)').fill(notes);
  return form;
}

test('what is submitted after the worklog was sent is a change of it', async ({ newcomer }) => {
  const { worker, companyId } = await site(newcomer, 'Sent Behind The Form');
  const { page } = worker;
  const form = await sendBehindForm(worker, companyId);
  await expect(waiting(page)).toBeHidden();
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  expect(await worklogsOnServer(worker, companyId)).toEqual([{ notes: after, receipts: 0, version: 2 }]);
});

test('what was decided since it was sent stays as it is, and what was typed waits beside it', async ({ newcomer }) => {
  const { founder, worker, companyId } = await site(newcomer, 'Decided Behind The Form');
  const { page } = worker;
  const form = await sendBehindForm(worker, companyId);
  const [{ id, version }] = listed.parse(await call(page, 'GET', `/companies/${companyId}/worklogs`)).worklogs;
  const decision = { decision: 'reject', notes: 'Which floor?', worklogs: [{ id, version }] };
  await call(founder.page, 'POST', `/companies/${companyId}/decisions`, decision);
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  await expect(waiting(page)).toContainText('This worklog was changed meanwhile.');
  await expect(waiting(page)).toContainText(after);
  expect(await worklogsOnServer(worker, companyId)).toMatchObject([{ notes: before, version: 2 }]);
  await waiting(page).getByRole('button', { name: 'Send my change anyway' }).click();
  await expect.poll(() => worklogsOnServer(worker, companyId)).toMatchObject([{ notes: after, version: 3 }]);
});

test('what is submitted after it was discarded in another tab waits again, and is sent once', async ({ newcomer }) => {
  const { worker, companyId } = await site(newcomer, 'Discarded Behind The Form');
  const { page, context } = worker;
  const path = `**/companies/${companyId}/worklogs`;
  await context.route(path, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await openWorklogs(page);
  await submitOffline(page, 'Discarded in one tab.');
  const form = await openAndType(page, 'Written in the other.');
  const other = await context.newPage();
  await openWorklogs(other);
  await waiting(other)
    .getByRole('button', { name: /^Discard/ })
    .click();
  await expect(waiting(page)).toBeHidden();
  await context.unrouteAll({ behavior: 'wait' });
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  await expect(waiting(page)).toBeHidden();
  expect(await worklogsOnServer(worker, companyId)).toMatchObject([{ notes: 'Written in the other.', receipts: 0 }]);
});

test('what is submitted while the withdrawal of its first version is being sent becomes a worklog of its own', async ({
  newcomer,
}) => {
  const { worker, companyId } = await site(newcomer, 'Withdrawn Behind The Form');
  const { page, context } = worker;
  const path = `**/companies/${companyId}/worklogs`;
  await context.route(path, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await openWorklogs(page);
  await submitOffline(page, before);
  const form = await openAndType(page, after);
  const other = await context.newPage();
  await openWorklogs(other);
  const [withdrawn, submitted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await context.route(`${path}/*`, async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue();
    const response = await route.fetch();
    withdrawn.resolve();
    await submitted.promise;
    await route.fulfill({ response });
  });
  await waiting(other)
    .getByRole('button', { name: /^Discard/ })
    .click();
  await context.unroute(path);
  await withdrawn.promise;
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(waiting(other)).toContainText(after);
  submitted.resolve();
  await expect(form).toBeHidden();
  await expect(waiting(page)).toBeHidden();
  expect(await worklogsOnServer(worker, companyId)).toMatchObject([{ notes: after, receipts: 0 }]);
});

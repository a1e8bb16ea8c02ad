// What is discarded on the device while the server has it, when the server refuses that.
import { expect } from '@playwright/test';
import { z } from 'zod';
import { test } from './support/journey.ts';
import { call, found, signOutOnPage, site } from './support/staging.ts';
import { openAndLoseConnection, submitOffline, warmUp, worklogsOnServer } from './support/unsent/page.ts';
import { openWorklogs, unsentIn as waiting } from './support/worklog-form.ts';

const started = z.object({ timer: z.object({ id: z.string() }) });
const listed = z.object({ worklogs: z.tuple([z.object({ id: z.string(), version: z.number() })]) });

test('a timer that another device has changed is shown with its day, and discarded on demand', async ({ newcomer }) => {
  const { worker, companyId, taskId } = await site(newcomer, 'Refused Discard');
  const { page, context } = worker;
  const timer = () => call(page, 'GET', `/companies/${companyId}/timer`);
  await openWorklogs(page);
  await warmUp(page);
  const startedAt = new Date(Date.now() - 45 * 60_000).toISOString();
  const request = { taskId, startedAt, notes: '' };
  const { id } = started.parse(await call(page, 'POST', `/companies/${companyId}/timer`, request)).timer;
  const chip = page.getByRole('banner').getByRole('button', { name: /Timer running: change it$/ });
  await expect(chip).toBeVisible();
  await context.setOffline(true);
  await chip.click();
  await page.getByRole('dialog', { name: 'Timer' }).getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('The timer was discarded.')).toBeVisible();
  await call(page, 'PATCH', `/companies/${companyId}/timer/${id}`, { version: 1, notes: 'Changed there' });
  await context.setOffline(false);
  await expect(waiting(page)).toContainText('This timer was changed on another device');
  await page.reload();
  await expect(waiting(page)).toContainText('Withdrawal not accepted');
  await waiting(page).getByRole('button', { name: 'Withdraw it anyway' }).click();
  await expect(waiting(page)).toBeHidden();
  await expect.poll(timer).toMatchObject({ timer: null });
});

test('a worklog that was approved before its lost response is known can be discarded here, and stays approved', async ({
  newcomer,
}) => {
  const { founder, worker, companyId } = await site(newcomer, 'Approved Unanswered');
  const { page } = worker;
  await openWorklogs(page);
  await warmUp(page);
  await page.route(`**/companies/${companyId}/worklogs`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await submitOffline(page, 'Answered to nobody.');
  await waiting(page).getByRole('button', { name: /^Edit/ }).click();
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await form.getByLabel('Notes (optional)').fill('Changed after the approval.');
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  const list = await call(founder.page, 'GET', `/companies/${companyId}/worklogs?pageSize=10`);
  const [{ id, version }] = listed.parse(list).worklogs;
  const decision = { decision: 'approve', notes: '', worklogs: [{ id, version }] };
  await call(founder.page, 'POST', `/companies/${companyId}/decisions`, decision);
  // A repetition may be in progress.
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(waiting(page)).toContainText('This worklog was decided meanwhile');
  await test.step('the dashboard of another company shows what it is now, too', async () => {
    await found(worker, 'Works Of Her Own', 1);
    await page.reload();
    await page.getByRole('button', { name: /^Approved Unanswered/ }).click();
    await page.getByRole('menuitem', { name: /^Works Of Her Own/ }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(waiting(page)).toContainText('In Approved Unanswered');
    await expect(waiting(page).getByText('Answered to nobody.')).toBeVisible();
  });
  const discard = waiting(page).getByRole('button', { name: /^Discard/ });
  await discard.click();
  await expect(waiting(page)).toContainText('Withdrawal not accepted');
  await discard.click();
  await expect(waiting(page)).toBeHidden();
  expect(await worklogsOnServer(worker, companyId)).toMatchObject([{ notes: 'Answered to nobody.' }]);
});

test('the focus stays in the list when one of it is discarded with the keyboard', async ({ newcomer }) => {
  const { worker } = await site(newcomer, 'Kept Focus');
  const { page } = worker;
  await openAndLoseConnection(page);
  for (const notes of ['First.', 'Second.', 'Third.']) await submitOffline(page, notes);
  const item = (notes: string) => waiting(page).getByRole('listitem').filter({ hasText: notes });
  const discard = (notes: string) =>
    item(notes)
      .getByRole('button', { name: /^Discard/ })
      .press('Enter');
  const edit = (notes: string) => item(notes).getByRole('button', { name: /^Edit/ });
  await discard('Second.');
  await expect(edit('Third.')).toBeFocused();
  await discard('Third.');
  await expect(edit('First.')).toBeFocused();
  await discard('First.');
  await expect(waiting(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
});

test('without a connection nobody is signed out, and nothing is deleted for it', async ({ newcomer }) => {
  const { worker, companyId } = await site(newcomer, 'Still Signed In');
  const { page, context } = worker;
  await openAndLoseConnection(page);
  await submitOffline(page, 'Not to be lost.');
  await expect(waiting(page)).toContainText('Not to be lost.');
  await signOutOnPage(page);
  const question = page.getByRole('dialog', { name: '1 worklog is waiting to be sent' });
  for (const name of ['Delete and sign out', 'Keep and sign out']) {
    await question.getByRole('button', { name }).click();
    await expect(question.getByRole('alert')).toContainText('You are still signed in, and nothing was deleted');
  }
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(waiting(page)).toContainText('Not to be lost.');

  await signOutOnPage(page);
  await expect(question).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => worklogsOnServer(worker, companyId)).toMatchObject([{ notes: 'Not to be lost.' }]);
  const sent = page.getByRole('dialog', { name: 'Everything has been sent' });
  await expect(sent.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await sent.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/login/);
});

test('who stays signed in while the server is asked loses nothing', async ({ newcomer }) => {
  const { worker, companyId } = await site(newcomer, 'Stayed Meanwhile');
  const { page } = worker;
  await openWorklogs(page);
  await warmUp(page);
  await page.route(`**/companies/${companyId}/worklogs`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await submitOffline(page, 'Kept after all.');
  await signOutOnPage(page);
  const question = page.getByRole('dialog', { name: '1 worklog is waiting to be sent' });
  const discard = question.getByRole('button', { name: 'Delete and sign out' });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/session', (route) => isReleased.then(() => route.continue()));
  await discard.click();
  await expect(discard).toHaveAttribute('aria-busy', 'true');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await Promise.all([page.waitForResponse('**/api/v1/session'), release()]);
  // A deletion would have begun before this question is asked.
  await signOutOnPage(page);
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await page.reload();
  await expect(waiting(page)).toContainText('Kept after all.');
  await page.unrouteAll({ behavior: 'wait' });
  await expect.poll(() => worklogsOnServer(worker, companyId)).toMatchObject([{ notes: 'Kept after all.' }]);
});

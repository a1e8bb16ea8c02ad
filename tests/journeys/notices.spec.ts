// The worker is notified of a rejection by email: its link opens the worklog, the link in its footer unsubscribes.
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { sendDueNotices } from './support/database.ts';
import { expectAccessible, test } from './support/journey.ts';
import { call, found, logHours, signIn, site } from './support/staging.ts';

/** The URL in the line of the email after the one with these words. */
const addressAfter = (page: Page, words: RegExp) =>
  page.getByRole('article').evaluate(
    (mail, { source }) => {
      const lines = mail.textContent.split('\n');
      return lines[lines.findIndex((line) => new RegExp(source).test(line)) + 1] ?? '';
    },
    { source: words.source },
  );

test('a rejected worklog is notified by email, opened from it after signing in, and such emails are unsubscribed', async ({
  newcomer,
}) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Harbour Works');
  await found(worker, 'A Yard of One’s Own', 1);
  const id = await logHours(worker, companyId, { taskId, from: '08:00', to: '12:00' });
  const decision = { decision: 'reject', notes: 'Which bay was it?', worklogs: [{ id, version: 1 }] };
  await call(founder.page, 'POST', `/companies/${companyId}/decisions`, decision);
  await sendDueNotices(join(String(test.info().project.metadata.dataDir), 'postgres'));

  // On another device, where nobody is signed in.
  const { page } = await newcomer('Wati’s phone');
  await page.setViewportSize({ width: 360, height: 740 });
  const mail = page.getByRole('row').filter({ hasText: worker.email });
  const notice = mail.getByRole('link', { name: '1 worklog was rejected' });
  await expect(async () => {
    await page.goto('/dev/mail');
    expect(await notice.count()).toBe(1);
  }).toPass();
  await notice.click();
  await expect(page.getByRole('article')).toContainText('“Which bay was it?”');
  const [open, stop] = [await addressAfter(page, /^Open the worklog/), await addressAfter(page, /Stop these emails/)];
  await page.goto(open);
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, worker.email);
  await expect(page).toHaveURL(new RegExp(`/worklogs\\?worklog=${id}$`));
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('Which bay was it?');
  await expect(drawer.getByRole('combobox', { name: 'Task' })).toHaveValue('Masonry · Quay wall');

  // Then in the browser of somebody who currently works in another company.
  await worker.page.goto('/dashboard');
  await worker.page.getByRole('button', { name: 'Harbour Works' }).click();
  await worker.page.getByRole('menuitem', { name: /A Yard of One’s Own/ }).click();
  await expect(worker.page.getByRole('button', { name: 'A Yard of One’s Own' })).toBeVisible();
  await worker.page.goto(open);
  await expect(worker.page.getByRole('dialog')).toContainText('Which bay was it?');

  // Unsubscribing needs no session, and one key press.
  await page.context().clearCookies();
  await page.goto(stop);
  const button = page.getByRole('button', { name: 'Stop these emails' });
  await expect(button).toBeVisible();
  await expect(page).toHaveURL(/\/link-actions$/);
  await expectAccessible(page, 'the way out of emails');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You will not get these emails any more');
  await expectAccessible(page, 'out of emails');

  await worker.page.goto('/settings/notifications');
  const choices = worker.page.getByRole('checkbox', { name: /^Your worklogs were rejected/ });
  await expect(choices).not.toBeChecked();
  await choices.press('Space');
  await expect(choices).toBeChecked();
  await worker.page.reload();
  await expect(choices).toBeChecked();
  await expect(worker.page.getByRole('link', { name: 'Rules for worklogs' }), 'of company admins').toHaveCount(0);
  // Switches for six kinds of email.
  await expect(worker.page.getByRole('checkbox', { checked: true })).toHaveCount(6);
});

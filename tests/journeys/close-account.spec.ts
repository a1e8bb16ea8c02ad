// Closing an account: downloading the data first, and what admins and new members see afterwards.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { type BrowserUser, expectAccessible, journeyPassword, register, test } from './support/journey.ts';
import { call, hirePerson, logHours, signIn, site } from './support/staging.ts';

test('personal data is exported and the account closed: it cannot sign in, and a new one with the address inherits nothing', async ({
  newcomer,
}) => {
  const { founder, worker, workerId, companyId, taskId } = await site(newcomer, 'Left Behind Ltd');
  await logHours(worker, companyId, { taskId, from: '08:00', to: '12:00' });
  await expectLastAdminKept(founder.page, 'Left Behind Ltd');
  const { page, email } = worker;
  await page.goto('/account-settings');
  expect(await downloaded(page)).toContain(email);
  await closeBy(page, 'not the password');
  await expect(page.getByText('This is not your current password.').first()).toBeVisible();
  await expectAccessible(page, 'closing refused');
  await page.getByLabel('Current password').last().fill(journeyPassword);
  await page.getByRole('button', { name: 'Close my account for good' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your account is closed.')).toBeVisible();
  await signIn(page, email);
  await expect(page.getByText(/^This email address and password did not work here\./)).toBeVisible();

  await founder.page.goto(`/users/${workerId}`);
  await expect(founder.page.getByText('Wati Worker closed their account.')).toBeVisible();
  await expect(founder.page, 'named after the person').toHaveTitle('Wati Worker · User Details · Daybook');
  await expect(founder.page.getByRole('link', { name: '1 worklog' })).toBeVisible();
  await expect(founder.page.getByRole('radio')).toHaveCount(0);
  await expect(founder.page.getByRole('button', { name: /Reactivate/ })).toHaveCount(0);

  await register({ ...worker, name: 'Wati Again' });
  await expect(page.getByText(`No invites are waiting for ${email}.`)).toBeVisible();
});

test('a role that another admin changed concurrently is reported, not overwritten, and can then be changed', async ({
  newcomer,
}) => {
  const { founder, workerId, companyId } = await site(newcomer, 'Two Admins', 4);
  const second = await newcomer('Sinta Second');
  await hirePerson(founder, companyId, second, 'company admin');
  const { page } = founder;
  await page.goto(`/users/${workerId}`);
  await page.getByRole('radio', { name: 'Reviewer' }).check();
  await giveRole(second, companyId, workerId, 'manager');
  const save = page.getByRole('button', { name: 'Save role' });
  await save.click();
  await expect(page.getByRole('alert')).toContainText('Wati Worker is now Project Manager. Nothing was saved.');
  await expect(page.getByRole('radio', { name: 'Reviewer' }), 'the selection stays').toBeChecked();
  await expectAccessible(page, 'a role refused');
  await save.click();
  await expect(page.getByText('Wati Worker is now Reviewer.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('radio', { name: 'Project Manager' })).toBeChecked();
});

const giveRole = ({ page }: BrowserUser, companyId: string, userId: string, role: string) =>
  call(page, 'PATCH', `/companies/${companyId}/members/${userId}`, { role });

async function expectLastAdminKept(page: Page, company: string): Promise<void> {
  await page.goto('/account-settings');
  await page.getByRole('button', { name: 'Close my account…' }).click();
  await expect(page.getByRole('alert')).toContainText(`You are the only company admin of ${company}.`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Close my account…' })).toBeFocused();
}

async function downloaded(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^daybook-my-data-.*\.json$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ worklogs: [{}] });
  return text;
}

async function closeBy(page: Page, typed: string): Promise<void> {
  await page.getByRole('button', { name: 'Close my account…' }).click();
  const field = page.getByLabel('Current password').last();
  await expect(field).toBeFocused();
  await field.fill(typed);
  await page.getByRole('button', { name: 'Close my account for good' }).click();
}

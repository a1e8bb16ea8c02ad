// What waits on the device for a company that its person has left: shown, explained, and sent once they are its member again.
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible, test } from './support/journey.ts';
import { call, signIn, signOutOnPage, site } from './support/staging.ts';
import { messagesFromNow, openAndLoseConnection, submitOffline, worklogsOnServer } from './support/unsent/page.ts';
import { unsentIn as waiting } from './support/worklog-form.ts';

/** Wider than the screen of a phone. */
const longName = 'Bauverwaltungsgebäudeerweiterungsgesellschaft Left Behind';

test('who is a member of no company any more sees what waits, takes it along as a text, and is asked when signing out', async ({
  newcomer,
}) => {
  const { founder, worker, workerId, companyId } = await site(newcomer, longName);
  const { page, context } = worker;
  await page.setViewportSize({ width: 360, height: 740 });
  await openAndLoseConnection(page);
  await submitOffline(page, 'Before the farewell.');
  const member = `/companies/${companyId}/members/${workerId}`;
  await call(founder.page, 'PATCH', member, { isActive: false });
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/choose-company$/);
  await page.reload();
  const list = waiting(page);
  await expect(list).toContainText(`In ${longName}`);
  await expect(list).toContainText(`You are no longer a member of ${longName}. This stays on this device`);
  await expect(list).toContainText(/00:00–00:01, Masonry/);
  await expect(list).toContainText('Before the farewell.');
  await expect(list).not.toContainText('Not accepted');
  await expect(list.getByRole('button', { name: /^(Edit|Try again)/ })).toHaveCount(0);
  await expectAccessible(page, 'what waits of somebody without a company');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const saved = page.waitForEvent('download');
  await list.getByRole('button', { name: 'Download as text' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  const [heading, ...rest] = text.split('\n\n');
  expect(heading).toBe(longName);
  expect(rest.join()).toMatch(/^Masonry, Quay wall · .*, 00:00–00:01 · 1 m\nBefore the farewell\.$/);

  await page.reload();
  await signOutOnPage(page);
  const question = page.getByRole('dialog', { name: '1 worklog is waiting to be sent' });
  await question.getByRole('button', { name: 'Keep and sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, worker.email);
  await expect(list).toContainText('Before the farewell.');
  expect(await worklogsOnServer(founder, companyId)).toEqual([]);
  await call(founder.page, 'PATCH', member, { isActive: true });
  await expect(page).not.toHaveURL(/\/choose-company$/);
  await expect
    .poll(() => worklogsOnServer(founder, companyId))
    .toMatchObject([{ notes: 'Before the farewell.', version: 1 }]);
});

test('who has left one of two companies sees why its worklogs wait, and may discard them', async ({ newcomer }) => {
  const { founder, worker, workerId, companyId } = await site(newcomer, 'Former Yard');
  const { page, context } = worker;
  await call(page, 'POST', '/companies', { name: 'Own Yard', timeZone: 'Asia/Jakarta', currency: 'IDR' });
  await openAndLoseConnection(page);
  await submitOffline(page, 'For the former yard.');
  await call(founder.page, 'PATCH', `/companies/${companyId}/members/${workerId}`, { isActive: false });
  const messages = await messagesFromNow(page);
  await context.setOffline(false);
  await expect.poll(messages).toContain('You are no longer a member of Former Yard.');
  await page.goto('/dashboard');
  const list = waiting(page);
  await expect(list).toContainText('You are no longer a member of Former Yard. This stays on this device');
  await expect(list).toContainText('For the former yard.');
  await expect(list, 'nothing of it is sent, so nothing is refused').not.toContainText('Not accepted');
  await expectAccessible(page, 'what waits for a company that was left, beside another company');
  expect(await worklogsOnServer(founder, companyId)).toEqual([]);
  await list.getByRole('button', { name: /^Discard/ }).click();
  await expect(list).toBeHidden();
});

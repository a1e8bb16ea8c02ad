// An open page while the person's rights change: it is updated at once and never shows data outside the new scope.
import { expect } from '@playwright/test';
import { test } from './support/journey.ts';
import { call, hirePerson, site } from './support/staging.ts';

// It creates its data first, also on a busy machine.
test('an open page applies every change of role and membership, and shows no rows outside the new permissions', async ({
  newcomer,
}) => {
  const { founder, worker, workerId, companyId, taskId } = await site(newcomer, 'Changing Hats');
  const colleague = await newcomer('Citra Colleague');
  const colleagueId = await hirePerson(founder, companyId, colleague, 'worker');
  await call(colleague.page, 'POST', `/companies/${companyId}/worklogs`, {
    taskId,
    start: `${firstOfMonth()}T09:00`,
    end: `${firstOfMonth()}T11:00`,
    notes: 'of a colleague',
  });
  const member = (id: string, change: object) =>
    call(founder.page, 'PATCH', `/companies/${companyId}/members/${id}`, { ...change });
  const { page } = worker;
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const link = (name: RegExp) => page.getByRole('navigation').getByRole('link', { name });
  const message = page.getByRole('region', { name: 'Messages' });
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const isOwn = document.querySelector('h1')?.textContent === 'Worklogs';
      if (isOwn && document.body.textContent.includes('of a colleague')) console.error('Rows of another scope.');
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });

  await page.goto('/worklogs?new=true');
  await page.getByLabel('Notes').fill('not submitted yet');
  await member(workerId, { role: 'timesheet approver' });
  await expect(page, 'promoted: the page is left').toHaveURL(/\/dashboard$/);
  await expect(message).toContainText(
    'Your role in Changing Hats is now Timesheet Approver. The page you were on is not',
  );
  await expect(link(/^Approvals/)).toBeVisible();
  await expect(link(/^Worklogs/)).toHaveCount(0);
  await link(/^Approvals/).click();
  await expect(page.getByText('of a colleague')).toBeVisible();

  await member(workerId, { role: 'worker' });
  await expect(page, 'demoted').toHaveURL(/\/dashboard$/);
  await expect(message).toContainText('is now Worker. The page you were on is not');
  await link(/^Worklogs/).click();
  await expect(heading('Worklogs')).toBeVisible();
  await page.getByRole('button', { name: 'New Worklog' }).first().click();
  await expect(page.getByLabel('Notes'), 'the typed text is kept').toHaveValue('not submitted yet');

  await member(workerId, { isActive: false });
  await expect(page, 'deactivated').toHaveURL(/\/choose-company$/);
  await expect(message).toContainText('You are no longer a member of Changing Hats.');
  await member(workerId, { isActive: true });
  await expect(page, 'reactivated').toHaveURL(/\/(dashboard|worklogs.*)$/);
  await expect(link(/^Worklogs/)).toBeVisible();

  await member(workerId, { role: 'company admin' });
  await link(/^Company settings/).click();
  await link(/^Rules for worklogs/).click();
  await expect(page.getByLabel('Locked up to')).toBeVisible();
  await member(workerId, { role: 'worker' });
  await expect(page, 'the section of the settings is left').toHaveURL('/settings');
  await expect(message).toContainText('is now Worker. The page you were on is not');
  await expect(link(/^Personal/), 'the first section instead').toBeVisible();

  await page.route('**/live', (route) => route.abort());
  await page.goto('/worklogs');
  await expect(heading('Worklogs')).toBeVisible();
  await member(workerId, { role: 'manager' });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page, 'without a stream, when the tab becomes visible').toHaveURL(/\/dashboard$/);
  await expect(link(/^Projects/)).toBeVisible();

  const { page: own } = founder;
  await own.goto('/approvals');
  await expect(own.getByRole('heading', { level: 1, name: 'Worklog Approvals' })).toBeVisible();
  for (const id of [workerId, colleagueId]) await member(id, { isActive: false });
  await call(own, 'PUT', `/companies/${companyId}/seats`, { seats: 1 });
  await expect(own, 'Free').toHaveURL(/\/upgrade$/);
  await expect(own.getByRole('region', { name: 'Messages' })).toContainText('needs two or more: choose them here');
  await call(own, 'PUT', `/companies/${companyId}/seats`, { seats: 2 });
  await own
    .getByRole('navigation')
    .getByRole('link', { name: /^Approvals/ })
    .click();
  await expect(own.getByRole('heading', { level: 1, name: 'Worklog Approvals' }), 'Premium').toBeVisible();

  const letLog = async (loggers: string) => {
    const { version } = await call(own, 'GET', `/companies/${companyId}`);
    await call(own, 'PATCH', `/companies/${companyId}`, { version, loggers });
  };
  const worklogs = own.getByRole('navigation').getByRole('link', { name: /^Worklogs/ });
  await expect(worklogs).toHaveCount(0);
  await letLog('everyone');
  await expect(worklogs, 'everyone logs').toBeVisible();
  await own.keyboard.press('n');
  await expect(own.getByRole('dialog', { name: 'Add Worklog' })).toBeVisible();
  await letLog('workers');
  await expect(own, 'only workers log').toHaveURL(/\/dashboard$/);
  await expect(own.getByRole('region', { name: 'Messages' })).toContainText('What you may do in Changing Hats');
  await expect(worklogs).toHaveCount(0);
});

const firstOfMonth = (): string =>
  `${new Date().toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' }).slice(0, 7)}-01`;

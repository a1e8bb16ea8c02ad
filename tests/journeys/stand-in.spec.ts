// An approver who is away for a day names a stand-in, who decides on their behalf; the history names both.
import { expect } from '@playwright/test';
import { expectAccessible, test } from './support/journey.ts';
import { enrol, found, hirePerson, logHours, openProject } from './support/staging.ts';

const nothing = /^No data to show/;

test('a stand-in decides on behalf of an approver, until it is revoked', async ({ newcomer }) => {
  const founder = await newcomer('Fitri Founder');
  const approver = await newcomer('Agus Approver');
  const deputy = await newcomer('Dian Deputy');
  const worker = await newcomer('Wawan Worker');
  await enrol(founder);
  const companyId = await found(founder, 'Held Forts', 4);
  const approverId = await hirePerson(founder, companyId, approver, 'manager');
  await hirePerson(founder, companyId, deputy, 'manager');
  await hirePerson(founder, companyId, worker, 'worker');
  const { taskId } = await openProject(founder, companyId, 'Bridge', 'Welding', [approverId]);
  const worklogId = await logHours(worker, companyId, { taskId, from: '08:00', to: '11:00' });
  const standIns = approver.page.getByRole('region', { name: 'Stand-in' });

  await test.step('the stand-in has no pending worklogs of their own', async () => {
    await deputy.page.goto('/approvals');
    await expect(deputy.page.getByRole('heading', { level: 1, name: 'Worklog Approvals' })).toBeVisible();
    await expect(deputy.page.getByText(nothing)).toBeVisible();
  });

  await test.step('the approver creates the stand-in for today', async () => {
    const { page } = approver;
    await page.goto('/account-settings');
    await expect(standIns.getByText('Nobody stands in for you.')).toBeVisible();
    await standIns.getByRole('button', { name: 'Choose a stand-in' }).click();
    await standIns.getByRole('combobox', { name: 'Member' }).click();
    await page.getByRole('option', { name: 'Dian Deputy' }).click();
    const today = await standIns.getByLabel('First day').inputValue();
    await standIns.getByLabel('Last day').fill(today);
    await expectAccessible(page, 'naming a stand-in');
    await standIns.getByRole('button', { name: 'Save stand-in' }).click();
    await expect(standIns.getByRole('listitem').filter({ hasText: 'Dian Deputy' })).toContainText('today');
  });

  await test.step('the stand-in sees whom they act for, and decides', async () => {
    const { page } = deputy;
    await page.reload();
    await expect(page.getByText('You stand in for Agus Approver today')).toBeVisible();
    await page
      .getByRole('button', { name: /^Approve/ })
      .first()
      .click();
    await expect(page.getByText(nothing)).toBeVisible();
  });

  await test.step('the worker sees who decided, and on whose behalf', async () => {
    await worker.page.goto(`/worklogs?worklog=${worklogId}`);
    await expect(worker.page.getByText('Approved by Dian Deputy for Agus Approver')).toBeVisible();
  });

  await test.step('after it is revoked, it ends immediately', async () => {
    await logHours(worker, companyId, { taskId, from: '13:00', to: '14:00' });
    await standIns.getByRole('button', { name: 'End now: Dian Deputy stands in for you' }).click();
    await expect(standIns.getByText('Nobody stands in for you.')).toBeVisible();
    await expect(standIns.getByRole('button', { name: 'Choose a stand-in' })).toBeFocused();
    await deputy.page.reload();
    await expect(deputy.page.getByRole('heading', { level: 1, name: 'Worklog Approvals' })).toBeVisible();
    await expect(deputy.page.getByText(nothing)).toBeVisible();
    await expect(deputy.page.getByText('You stand in for')).toHaveCount(0);
  });
});

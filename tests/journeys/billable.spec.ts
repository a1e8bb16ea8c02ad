// Worklogs that are not billable: the default of a task in the form of its project, the box in the form of a worklog, the marks in lists,
// and separate totals in the report. On a phone; a company in which everything is billable sees nothing of it.
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from './support/journey.ts';
import { logHours, site } from './support/staging.ts';

const hasNoSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test('a task that is not billable, its worklogs, and the separate totals of the report', async ({ newcomer }) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Docks');
  for (const { page } of [founder, worker]) await page.setViewportSize({ width: 360, height: 740 });
  const id = await logHours(worker, companyId, { taskId, from: '08:00', to: '10:00' });
  const { page } = founder;

  await test.step('while everything is billable nothing says so', async () => {
    await worker.page.goto(`/worklogs?worklog=${id}`);
    await expect(worker.page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
    await expect(worker.page.getByRole('checkbox', { name: 'Billable' })).toHaveCount(0);
    await page.goto('/reports');
    await expect(page.getByText('Quay wall').first()).toBeVisible();
    await expect(page.getByText('Billable')).toHaveCount(0);
  });

  await test.step('a task becomes not billable in the form of its project', async () => {
    await page.goto('/projects');
    await page.getByText('Quay wall').click();
    await page.getByRole('button', { name: 'Set which tasks are billable' }).focus();
    await page.keyboard.press('Enter');
    const box = page.getByRole('checkbox', { name: 'Masonry is billable' });
    await expect(box).toBeFocused();
    await page.keyboard.press('Space');
    await expect(box).not.toBeChecked();
    await expectAccessible(page, 'a task that is not billable');
    expect(await hasNoSidewaysScroll(page)).toBe(true);
    await page.getByRole('button', { name: 'Save project' }).click();
    await expect(page).toHaveURL(/\/projects$/);
  });

  await test.step('a new worklog follows its task, an older one stays and can be changed', async () => {
    await logHours(worker, companyId, { taskId, from: '11:00', to: '12:00' });
    await worker.page.goto('/worklogs');
    await expect(worker.page.getByText('Not billable')).toHaveCount(1);
    await worker.page.goto(`/worklogs?worklog=${id}`);
    const box = worker.page.getByRole('checkbox', { name: 'Billable' });
    await expect(box).toBeChecked();
    await expectAccessible(worker.page, 'the form of a worklog with the box');
    await box.uncheck();
    await worker.page.locator('dialog [type=submit], [role=dialog] [type=submit]').click();
    await expect(worker.page.getByText('Not billable')).toHaveCount(2);
    expect(await hasNoSidewaysScroll(worker.page)).toBe(true);
  });

  await test.step('the report counts billable hours separately', async () => {
    await logHours(worker, companyId, { taskId, from: '14:00', to: '15:00' });
    await page.goto('/reports');
    const hours = page.locator('dl > div').filter({ hasText: 'Billable' }).first();
    await expect(hours).toBeVisible();
    await expect(hours.getByRole('link', { name: '0 h', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Print' }).click();
    await expect(page.getByRole('row', { name: /^Billable hours/ })).toContainText('0 h');
    await page.goBack();
    await expect(hours).toBeVisible();
    await expectAccessible(page, 'a report with billable hours');
    expect(await hasNoSidewaysScroll(page)).toBe(true);
  });

  await test.step('where there is room, each row of the report has its billable hours', async () => {
    for (const width of [1280, 1100]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole('columnheader', { name: 'Billable' })).toBeVisible();
      await expect(
        page
          .getByRole('row', { name: /Quay wall/ })
          .getByRole('gridcell')
          .last(),
      ).toHaveText(/^0 h$/);
      expect(await hasNoSidewaysScroll(page)).toBe(true);
    }
    await page.getByRole('columnheader', { name: 'Billable' }).getByRole('button').click();
    await expect(page).toHaveURL(/sort=[^&]*billable/);
    await expectAccessible(page, 'a report with a column of billable hours');
  });
});

// All worklogs that match a filter are decided after one confirmation, and only those that were confirmed.
import { expect, type Locator, type Route } from '@playwright/test';
import { expectAccessible, test } from './support/journey.ts';
import { listRows } from './support/list-rows.ts';
import { call, logHours, site } from './support/staging.ts';

const count = 28;
const clock = (n: number): string => `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 === 0 ? '00' : '30'}`;

test('all matching worklogs are approved after one confirmation with their totals, and reverted', async ({
  newcomer,
}) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'All Matching');
  const { page } = founder;
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push(await logHours(worker, companyId, { taskId, from: clock(n), to: clock(n + 1) }));
  await page.goto('/approvals?size=25&sort=oldest');
  const bar = page.getByRole('region', { name: 'Selected worklogs' });
  await test.step('on a phone, the page is selected from the bar', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('main').getByRole('checkbox').first().check();
    await bar.getByRole('button', { name: 'Select this page' }).click();
    await expect(bar.getByText('25 selected')).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Select this page' })).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 800 });
    await bar.getByRole('button', { name: 'Clear selection' }).click();
  });
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await bar.getByRole('button', { name: `Select all ${count} matching` }).click();

  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: `Decide on ${count} worklogs` })).toBeVisible();
  await expect(dialog).toContainText('14 h');
  await expectAccessible(page, 'the confirmation');
  await dialog.getByRole('button', { name: `Reject ${count} worklogs` }).click();
  await expect(dialog.getByText('This field is required.'), 'rejecting requires a reason').toBeVisible();

  const answerOf = async (button: Locator) => {
    const answer = async (route: Route) => {
      await page.mouse.move(0, 0);
      await route.fulfill({ status: 500 });
    };
    await page.route('**/decisions', answer, { times: 1 });
    await button.click();
    await expect(page.getByText('Something went wrong on our side').first()).toBeVisible();
  };
  await test.step('after a request that fails the dialog stays open', async () => {
    await answerOf(dialog.getByRole('button', { name: `Approve ${count} worklogs` }));
    await expect(dialog.getByRole('alert')).toBeVisible();
  });

  await test.step('concurrent changes stay pending', async () => {
    const change = { version: 1, taskId, notes: 'Longer than I thought' };
    await call(worker.page, 'PATCH', `/companies/${companyId}/worklogs/${ids[3]}`, change);
    await dialog.getByRole('button', { name: `Approve ${count} worklogs` }).click();
    await expect(dialog).toContainText(`The other ${count - 1} worklogs were decided.`);
    await expect(dialog).toContainText('1 ×');
    await page.keyboard.press('Escape');
    await expect(listRows(page)).toHaveCount(1);
  });

  await test.step('the others are reverted', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(`${count - 1} worklogs are pending again.`)).toBeVisible();
    await expect(listRows(page)).toHaveCount(25);
  });

  await test.step('on the dashboard, all of one worker are approved', async () => {
    await page.goto('/dashboard');
    const toDo = page.getByRole('region', { name: 'To-do list' });
    await page.route('**/worklogs?**pageSize=100**', (route) => route.fulfill({ status: 500 }), { times: 1 });
    await toDo.getByRole('button', { name: `Approve all ${count}` }).click();
    await expect(dialog.getByRole('heading', { name: `Decide on ${count} worklogs of` })).toBeVisible();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.getByRole('region', { name: 'These worklogs' }).getByRole('listitem')).toHaveCount(count);
    await dialog.getByRole('button', { name: `Approve ${count} worklogs` }).click();
    await expect(page.getByText(`${count} worklogs approved.`)).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(toDo.getByText(/wait for a decision/)).toBeHidden();
  });

  await test.step('an undo that fails is not reported as done', async () => {
    await answerOf(page.getByRole('button', { name: 'Undo' }));
    await expect(page.getByText(/pending again/)).toBeHidden();
    await expect(page.getByText('Something went wrong on our side'), 'a toast disappears by itself').toBeHidden();
  });
});

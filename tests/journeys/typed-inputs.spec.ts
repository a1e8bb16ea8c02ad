// Typed input: a duration, a shortened amount, Ctrl+Enter; a conflict is shown below the times, and a stopped timer is resumed.
import { expect } from '@playwright/test';
import { z } from 'zod';
import { expectAccessible, test } from './support/journey.ts';
import { listRows } from './support/list-rows.ts';
import { call, logHours, site } from './support/staging.ts';

test('a duration sets the end, Ctrl and Enter submits, and a conflict is shown below the times', async ({
  newcomer,
}) => {
  const { worker, companyId, taskId } = await site(newcomer, 'Typed Durations');
  const { page } = worker;
  await logHours(worker, companyId, { taskId, from: '01:00', to: '02:00' });
  await page.goto('/worklogs');
  await page.getByRole('button', { name: 'New Worklog' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await form.getByRole('combobox', { name: 'Task' }).click();
  await page.getByRole('option', { name: /Masonry/ }).click();

  await form.getByLabel('Duration').fill('soon');
  await form.getByLabel('Start date').fill('1');
  await expect(form.getByText('Please enter a duration such as 7:30, 7.5 or 90 min.')).toBeVisible();
  await form.getByLabel('Start time').fill('');
  await form.getByLabel('Duration').fill('1,5');
  await form.getByLabel('Start time').fill('0030');
  await expect(form.getByLabel('End time'), 'as soon as there is a start').toHaveValue('02:00');
  await form.getByLabel('Duration').fill('45 min');
  await expect(form.getByLabel('End time')).toHaveValue('01:15');

  await form.getByLabel('Notes (optional)').fill('The north wall');
  await page.keyboard.press('Control+Enter');
  const refusal = form.getByRole('alert').filter({ hasText: 'This worklog conflicts with another worklog.' });
  await expect(refusal).toBeFocused();
  const [below, amount] = [
    await refusal.boundingBox(),
    await form.getByLabel('Expense amount (optional)').boundingBox(),
  ];
  expect(below?.y ?? Number.NaN, 'directly below the times').toBeLessThan(amount?.y ?? 0);
  await expectAccessible(page, 'a conflict below the times');
  await test.step('the other day of the end is offered where the times do not fit', async () => {
    await form.getByLabel('End time').fill('0015');
    await form.getByRole('button', { name: /^Ends the next day/ }).click();
    await expect(form.getByLabel('Duration')).toHaveValue('23 h 45 m');
    await form.getByLabel('End time').fill('0100');
    await form.getByRole('button', { name: /^Ends the same day/ }).press('Enter');
    await expect(form.getByLabel('Duration'), 'the focus stays in the form').toBeFocused();
    await expect(form.getByLabel('Duration')).toHaveValue('30 m');
  });
  await form.getByLabel('Notes (optional)').press('Control+Enter');
  await expect(form).toBeHidden();
  await expect(listRows(page).getByText('00:30–01:00')).toBeVisible();
});

test('an amount may be abbreviated, in the form and in quick entry', async ({ newcomer }) => {
  const { founder, worker, companyId } = await site(newcomer, 'Short Amounts');
  const project = { name: 'Errands', forEveryone: true, tasks: [{ name: 'Parking', kind: 'expense' }] };
  await call(founder.page, 'POST', `/companies/${companyId}/projects`, project);
  const { page } = worker;
  await page.goto('/worklogs');
  for (const [typed, shown] of [
    ['parking 35rb', 'IDR 35,000'],
    ['parking 36000', 'IDR 36,000'],
    ['37k parking', 'IDR 37,000'],
  ] as const) {
    await page.getByRole('button', { name: 'Quick entry' }).click();
    await page.getByRole('combobox', { name: /^What did you do/ }).fill(typed);
    await expect(page.getByRole('dialog').getByText(shown)).toBeVisible();
    // Before the tasks have loaded, Enter chooses the first match instead of submitting.
    await expect(page.getByRole('list', { name: 'Understood as' })).toContainText('Parking');
    await page.keyboard.press('Enter');
    await expect(listRows(page).getByText(shown)).toBeVisible();
  }
  await listRows(page).getByText('IDR 35,000').click();
  const form = page.getByRole('dialog', { name: 'Edit Worklog' });
  await form.getByLabel('Amount').fill('1,5 jt');
  await form.getByLabel('Amount').press('Control+Enter');
  await expect(listRows(page).getByText('IDR 1,500,000')).toBeVisible();
});

test('several times in one line become a worklog each, with separate results', async ({ newcomer }) => {
  const { worker, companyId, taskId } = await site(newcomer, 'Two Halves');
  const { page } = worker;
  await page.goto('/worklogs');
  const quick = page.getByRole('button', { name: 'Quick entry' });
  const line = page.getByRole('combobox', { name: /^What did you do/ });
  await quick.click();
  await line.fill('8-12, 13-17 masonry yesterday');
  const chips = page.getByRole('list', { name: 'Understood as' });
  await expect(chips.getByText('08:00–12:00')).toBeVisible();
  await expect(chips.getByText('13:00–17:00')).toBeVisible();
  await expect(chips.getByText('8 h', { exact: true })).toBeVisible();
  await expect(chips).toContainText('Masonry');
  await expectAccessible(page, 'two worklogs in one line');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 worklogs submitted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Worklog withdrawn')).toBeVisible();

  await logHours(worker, companyId, { taskId, from: '02:00', to: '03:00' });
  const first = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' }).slice(0, 8);
  await quick.click();
  await line.fill(`00:30-01:30, 02:30-03:30 masonry ${first}01`);
  await page.keyboard.press('Enter');
  await expect(line, 'the refused one is edited').toHaveValue(/^02:30-03:30 masonry/);
  await expect(page.getByText('This worklog conflicts with another worklog.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(listRows(page).getByText('00:30–01:30'), 'the other one is saved').toBeVisible();
});

test('the timer is stopped by a key, and continues when that is undone', async ({ newcomer }) => {
  const { worker, companyId, taskId } = await site(newcomer, 'Stopped Too Early');
  const { page } = worker;
  const { timer } = await call(page, 'POST', `/companies/${companyId}/timer`, { taskId, zone: 'Asia/Jakarta' });
  const start = new Date(Date.now() + 7 * 3_600_000 - 600_000).toISOString().slice(0, 16);
  const { id } = z.object({ id: z.string() }).parse(timer);
  await call(page, 'PATCH', `/companies/${companyId}/timer/${id}`, { version: 1, start });
  await page.goto('/worklogs');
  const running = page.getByRole('button', { name: /^0:1\d:\d\d Masonry/ });
  await expect(running).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.getByText(/^Submitted: 1\d m on Masonry\.$/)).toBeVisible();
  await expect(listRows(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Add a note' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The timer runs again.')).toBeVisible();
  await expect(running).toBeVisible();
  await expect(listRows(page)).toHaveCount(0);

  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Add a note' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Worklog' }).getByLabel('Notes (optional)')).toBeFocused();
});

test('Ctrl or ⌘ and Enter submits a project from the fields of its tasks, and Enter alone does not', async ({
  newcomer,
}) => {
  const { founder } = await site(newcomer, 'Typed Tasks');
  const { page } = founder;
  await page.goto('/projects/create');
  await page.getByLabel('Project name').fill('Errands');
  await page.getByLabel('Name of a new task').fill('Parking');
  await page.getByLabel('Name of a new task').press('Enter');
  const name = page.getByLabel('Parking: name');
  await name.press('Enter');
  await expect(name, 'a name has one line').toHaveValue('Parking');
  await name.press('Control+Enter');
  await expect(page.getByText('“Errands” was created.')).toBeVisible();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  // The form of the new project has the same fields.
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Project' })).toBeVisible();
  const budget = page.getByLabel('Parking: budget in hours');
  await budget.fill('8');
  await budget.press('Enter');
  await budget.press('Meta+Enter');
  await expect(page.getByText('“Errands” was saved.')).toBeVisible();
});

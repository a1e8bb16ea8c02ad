// The main workflow, from a founder's registration to approved worklogs, by three people in three browsers. No page is reloaded:
// changes by one person appear for the others.

import { expect, type Page } from '@playwright/test';
import { expectFigures } from './support/figures.ts';
import { type BrowserUser, expectAccessible, foundCompany, join, register, test } from './support/journey.ts';

test('a founder, a worker and an approver: from registration to an approved worklog', async ({ newcomer }) => {
  const founder = await newcomer('Farah Founder');
  const worker = await newcomer('Wati Worker');
  const approver = await newcomer('Anton Approver');

  await test.step('the founder registers, confirms the address and creates a company', async () => {
    await register(founder);
    await foundCompany(founder, 'Harbour Works');
    await expect(founder.page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  });

  await test.step('a project requires seats: one click leads there and one back', async () => {
    await founder.page.getByRole('link', { name: 'Create project' }).click();
    await expect(founder.page).toHaveURL(/upgrade/);
    await expect(founder.page.getByText('Seats cost nothing here: choose as many as there are people')).toBeVisible();
    const file = await founder.page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href');
    const saved = await founder.page.request.get(file ?? '');
    expect(await saved.text(), 'worklogs can be exported on the Free plan').toContain('Day');
    await activateSeats(founder.page, 2);
    await expect(founder.page).toHaveURL(/projects\/create/);
  });

  await test.step('the founder creates a project with a timed and an expense task', async () => {
    const { page } = founder;
    await page.getByLabel('Project name').fill('Quay wall');
    await addTask(page, 'Masonry', 'Timed');
    await addTask(page, 'Materials', 'Expense');
    await page.getByLabel('Name of a new task').fill('Rigging');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('row', { name: /Quay wall/ }), 'with the task that was just typed').toContainText('3');
  });

  await test.step('the founder invites both; the second invite requires more seats', async () => {
    const { page } = founder;
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Invite', exact: true }).click();
    await invite(page, worker, 'Worker');
    await expect(page.getByRole('row', { name: worker.email })).toBeVisible();
    await page.getByRole('link', { name: 'Invite', exact: true }).click();
    await invite(page, approver, 'Timesheet Approver');
    await expect(page.getByText('All 2 seats are in use.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Add seats' }).click();
    await activateSeats(page, 3);
    await expect(page, 'back on the form').toHaveURL(/users\/invites\/create/);
    await expect(page.getByLabel('Email'), 'with the typed values').toHaveValue(approver.email);
    await page.getByRole('button', { name: 'Send invite' }).click();
    await expect(page.getByRole('row', { name: approver.email })).toBeVisible();
  });

  await test.step('both accept their invites, and the founder sees the change live', async () => {
    await join(worker);
    await join(approver);
    await expect(founder.page.getByRole('row', { name: worker.email })).toBeHidden();
    await approver.page.getByRole('link', { name: 'Approvals' }).click();
    await expect(
      approver.page.getByText('No data to show. You may want to check your filters and try again.'),
    ).toBeVisible();
    await founder.page.getByRole('link', { name: 'Reports' }).click();
  });

  await test.step('the worker logs a day; invalid times and an overlap are refused with instructions', async () => {
    const { page } = worker;
    await page.getByRole('link', { name: 'Worklogs', exact: true }).click();
    await logTime(page, 'Masonry', '0900', '0800');
    const form = page.getByRole('dialog', { name: 'Add Worklog' });
    await expect(form.getByText('Invalid Date Range')).toBeVisible();
    await expect(form.getByText('End date must be after start date.')).toBeVisible();
    await expectAccessible(page, 'the form with a mistake in it');
    await form.getByLabel('End time').fill('1200');
    await form.getByRole('button', { name: 'Submit worklog' }).click();
    await expect(row(page, '09:00–12:00')).toContainText('Pending');

    await logTime(page, 'Masonry', '1100', '1300');
    await expect(
      form.getByText(
        "This worklog conflicts with another worklog. Please review the list below and ensure that the date and time you're submitting is accurate.",
      ),
    ).toBeVisible();
    await expect(form.getByRole('link', { name: /09:00–12:00 Masonry/ })).toBeVisible();
    await expectAccessible(page, 'the form with a conflict');
    await form.getByLabel('Start time').fill('1300');
    await form.getByLabel('End time').fill('1700');
    await form.getByRole('button', { name: 'Submit worklog' }).click();
    await expect(row(page, '13:00–17:00')).toContainText('Pending');

    await openForm(page, 'Materials');
    await form.getByLabel('Amount').fill('150000');
    await form.getByRole('button', { name: 'Submit worklog' }).click();
    await expect(row(page, 'Materials')).toContainText('IDR 150,000');
  });

  await test.step('the approver sees it live, filters, reads the totals, approves one and rejects another', async () => {
    const { page } = approver;
    await expect(page.getByRole('row', { name: /Select Wati Worker/ })).toHaveCount(3);
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Approved').click();
    await expect(page.getByText('No data to show.')).toBeVisible();
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Pending').click();
    await page.getByRole('button', { name: /^Workers:/ }).click();
    const ofWorker = page.getByRole('checkbox', { name: worker.name, exact: true });
    await ofWorker.uncheck();
    await expect(page.getByText('Please select at least one.')).toBeVisible();
    await ofWorker.check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Project:/ }).click();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByText('Please select one.')).toBeVisible();
    await page.getByRole('radio', { name: 'All projects' }).check();
    await expect(page.getByText('Please select one.')).toBeHidden();
    await page.keyboard.press('Escape');
    await expectFigures(page, { 'Log items': '3', 'Total work hours': '7 h', 'Total expenses': 'IDR 150,000' });
    await expectAccessible(page, 'approvals with worklogs');
    await row(page, '09:00–12:00')
      .getByRole('button', { name: /^Approve/ })
      .click();
    await expect(row(page, '09:00–12:00')).toBeHidden();
    await row(page, '13:00–17:00')
      .getByRole('button', { name: /^Reject/ })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Lunch is missing.');
    await expectAccessible(page, 'the rejection');
    await dialog.getByRole('button', { name: /^Reject/ }).click();
    await expect(row(page, '13:00–17:00')).toBeHidden();
    await expectFigures(page, { 'Log items': '1' });
  });

  await test.step('the worker finds the rejected one on the dashboard, with its submission date, and amends it', async () => {
    const { page } = worker;
    await expect(row(page, '09:00–12:00')).toContainText('Approved');
    await expect(row(page, '13:00–17:00')).toContainText('Rejected');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    const toDo = page.getByRole('main');
    await expect(toDo.getByText(/1 rejected worklog/i).first()).toBeVisible();
    await expect(toDo.getByText(/submitted/i).first()).toBeVisible();
    await expect(toDo.getByText('Lunch is missing.')).toBeVisible();
    await toDo.getByRole('link', { name: /Masonry.*Lunch is missing/ }).click();
    const form = page.getByRole('dialog', { name: 'Edit Worklog' });
    await expect(form.getByText('Lunch is missing.').first()).toBeVisible();
    await expect(form.getByText(/Anton Approver/).first()).toBeVisible();
    await form.getByLabel('Start time').fill('1330');
    await form.getByRole('button', { name: /Submit/ }).click();
    await expect(row(page, '13:30–17:00')).toContainText('Pending');
  });

  await test.step('the approver sees the amended one with its changes, and approves it in the review', async () => {
    const { page } = approver;
    await expect(row(page, '13:30–17:00')).toBeVisible();
    await page.getByRole('button', { name: 'Begin review' }).click();
    await expect(page.getByText(/1 of 2/)).toBeVisible();
    await expectAccessible(page, 'the review');
    await page.keyboard.press('a');
    await expect(page.getByText(/2 of 2/)).toBeVisible();
    await page.keyboard.press('a');
    await expect(page.getByRole('heading', { name: 'Review finished' })).toBeVisible();
    await expectFigures(page, { Approved: '2' });
  });

  await test.step('the worker and the founder see it approved', async () => {
    await expect(row(worker.page, '13:30–17:00')).toContainText('Approved');
    await expect(row(worker.page, 'Materials')).toContainText('Approved');
    await expect(founder.page.getByRole('row', { name: /Quay wall/ })).toContainText('6 h 30 m');
  });
});

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).last();

async function activateSeats(page: Page, seats: number): Promise<void> {
  await page.getByLabel('Seats', { exact: true }).fill(String(seats));
  await page.getByRole('button', { name: 'Activate seats' }).click();
}

async function addTask(page: Page, name: string, kind: string): Promise<void> {
  await page.getByLabel('Name of a new task').fill(name);
  await page.getByLabel('Name of a new task').press('Enter');
  await page.getByLabel(`${name}: kind`).selectOption(kind);
}

async function invite(page: Page, { email }: BrowserUser, role: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('radio', { name: role, exact: true }).check();
  await page.getByRole('button', { name: 'Send invite' }).click();
}

async function openForm(page: Page, task: string) {
  await page.getByRole('button', { name: 'New Worklog' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await form.getByRole('combobox', { name: 'Task' }).click();
  await page.getByRole('option', { name: new RegExp(task) }).click();
  return form;
}

async function logTime(page: Page, task: string, start: string, end: string): Promise<void> {
  const form = await openForm(page, task);
  await form.getByLabel('Start time').fill(start);
  await form.getByLabel('End time').fill(end);
  await form.getByRole('button', { name: 'Submit worklog' }).click();
}

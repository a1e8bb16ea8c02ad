// The end of a month: closing a period with its pending worklogs shown, and saving, sharing, mailing and downloading a report.
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { figure } from './support/figures.ts';
import { expectAccessible, test } from './support/journey.ts';
import { call, hirePerson, logHours, openProject, site } from './support/staging.ts';

test('a period is closed with its pending worklogs shown; later changes are refused with the reason', async ({
  newcomer,
}) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Closed Books');
  const { first, last } = monthBefore();
  const entry = { taskId, start: `${first}T09:00`, end: `${first}T12:00` };
  const { id } = await call(worker.page, 'POST', `/companies/${companyId}/worklogs`, entry);
  const { page } = founder;
  await page.goto(`/reports?view=payroll&from=${first}&to=${last}`);
  await expect(page.getByText(/^1 worklog up to .* is still pending/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Decide on them first' })).toHaveAttribute('href', /status=pending/);
  await expect(figure(page, 'Not yet approved').getByRole('link', { name: '3 h' })).toHaveAttribute(
    'href',
    /statuses=pending/,
  );
  await page.getByRole('button', { name: 'Close period' }).click();
  await expect(page.getByText(/^Once it is closed, nothing up to/)).toBeVisible();
  await expectAccessible(page, 'closing a period');
  await page.getByRole('button', { name: /^Close with 1 pending/ }).click();
  await expect(page.getByText(/^Closed up to/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Close (period|with)/ })).toHaveCount(0);

  const late = new URLSearchParams({ new: 'true', start: `${first}T06:00:00Z`, end: `${first}T07:00:00Z` });
  await worker.page.goto(`/worklogs?${late}`);
  const form = worker.page.getByRole('dialog', { name: 'Add Worklog' });
  await form.getByRole('combobox', { name: 'Task' }).click();
  await worker.page.getByRole('option', { name: /Masonry/ }).click();
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form.getByText(/^The period up to .* is locked/)).toBeVisible();

  const rejection = { decision: 'reject', notes: 'Half a day', worklogs: [{ id, version: 1 }] };
  await call(page, 'POST', `/companies/${companyId}/decisions`, rejection);
  await worker.page.goto('/dashboard');
  const toDo = worker.page.getByRole('navigation').getByRole('link', { name: /^Worklogs/ });
  await expect(toDo).toHaveAccessibleName('Worklogs 1 rejected');
  const locked = worker.page.getByText(/^The period up to .* is locked: you can no longer change this worklog\./);
  await expect(locked).toContainText('Farah Founder can move the lock date.');
  await expectAccessible(worker.page, 'a worklog that can no longer be corrected');
  await worker.page.getByRole('button', { name: /^Put aside Masonry, / }).click();
  await expect(locked, 'a dismissed worklog is no to-do').toBeHidden();
  await expect(worker.page.getByRole('main'), 'its button was focused').toBeFocused();
  await expect(toDo).toHaveAccessibleName('Worklogs');
});

test('payroll is printed with each day, its company and its period', async ({ newcomer }) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Printed Books');
  const { first, last } = monthBefore();
  const entry = { taskId, start: `${first}T09:00`, end: `${first}T12:00` };
  await call(worker.page, 'POST', `/companies/${companyId}/worklogs`, entry);
  const { page } = founder;
  await page.goto(`/reports?view=payroll&from=${first}&to=${last}`);
  const days = page.getByRole('columnheader').filter({ hasText: /^\D\d+$/ });
  const company = page.getByText(/^Printed Books · /).filter({ visible: true });
  await expect(days.first()).toBeVisible();
  await expect(company).toHaveCount(0);
  // As wide as a page that stands, which is what the browser says while it prints.
  await page.setViewportSize({ width: 794, height: 1123 });
  await expect(days).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(days).toHaveCount(Number(last.slice(8)));
  await expect(company).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden();
});

test('a report is saved, shared, mailed and exported; each reader gets their own rows', async ({ newcomer }) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Kept Views');
  const own = await openProject(founder, companyId, 'Office', 'Books');
  await logHours(worker, companyId, { taskId, from: '09:00', to: '12:00' });
  const other = await newcomer('Budi Worker');
  await hirePerson(founder, companyId, other, 'worker');
  await logHours(other, companyId, { taskId: own.taskId, from: '09:00', to: '10:00' });
  const { page } = founder;
  await page.goto('/reports?view=worklogs&kinds=timed');

  await test.step('it is saved for all under a name, which is changed, and is pinned and mailed', async () => {
    await page.getByRole('button', { name: 'Saved' }).click();
    const panel = page.getByRole('dialog', { name: 'Saved' });
    await panel.getByLabel('Save what is shown as').fill('Hours');
    await panel.getByRole('checkbox', { name: 'Share it in the company' }).check();
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByRole('button', { name: 'Rename Hours' }).click();
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Hours of all');
    await panel.getByRole('button', { name: 'Save' }).first().click();
    await expect(panel.getByRole('button', { name: 'Unpin Hours of all' })).toHaveAttribute('aria-pressed', 'true');
    await panel.getByRole('combobox', { name: 'Email Hours of all' }).selectOption('Email every week');
    await expect(panel.getByRole('status')).toContainText('first morning of each week');
    await expectAccessible(page, 'what is saved');
    await page.goto('/reports');
    await page.getByRole('navigation', { name: 'Pinned reports' }).getByRole('link', { name: 'Hours of all' }).click();
  });

  await test.step('another member opens it, and sees their own rows', async () => {
    await worker.page.goto('/reports');
    await worker.page.getByRole('button', { name: 'Saved' }).click();
    const panel = worker.page.getByRole('dialog', { name: 'Saved' });
    await expect(panel.getByText('Saved by Farah Founder')).toBeVisible();
    await expect(panel.getByRole('button', { name: /^(Rename|Delete)/ })).toHaveCount(0);
    await panel.getByRole('link', { name: 'Hours of all' }).click();
    await expect(worker.page.getByRole('row', { name: /Masonry/ })).toBeVisible();
    await expect(worker.page.getByRole('row', { name: /Books/ })).toHaveCount(0);
    await expect(page.getByRole('row', { name: /Books/ })).toBeVisible();
  });

  await test.step('the browser saves it as a file, and the page reports that it is complete', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const panel = page.getByRole('dialog', { name: 'Export' });
    await expect(panel.getByRole('radio').first(), 'the choices are loaded later, and have the focus').toBeFocused();
    await panel.getByText('CSV', { exact: true }).click();
    const coming = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Download' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^Kept Views – worklogs .*\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.match(/Masonry|Books/g)?.toSorted()).toEqual(['Books', 'Masonry']);
    await expect(page.getByText('The file is complete.')).toBeVisible();
    await expect(panel.getByText('CSV', { exact: true }).getByRole('radio')).toBeChecked();
  });

  await test.step('after it is deleted, nobody finds it', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Saved' }).click();
    const panel = page.getByRole('dialog', { name: 'Saved' });
    await panel.getByRole('button', { name: 'Delete Hours of all' }).click();
    await expect(panel.getByRole('alert')).toContainText('for everybody it is shared with');
    await panel.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(panel.getByText('Nothing is saved yet.')).toBeVisible();
    await worker.page.getByRole('button', { name: 'Saved' }).click();
    await expect(worker.page.getByText('Nothing is saved yet.')).toBeVisible();
  });
});

/** In the company's time zone. */
function monthBefore(): { first: string; last: string } {
  const [year = 0, month = 1] = new Date()
    .toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' })
    .split('-')
    .map(Number);
  const isoOf = (day: number, inMonth: number) => new Date(Date.UTC(year, inMonth, day)).toISOString().slice(0, 10);
  return { first: isoOf(1, month - 2), last: isoOf(0, month - 1) };
}

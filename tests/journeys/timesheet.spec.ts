// The timesheet: hours typed and pasted as in a spreadsheet, a preview with times, and what the server refuses stays in its cell.
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from './support/journey.ts';
import { call, openProject, site } from './support/staging.ts';

// A complete week of a past month.
const monday = '2026-03-02';

test('a week is typed and pasted, reviewed and submitted, and a conflict stays in its cell', async ({ newcomer }) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Hours By Days', 2);
  const other = await openProject(founder, companyId, 'Harbour', 'Dredging');
  const { page } = worker;
  const path = `/companies/${companyId}/worklogs`;
  await call(page, 'POST', path, { taskId, start: `${monday}T08:00`, end: `${monday}T10:00` });
  await page.goto(`/worklogs?view=timesheet&from=${monday}`);

  await cell(page, 'Mon 2 Mar').focus();
  await page.keyboard.type('3');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('8 7:30');
  await page.keyboard.press('Tab');
  await expect(cell(page, 'Wed 4 Mar')).toBeFocused();
  await expect(cell(page, 'Mon 2 Mar')).toHaveValue('3 h');
  await expect(cell(page, 'Tue 3 Mar')).toHaveValue('8 h');
  await expect(cell(page, 'Wed 4 Mar')).toHaveValue('7 h 30 m');
  await page.keyboard.press('ArrowRight');
  await paste(page, '6\tsick');
  await expect(page.getByText('1 cell filled. 1 value is no duration; its cell is marked.')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, 'Fri 6 Mar')).toHaveValue('sick');
  await expect(selected(page)).toContainText('Please enter a duration');
  await expectAccessible(page, 'a timesheet');
  await page.keyboard.press('Delete');
  await expect(cell(page, 'Fri 6 Mar')).toHaveValue('');
  await paste(page, 'Task\tTue\tThu\nMasonry\t-\t06:00:00\nRoofing\t1\t\n');
  await expect(page.getByText('1 cell filled. 1 value was left out: its cell is closed or not in this')).toBeVisible();
  await expect(cell(page, 'Tue 3 Mar'), 'a table says its days and tasks').toHaveValue('8 h');
  await page.reload();
  await expect(cell(page, 'Thu 5 Mar'), 'kept in the tab').toHaveValue('6 h');

  await page.getByRole('button', { name: 'Review and submit' }).click();
  const preview = page.getByRole('dialog', { name: 'Review before submitting' });
  await expect(preview.getByRole('listitem').filter({ hasText: 'before: 2 h' })).toContainText('08:00–11:00');
  await expect(preview.getByRole('listitem').filter({ hasText: '8 h' })).toContainText('08:00–16:00');
  await beforeFirstSent(page, () =>
    call(page, 'POST', path, { taskId: other.taskId, start: '2026-03-05T09:00', end: '2026-03-05T10:00' }),
  );
  await preview.getByRole('button', { name: 'Submit 4 worklogs' }).click();
  await expect(preview.getByText('1 worklog was not submitted')).toBeVisible();
  await expect(preview.getByRole('listitem')).toContainText('Dredging');
  await preview.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('3 worklogs submitted.')).toBeVisible();
  await cell(page, 'Thu 5 Mar').focus();
  await expect(selected(page), 'the reason stays with the cell').toContainText('conflicts with');
  await expect(page.getByRole('grid').getByRole('row').last(), 'with what is still typed').toContainText('25 h 30 m');

  await page.getByRole('button', { name: 'Review and submit' }).click();
  await expect(preview.getByRole('listitem'), 'placed into the time that is left').toContainText('10:00–16:00');
  await preview.getByRole('button', { name: 'Submit 1 worklog' }).click();
  await expect(preview).toBeHidden();
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The timesheet is as it was before.')).toBeVisible();
  await expect(cell(page, 'Thu 5 Mar')).toHaveValue('');
  await expect(cell(page, 'Tue 3 Mar')).toHaveValue('8 h');
});

test('the rows of last week are copied, then their hours, and nothing is submitted', async ({ newcomer }) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Same Again', 2);
  const other = await openProject(founder, companyId, 'Harbour', 'Dredging');
  const { page } = worker;
  const path = `/companies/${companyId}/worklogs`;
  for (const [task, day, end] of [
    [taskId, '2026-03-02', '12:00'],
    [taskId, '2026-03-03', '10:30'],
    [other.taskId, '2026-03-06', '09:00'],
  ] as const)
    await call(page, 'POST', path, { taskId: task, start: `${day}T08:00`, end: `${day}T${end}` });
  await page.goto('/worklogs?view=timesheet&from=2026-03-09');
  const copy = async (what: string) => {
    await page.getByRole('button', { name: 'Copy last week' }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  const dredging = page.getByRole('grid').getByRole('textbox', { name: /Dredging.*Fri 13 Mar/ });
  await copy('Tasks only');
  await expect(page.getByText('2 tasks of last week added.')).toBeVisible();
  await expect(cell(page, 'Mon 9 Mar'), 'without hours').toHaveValue('');
  await expect(dredging).toHaveValue('');
  await cell(page, 'Tue 10 Mar').focus();
  await page.keyboard.type('1');
  await page.keyboard.press('Tab');
  await copy('Tasks and hours');
  await expect(page.getByText('2 cells filled as last week. Nothing is submitted yet.')).toBeVisible();
  await expect(cell(page, 'Mon 9 Mar')).toHaveValue('4 h');
  await expect(cell(page, 'Tue 10 Mar'), 'what is typed stays').toHaveValue('1 h');
  await expect(dredging).toHaveValue('1 h');
  expect(await call(page, 'GET', `${path}?from=2026-03-09&to=2026-03-15`)).toMatchObject({ worklogs: [] });
});

const cell = (page: Page, day: string) =>
  page.getByRole('grid').getByRole('textbox', { name: new RegExp(`Masonry.*${day}`) });

const selected = (page: Page) => page.getByRole('region', { name: 'Selected cell' });

/** Like another device that submits while this one sends. */
async function beforeFirstSent(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.route(
    /\/worklogs(\/[^/?]+)?$/,
    async (route) => {
      await act();
      await route.continue();
    },
    { times: 1 },
  );
}

/** As from a spreadsheet, into what has the focus. */
const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);

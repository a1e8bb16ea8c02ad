// Dense lists and the personal settings for them: density, clock and date format.
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, test } from './support/journey.ts';
import { listRows } from './support/list-rows.ts';
import { call, hirePerson, logHours, type Site, site } from './support/staging.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 360, height: 800 };

/** Eighteen worklogs of twenty minutes on one day. */
async function logDay({ worker, companyId, taskId }: Site): Promise<void> {
  const clock = (minutes: number) =>
    `${String(6 + Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  for (let at = 0; at < 18 * 20; at += 20)
    await logHours(worker, companyId, { taskId, from: clock(at), to: clock(at + 20) });
}

const heights = (page: Page): Promise<number[]> =>
  listRows(page).evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));

const countInSight = (elements: Locator, bottom: number): Promise<number> =>
  elements.evaluateAll((all, end) => all.filter((one) => one.getBoundingClientRect().bottom <= end).length, bottom);

test('lists are compact by default, and comfortable if the setting is on', async ({ newcomer }) => {
  const stage = await site(newcomer, 'Dense Lists');
  const { page } = stage.founder;
  await logDay(stage);
  await page.setViewportSize(desk);

  await page.goto('/approvals');
  await expect(listRows(page)).toHaveCount(18);
  for (const height of await heights(page)) {
    expect(height).toBeGreaterThanOrEqual(44);
    expect(height).toBeLessThanOrEqual(48);
  }
  expect(await countInSight(listRows(page), desk.height)).toBeGreaterThanOrEqual(16);
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  const note = page.getByRole('textbox', { name: 'Note', exact: true });
  expect((await note.boundingBox())?.height, 'a note is one line until something is typed').toBeLessThan(40);
  await expect(listRows(page).getByText('Pending'), 'the filter shows it already').toHaveCount(0);
  await page.getByRole('radiogroup', { name: 'Status' }).getByText('All').click();
  await expect(listRows(page).getByText('Pending')).toHaveCount(18);

  await page.goto('/settings');
  await page.getByRole('radiogroup', { name: 'Density of lists' }).getByText('Comfortable').click();
  await page.goto('/approvals');
  await expect(listRows(page)).toHaveCount(18);
  expect(Math.min(...(await heights(page)))).toBeGreaterThan(48);

  await page.setViewportSize(phone);
  const cards = page.getByRole('region', { name: 'Worklogs of the filter' }).getByRole('listitem');
  await expect(cards).toHaveCount(18);
  const filters = await page.getByRole('search').boundingBox();
  expect((filters?.y ?? 0) + (filters?.height ?? 0), 'the list begins within 200 px').toBeLessThanOrEqual(200);
  const action = await page.getByRole('button', { name: 'Begin review' }).boundingBox();
  expect(await countInSight(cards, action?.y ?? 0)).toBeGreaterThanOrEqual(4);
  await expectAccessible(page, 'approvals as cards');
});

test('times have twelve hours and dates the month first if the settings are on, shown and typed', async ({
  newcomer,
}) => {
  const { worker, companyId, taskId } = await site(newcomer, 'Twelve Hours');
  const { page } = worker;
  await logHours(worker, companyId, { taskId, from: '13:00', to: '14:30' });
  const other = await worker.context.newPage();
  await other.goto('/worklogs');
  await expect(listRows(other).getByText('13:00–14:30')).toBeVisible();
  await page.goto('/settings');
  await page.getByRole('radiogroup', { name: 'Clock' }).getByText('12 hours').click();
  await page.getByRole('radiogroup', { name: 'Dates' }).getByText('Month first').click();
  await expectAccessible(page, 'settings with formats');
  await page.getByRole('link', { name: 'Worklogs' }).click();
  await expect(listRows(other).getByText('1:00 pm–2:30 pm'), 'in other tabs at once').toBeVisible();
  await expect(listRows(page).getByText('1:00 pm–2:30 pm')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: /^\w{3}, \w{3} 1\b/ })).toBeVisible();

  await listRows(page).getByText('Masonry').click();
  const form = page.getByRole('dialog', { name: 'Edit Worklog' });
  await expect(form.getByLabel('Start time')).toHaveValue('1:00 pm');
  await form.getByLabel('Start time').fill('915a');
  await form.getByLabel('End time').fill('13:45');
  await form.getByLabel('Notes (optional)').click();
  await expect(form.getByLabel('Start time')).toHaveValue('9:15 am');
  await expect(form.getByLabel('End time')).toHaveValue('1:45 pm');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(listRows(page).getByText('9:15 am–1:45 pm')).toBeVisible();
});

test('a payroll month has totals of its days, and shades weekends', async ({ newcomer }) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Summed Days', 4);
  const other = await newcomer('Budi Worker');
  await hirePerson(founder, companyId, other, 'worker');
  const [first, second] = [
    { taskId, start: '2026-10-01T08:00', end: '2026-10-01T10:30' },
    { taskId, start: '2026-10-01T08:00', end: '2026-10-01T09:00' },
  ];
  await call(worker.page, 'POST', `/companies/${companyId}/worklogs`, first);
  await call(other.page, 'POST', `/companies/${companyId}/worklogs`, second);
  const { page } = founder;
  await page.setViewportSize(desk);
  await page.goto('/reports?view=payroll&from=2026-10-01&to=2026-10-31');
  const total = page.getByRole('row', { name: /^Total/ });
  await expect(total.getByRole('cell').nth(-31), 'the first day').toContainText('3:30');
  await expect(page.locator('thead th[data-weekend=true]')).toHaveCount(9);
  await expectAccessible(page, 'a payroll month');
});

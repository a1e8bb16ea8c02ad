// A typed line of quick entry: its time is that of its beginning, and opening quick entry for something else keeps it.
import { expect, type Page } from '@playwright/test';
import { test } from './support/journey.ts';
import { call, site } from './support/staging.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Quick entry' });
const field = (page: Page) => dialog(page).getByRole('combobox');

test('a duration ends when its line is begun, however long the dashboard has been open', async ({ newcomer }) => {
  const { worker } = await site(newcomer, 'Open All Morning');
  const { page } = worker;
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' });
  // Otherwise the clock of the server counts.
  await page.route('**/health', (route) => route.abort());
  await page.clock.setSystemTime(`${today}T08:30:00+07:00`);
  await page.goto('/dashboard');
  const group = page.getByRole('group', { name: 'Quick entry' });
  const line = group.getByRole('combobox');
  const chips = group.getByRole('list', { name: 'Understood as' });
  await line.fill('1h mason');
  await expect(chips).toContainText('07:30–08:30');
  await line.fill('');
  await page.clock.setSystemTime(`${today}T12:00:00+07:00`);
  await line.pressSequentially('3h mas');
  await expect(chips).toContainText('09:00–12:00');
  await page.clock.setSystemTime(`${today}T12:20:00+07:00`);
  await line.pressSequentially('on');
  await expect(chips).toContainText('Masonry');
  await expect(chips, 'stable while it is typed').toContainText('09:00–12:00');
});

test('a typed line is kept when quick entry is opened for a day, or with a line of the finder', async ({
  newcomer,
}) => {
  const { worker, companyId, taskId } = await site(newcomer, 'Kept Lines');
  const { page } = worker;
  for (const day of ['02', '03']) {
    const [start, end] = [`2026-03-${day}T08:00`, `2026-03-${day}T09:00`];
    await call(page, 'POST', `/companies/${companyId}/worklogs`, { taskId, start, end });
  }
  await page.goto('/worklogs?from=2026-03-01&to=2026-03-31');
  const openOn = async (day: string) => {
    await page.getByRole('button', { name: `Actions for ${day}` }).click();
    await page.getByRole('menuitem', { name: 'Quick entry on this day' }).click();
  };
  await openOn('Mon 2 Mar');
  await expect(field(page)).toHaveValue('2026-03-02 ');
  await page.keyboard.type('10-11 mason');
  await page.keyboard.press('Escape');
  await openOn('Tue 3 Mar');
  await expect(field(page), 'the words, on the other day').toHaveValue('2026-03-03 10-11 mason');
  await field(page).fill('10-11 mason');
  await page.keyboard.press('Escape');
  await openOn('Mon 2 Mar');
  await expect(field(page)).toHaveValue('2026-03-02 10-11 mason');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: /^Find/ }).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('90m mason');
  await page.getByRole('option', { name: 'Log “90m mason”' }).click();
  await expect(field(page)).toHaveValue('90m mason');
  await expect(dialog(page).getByText('Not submitted: 2026-03-02 10-11 mason')).toHaveCount(1);
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page).getByText(/Submitted: .*Masonry/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Edit' }).click();
  await expect(field(page)).toHaveValue('2026-03-02 10-11 mason');
});

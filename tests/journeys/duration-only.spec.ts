// Where times are optional (policy `times`), a worklog is a day and a duration: in the form, in quick entry and in the list.
import { expect } from '@playwright/test';
import { test } from './support/journey.ts';
import { listRows } from './support/list-rows.ts';
import { call, site } from './support/staging.ts';

test('a duration is enough in the form and in quick entry, and the list shows no times', async ({ newcomer }) => {
  const { founder, worker, companyId } = await site(newcomer, 'Only Hours', 2);
  const { version } = await call(founder.page, 'GET', `/companies/${companyId}`);
  await call(founder.page, 'PATCH', `/companies/${companyId}`, { version, times: 'optional' });
  const { page } = worker;
  await page.goto('/worklogs?new=true');
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await form.getByRole('combobox', { name: 'Task' }).click();
  await page.getByRole('option', { name: /Masonry/ }).click();
  await form.getByRole('radiogroup', { name: 'How to enter the time' }).getByText('Duration').click();
  await expect(form.getByLabel('Start time')).toHaveCount(0);
  await form.getByRole('textbox', { name: 'Duration' }).fill('1:30');
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  await expect(listRows(page)).toHaveCount(1);
  await expect(listRows(page)).toContainText('1 h 30 m');

  await page.getByRole('button', { name: 'Quick entry' }).click();
  await page.getByRole('combobox', { name: /^What did you do/ }).fill('2h masonry');
  const chips = page.getByRole('list', { name: 'Understood as' });
  await expect(chips).toContainText('Masonry');
  await expect(chips).toContainText('2 h');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Submitted: ');
  await expect(listRows(page)).toHaveCount(2);
  for (const shown of await listRows(page).allTextContents()) {
    expect(shown).toContain('No times');
    expect(shown).not.toMatch(/\d:\d\d/);
  }
  const day = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' });
  const { worklogs } = await call(page, 'GET', `/companies/${companyId}/worklogs?from=${day}&to=${day}`);
  expect(worklogs).toMatchObject([
    { startsAt: null, endsAt: null, minutes: 120 },
    { startsAt: null, endsAt: null, minutes: 90 },
  ]);
});

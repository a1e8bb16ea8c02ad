// Where the company allows it, a manager enters the same hours for a crew; each of them sees who entered it and may withdraw it.
import { expect } from '@playwright/test';
import { expectAccessible, test } from './support/journey.ts';
import { call, enrol, found, hirePerson, logHours, openProject } from './support/staging.ts';

test('a manager logs for a crew of two, of whom one withdraws it and another is refused', async ({ newcomer }) => {
  const founder = await newcomer('Fitri Founder');
  const manager = await newcomer('Mira Manager');
  const worker = await newcomer('Wawan Worker');
  const other = await newcomer('Osman Other');
  await enrol(founder);
  const companyId = await found(founder, 'Crews', 4);
  const managerId = await hirePerson(founder, companyId, manager, 'manager');
  await hirePerson(founder, companyId, worker, 'worker');
  await hirePerson(founder, companyId, other, 'worker');
  const { taskId } = await openProject(founder, companyId, 'Bridge', 'Welding', [managerId]);
  await logHours(other, companyId, { taskId, from: '08:00', to: '09:00' });
  const { page } = manager;

  await test.step('is not offered until the company allows it', async () => {
    await page.goto('/approvals');
    await expect(page.getByRole('button', { name: /^Approve/ }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log for others' })).toHaveCount(0);
    const { version } = await call(founder.page, 'GET', `/companies/${companyId}`);
    await call(founder.page, 'PATCH', `/companies/${companyId}`, { version, logForOthers: true });
    await page.getByRole('button', { name: 'Log for others' }).click();
  });

  await test.step('each person has an answer, and what was typed stays for the refused one', async () => {
    const form = page.getByRole('dialog', { name: 'Log for Others' });
    await form.getByRole('combobox', { name: 'Task' }).click();
    await page.getByRole('option', { name: /Welding/ }).click();
    await form.getByRole('checkbox', { name: 'Everyone (2)' }).check();
    const month = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' }).slice(0, 7);
    await form.getByLabel('Start date').fill(`${month}-01`);
    await form.getByLabel('Start time').fill('08:00');
    await form.getByLabel('End time').fill('12:00');
    await expectAccessible(page, 'logging for others');
    // On a phone the button that opened it is round; the form beside it is not.
    const size = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(form).toHaveCSS('border-top-left-radius', '0px');
    await page.setViewportSize(size);
    await form.getByRole('button', { name: 'Enter 2 worklogs' }).click();
    await expect(form.getByText('1 worklog entered')).toBeVisible();
    await expect(form.getByRole('listitem').filter({ hasText: 'Osman Other' })).toContainText('At the same time');
    await form.getByRole('button', { name: 'Correct and try again' }).click();
    await expect(form.getByRole('checkbox', { name: 'Osman Other' })).toBeChecked();
    await expect(form.getByRole('checkbox', { name: 'Wawan Worker' })).not.toBeChecked();
    await expect(form.getByLabel('Start time')).toHaveValue('08:00');
    await form.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('the person who entered it cannot decide it', async () => {
    await page.getByRole('row').filter({ hasText: 'Wawan Worker' }).first().click();
    const details = page.getByRole('dialog');
    await expect(details.getByText('Entered by Mira Manager').first()).toBeVisible();
    await expect(details.getByText('You entered this worklog, so somebody else decides on it.')).toBeVisible();
    await expect(details.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  });

  await test.step('the worker sees who entered it and withdraws it', async () => {
    await worker.page.goto('/worklogs');
    await worker.page.getByText('Entered by Mira Manager').click();
    await worker.page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await worker.page.getByRole('button', { name: 'Withdraw worklog' }).click();
    await expect(worker.page.getByText('Entered by Mira Manager')).toHaveCount(0);
  });
});

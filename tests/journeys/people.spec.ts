// Changes to several people and projects at once: invites that are sent again, and projects assigned on a person's page.
import { expect } from '@playwright/test';
import { linkFor, test } from './support/journey.ts';
import { call, enrol, found, site } from './support/staging.ts';

test('several invites are sent again after a summary, and their older links are replaced', async ({ newcomer }) => {
  const admin = await newcomer('Ayu Admin');
  await enrol(admin);
  const companyId = await found(admin, 'Sent Again', 4);
  const invited = [await newcomer('Budi'), await newcomer('Citra'), await newcomer('Dian')] as const;
  for (const { email } of invited)
    await call(admin.page, 'POST', `/companies/${companyId}/invites`, { email, role: 'worker' });
  const [budi, citra] = invited;
  const firstLinks = [await linkFor(budi, /^invite/i), await linkFor(citra, /^invite/i)];

  const { page } = admin;
  await page.goto('/users/invites');
  for (const { email } of [budi, citra]) await page.getByRole('checkbox', { name: `Select ${email}` }).check();
  await page
    .getByRole('region', { name: 'Selected invites' })
    .getByRole('button', { name: 'Resend 2 invites' })
    .click();
  const summary = page.getByRole('dialog', { name: 'Resend 2 invites?' });
  for (const { email } of [budi, citra]) await expect(summary.getByText(email)).toBeVisible();
  await summary.getByRole('button', { name: 'Resend 2 invites' }).click();
  await expect(page.getByText('2 invites are on their way again.')).toBeVisible();
  await expect(summary).toBeHidden();
  await expect(page.getByRole('region', { name: 'Selected invites' }), 'nothing stays selected').toBeHidden();
  for (const [index, person] of [budi, citra].entries())
    await expect.poll(() => linkFor(person, /^invite/i)).not.toBe(firstLinks[index]);
});

test('a person is assigned to several projects on their page, and taken off one', async ({ newcomer }) => {
  const { founder, worker, workerId, companyId } = await site(newcomer, 'Many Hats', 2);
  for (const name of ['Breakwater', 'Harbour', 'Lighthouse'])
    await call(founder.page, 'POST', `/companies/${companyId}/projects`, {
      name,
      forEveryone: false,
      workerIds: [],
      tasks: [{ name: `${name} survey`, kind: 'timed' }],
    });
  const { page } = founder;
  await page.goto(`/users/${workerId}`);
  await expect(
    page.getByRole('term').filter({ hasText: 'Last worklog or decision' }),
    'not any activity',
  ).toBeVisible();
  const projects = page.getByRole('region', { name: 'Projects' });
  const picker = projects.getByRole('form', { name: 'Assign projects' });
  for (const name of ['Breakwater', 'Harbour']) await picker.getByRole('checkbox', { name }).check();
  await picker.getByRole('button', { name: 'Assign 2 projects' }).click();
  await expect(page.getByText('Wati Worker was assigned to 2 projects.')).toBeVisible();
  await expect(projects.getByRole('link')).toHaveText(['Breakwater', 'Harbour']);
  await expect(projects.getByRole('button', { name: 'Assign projects' }), 'further ones can follow').toBeFocused();

  await projects.getByRole('button', { name: 'Take off Breakwater' }).click();
  await expect(page.getByText('Wati Worker is no longer on Breakwater.')).toBeVisible();
  await expect(projects.getByRole('link')).toHaveText(['Harbour']);
  await worker.page.goto('/worklogs?new=true');
  const form = worker.page.getByRole('dialog', { name: 'Add Worklog' });
  await form.getByRole('combobox', { name: 'Task' }).fill('survey');
  await expect(worker.page.getByRole('option'), 'only what is assigned').toHaveText([/Harbour survey/]);
});

// The page of a project: budgets over 80 and 100 percent, what is pending, the people and the latest worklogs.
import { expect } from '@playwright/test';
import { z } from 'zod';
import { expectAccessible, test } from './support/journey.ts';
import { call, daysAgo, logHours, site } from './support/staging.ts';

const project = z.object({ id: z.string(), tasks: z.array(z.object({ id: z.string() })) });

test('a project shows which budgets are nearly used and exceeded, and what was logged', async ({ newcomer }) => {
  const { founder, worker, companyId } = await site(newcomer, 'Running Out', 2);
  const { page } = founder;
  const created = await call(page, 'POST', `/companies/${companyId}/projects`, {
    name: 'Harbour',
    forEveryone: true,
    budgetMinutes: 24 * 60,
    tasks: [
      { name: 'Dredging', kind: 'timed', budgetMinutes: 600 },
      { name: 'Piling', kind: 'timed', budgetMinutes: 120 },
    ],
  });
  const { id, tasks } = project.parse(created);
  const [dredging = '', piling = ''] = tasks.map((task) => task.id);
  // Within the four weeks of which the page shows the people.
  const day = daysAgo(1);
  await logHours(worker, companyId, { taskId: dredging, from: '08:00', to: '17:00', day });
  await logHours(worker, companyId, { taskId: piling, from: '17:00', to: '20:00', day });

  await page.goto(`/projects/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Project' })).toBeVisible();
  const budget = page.getByRole('region', { name: 'Budget' });
  await expect(budget.getByText('12 h of 24 h')).toBeVisible();
  const [near, over] = [
    budget.getByRole('listitem').filter({ hasText: 'Dredging' }),
    budget.getByRole('listitem').filter({ hasText: 'Piling' }),
  ];
  await expect(near).toContainText('9 h of 10 h');
  await expect(near).toContainText('90%');
  await expect(near).toContainText('1 h left.');
  await expect(over).toContainText('3 h of 2 h');
  await expect(over).toContainText('150%');
  await expect(over).toContainText('1 h over budget.');
  await expect(budget.getByText('50%', { exact: true }).locator('svg'), 'half is no warning').toHaveCount(0);
  for (const task of [near, over]) await expect(task.getByText(/^\d+%$/).locator('svg')).toBeVisible();

  const pending = page.getByText(/^2 worklogs are waiting for a decision, the oldest from /);
  await expect(pending).toBeVisible();
  await expect(page.getByRole('region', { name: 'People' })).toContainText('Wati Worker');
  const latest = page.getByRole('region', { name: 'Latest worklogs' }).getByRole('listitem');
  await expect(latest).toContainText([/Wati Worker · Piling.*3 h.*Pending/, /Wati Worker · Dredging.*9 h.*Pending/]);
  await expectAccessible(page, 'the overview of a project');
  await page.getByRole('link', { name: 'Open Approvals' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Worklog Approvals' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Dredging' }), 'with the days of the project').toBeVisible();
});

test('a restored draft keeps what somebody else has saved since, and says so', async ({ newcomer }) => {
  const { founder, companyId } = await site(newcomer, 'Kept Draft', 2);
  const { page } = founder;
  const path = `/companies/${companyId}/projects`;
  const harbour = { name: 'Harbour', forEveryone: true, budgetMinutes: 6000, tasks: [] };
  const { id } = project.parse(await call(page, 'POST', path, harbour));
  await page.goto(`/projects/${id}`);
  await page.getByRole('textbox', { name: 'Notes' }).fill('Wet');
  await page.goto('/projects');
  await call(page, 'PATCH', `${path}/${id}`, { version: 1, budgetMinutes: 12_000 });

  await page.goto(`/projects/${id}`);
  await expect(page.getByText('This is what you typed last time.')).toBeVisible();
  await page.getByRole('button', { name: 'Save project' }).click();
  await expect(page.getByRole('alert')).toContainText('Someone else changed this project since you opened it.');
  await expect(page.getByLabel('Hours', { exact: true })).toHaveValue('200');
  await page.getByRole('button', { name: 'Save project' }).click();
  await expect(page.getByText('“Harbour” was saved.')).toBeVisible();
  expect(await call(page, 'GET', `${path}/${id}`)).toMatchObject({ budgetMinutes: 12_000, notes: 'Wet' });
});

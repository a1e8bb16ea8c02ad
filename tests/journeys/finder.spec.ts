// Without a mouse: the finder, sorting and paging a long list, and a picker that searches on the server.
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from './support/journey.ts';
import { call, site } from './support/staging.ts';

const finder = (page: Page) => page.getByRole('dialog', { name: 'Find pages, projects, people and actions' });
const field = (page: Page) => finder(page).getByRole('combobox');

test('Ctrl K finds pages in either language, projects and people, and restores the focus', async ({ newcomer }) => {
  const { founder, worker } = await site(newcomer, 'Finders');
  const { page } = founder;
  await page.goto('/dashboard');
  const button = page.getByRole('button', { name: 'Find', exact: true });
  await button.focus();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expect(finder(page).getByRole('group', { name: 'Actions' })).toContainText('New Project');
  await expectAccessible(page, 'the finder');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('persetujuan');
  await expect(finder(page).getByRole('option', { name: 'Worklog Approvals' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/approvals/);

  await page.keyboard.press('Control+k');
  await expect(finder(page).getByRole('group', { name: 'Recent' })).toContainText('Worklog Approvals');
  await page.keyboard.type('QUAY');
  await expect(finder(page).getByRole('option', { name: 'Quay wall' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]+$/);

  await page.keyboard.press('Control+k');
  await page.keyboard.type(worker.name);
  await expect(finder(page).getByRole('group', { name: 'People' })).toContainText(worker.email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/users\/[0-9a-f-]+$/);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('weekly target');
  await expect(finder(page).getByRole('group', { name: 'Settings' })).toContainText('Rules for worklogs');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/rules#hours$/);
  await expect(page.getByLabel('Weekly target')).toBeInViewport();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('token');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account-settings#tokens$/);
  await expect(page.getByRole('heading', { name: 'Access tokens' })).toBeInViewport();
  const missing = await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link')
    .evaluateAll((links) =>
      links.filter((link) => !document.getElementById(link.getAttribute('href')?.slice(1) ?? '')),
    );
  expect(missing).toEqual([]);

  // Enter before any result has arrived; then while the previous results are still shown.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('quay');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]+$/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('quay');
  await expect(finder(page).getByRole('option', { name: 'Quay wall' })).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(worker.name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/users\/[0-9a-f-]+$/);

  await worker.page.setViewportSize({ width: 360, height: 740 });
  await worker.page.goto('/dashboard');
  await worker.page.getByRole('button', { name: 'Find', exact: true }).click();
  await field(worker.page).fill('farah');
  await expect(finder(worker.page).getByText('Nothing matches “farah”.')).toBeVisible();
  await field(worker.page).fill('new');
  await finder(worker.page).getByRole('option', { name: 'New Worklog' }).click();
  await expect(worker.page.getByRole('dialog', { name: 'Add Worklog' })).toBeVisible();
});

test('a long list is paged, sorted and opened by keyboard, and its page size is stored', async ({ newcomer }) => {
  const { founder, companyId } = await site(newcomer, 'Long Lists');
  const { page } = founder;
  for (let n = 1; n <= 55; n++)
    await call(page, 'POST', `/companies/${companyId}/projects`, { name: `Lot ${String(n).padStart(2, '0')}` });
  await page.goto('/projects?page=99');
  await expect(page.getByText('There is no page 99: this list ends on page 3.')).toBeVisible();
  await page.getByRole('button', { name: 'Go to the last page' }).click();
  await expect(page.getByText('51–56 of 56')).toBeVisible();
  const header = page.getByRole('columnheader', { name: 'Name' });
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await header.getByRole('button').press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByText('1–25 of 56')).toBeVisible();
  await page.getByRole('combobox', { name: 'Rows on a page' }).selectOption('10');
  await expect(page.getByText('1–10 of 56')).toBeVisible();
  const rows = page.locator('tbody tr');
  await expect(rows, 'rows of the other page size are removed').toHaveCount(10);
  await rows.first().focus();
  await page.keyboard.press('End');
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]+$/);
  await page.goto('/projects');
  await expect(page.getByText('1–10 of 56'), 'the size is remembered').toBeVisible();
  await page.goto('/projects?size=50');
  await expect(page.getByText('1–50 of 56'), 'the URL takes precedence').toBeVisible();

  await page.goto('/reports');
  await page.getByRole('button', { name: /^Project:/ }).click();
  await expect(page.getByText('There are more. Type to find them.')).toBeVisible();
  await page.getByRole('searchbox', { name: /Search in/ }).fill('quay');
  await page.getByRole('checkbox', { name: 'Quay wall' }).check();
  await page.keyboard.press('Escape');
  await expect(
    page.getByRole('button', { name: /Quay wall/ }),
    'named although it is not among the first',
  ).toBeVisible();
});

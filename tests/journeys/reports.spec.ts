// A report from its totals down to single worklogs, by keyboard and through the chart, and printed with the same totals. People
// who see only their own worklogs see their own totals and no links to other pages.
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, test } from './support/journey.ts';
import { call, logHours, type Site, site } from './support/staging.ts';

test('a report leads from totals to worklogs, by keyboard and chart, and can be printed', async ({ newcomer }) => {
  const stage = await site(newcomer, 'Added Up');
  const pendingId = await approvedAndPending(stage);
  const { page } = stage.founder;
  await page.goto('/reports');

  await test.step('the totals, approved and pending separately, compared with the previous period', async () => {
    await expect(figures(page, 'Hours')).toContainText('5 h');
    await expect(figures(page, 'Hours')).toContainText('Approved3 h');
    await expect(figures(page, 'Hours')).toContainText('Pending2 h');
    const total = page.getByRole('row', { name: /^Total/ }).getByRole('link', { name: '2 h', exact: true });
    await expect(total, 'the last line also links to its rows').toHaveAttribute('href', /statuses=pending/);
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('checkbox', { name: /^Compare with/ }).check();
    await page.getByRole('button', { name: 'More filters' }).click();
    await expect(figures(page, 'Hours')).toContainText('+5 h');
    await expect(figures(page, 'Hours')).toContainText('was 0 h');
    await expect(page.getByRole('row', { name: /Quay wall/ })).toContainText('nothing in the period before');
    await expect(page).toHaveURL(/compare=yes/);
    await expect(page.getByRole('group', { name: 'Hours by day' })).toBeVisible();
    // A chart that is being refreshed is paler.
    await expect(page.locator('[data-refreshing="true"]')).toHaveCount(0);
    await expectAccessible(page, 'a report');
  });

  await test.step('the tree expands by keyboard, and a number leads to its rows', async () => {
    const project = page.getByRole('row', { name: /Quay wall/ });
    await page.route(/\/reports\?.*groupBy=task/, (route) => route.fulfill({ status: 400, json: {} }));
    await project.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('treegrid').getByRole('button', { name: 'Try again' }).focus();
    await page.unrouteAll({ behavior: 'wait' });
    await page.keyboard.press('Enter');
    await expect(project).toBeFocused();
    const task = page.getByRole('row', { name: /Masonry/ });
    await expect(task).toHaveAttribute('aria-level', '2');
    await page.keyboard.press('ArrowDown');
    await expect(task).toBeFocused();
    await page.keyboard.press('ArrowRight');
    const worker = page.getByRole('row', { name: /Wati Worker/ });
    await expect(worker).toHaveAttribute('aria-level', '3');
    await worker.getByRole('link', { name: '2 h', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Worklogs behind this number' })).toBeFocused();
    await expect(figures(page, 'Hours')).toContainText('2 h');
    await expect(page.getByRole('row', { name: /13:00–15:00/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /09:00–12:00/ })).toBeHidden();
    await page.getByRole('row', { name: /13:00–15:00/ }).press('Enter');
    const details = page.getByRole('dialog', { name: 'Worklog Details' });
    await expect(details.getByRole('heading', { name: 'Wati Worker', exact: true })).toBeVisible();
    await expect(details.locator('section').filter({ hasText: '09:00–12:00' }), 'the day around it').toBeVisible();
    await expect(details.getByRole('link', { name: 'Open in Approvals' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expectAccessible(page, 'the worklogs behind a number');
    await page.getByRole('button', { name: 'Back to the report' }).click();
    await expect(worker, 'the tree is as it was').toBeVisible();
  });

  await test.step('each bar of the chart is announced, and leads to its rows', async () => {
    await page.goto(`/reports?from=${dayOf(-1, 1)}&to=${dayOf(1, 0)}&by=day`);
    const bar = page.getByRole('link', { name: /5 h \(approved 3 h, pending 2 h/ });
    const bars = page.locator('svg [data-bar]');
    await expect(bars, 'no empty days after today').toHaveCount(daysSince(dayOf(-1, 1)));
    await bar.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(bars.and(page.locator(':focus'))).toHaveAccessibleName(/: 0 h/);
    await page.keyboard.press('ArrowRight');
    await expect(bar).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Worklogs behind this number' })).toBeVisible();
    await expect(figures(page, 'Hours')).toContainText('5 h');
    await page.goto('/reports');
  });

  await test.step('rows are grouped by worker, and below by day, on the page, in print and in the file', async () => {
    const groups = page.getByRole('radiogroup', { name: 'Rows', exact: true });
    await groups.getByText('Worker', { exact: true }).click();
    await page.getByRole('row', { name: /Wati Worker/ }).press('ArrowRight');
    await expect(page.getByRole('row', { name: /Quay wall/ })).toHaveAttribute('aria-level', '2');
    await page.getByRole('combobox', { name: 'Rows below each row' }).selectOption('then by status');
    await expect(page).toHaveURL(/group=worker&subgroup=status/);
    await page.getByRole('row', { name: /Wati Worker/ }).press('ArrowRight');
    const pending = page.getByRole('row', { name: /^Pending/ });
    await expect(pending).toHaveAttribute('aria-level', '2');
    await page.getByRole('button', { name: 'Print' }).click();
    await expect(page.getByRole('article').getByRole('row', { name: /^Pending/ })).toContainText('2 h');
    await page.getByRole('button', { name: 'Back to the report' }).click();
    await pending.getByRole('link', { name: '2 h', exact: true }).first().click();
    await expect(page).toHaveURL(/statuses=pending/);
    await expect(figures(page, 'Hours')).toContainText('2 h');
    await page.goto('/reports');
  });

  await test.step('from its project, one link leads to the hours of each person last month', async () => {
    await page.goto('/projects');
    await page.getByRole('row', { name: /Quay wall/ }).click();
    await page.getByRole('link', { name: 'Hours by person, last month' }).click();
    await expect(page).toHaveURL(new RegExp(`/reports/projects/.*group=worker&from=${dayOf(-1, 1)}&to=${dayOf(0, 0)}`));
    await expect(figures(page, 'Hours')).toContainText('0 h');
  });

  await test.step('a number of the previous period leads to its rows', async () => {
    await page.goto(`/reports?from=${dayOf(1, 1)}&to=${dayOf(2, 0)}&compare=yes`);
    await page.getByRole('link', { name: 'was 5 h', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`from=${dayOf(0, 1)}&to=${dayOf(1, 0)}`));
    await expect(figures(page, 'Hours')).toContainText('5 h');
  });

  await test.step('the parent report has the same days', async () => {
    const days = /[?&]from=2026-01-01&to=\d{4}-12-31/;
    await page.goto(`/reports?from=2026-01-01&to=${new Date().getFullYear()}-12-31`);
    await page.getByRole('link', { name: 'Quay wall', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Project Breakdown' })).toBeVisible();
    await expect(page).toHaveURL(days);
    await page.getByRole('link', { name: 'Masonry', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Task Breakdown' })).toBeVisible();
    await expect(page).toHaveURL(days);
    await expect(page.getByRole('row', { name: /Wati Worker/ })).toBeVisible();
    await expectAccessible(page, 'the report of a task');
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Project Breakdown' })).toBeVisible();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reports', exact: true })).toBeVisible();
    await expect(page).toHaveURL(days);
    await page.goto('/reports');
  });

  await test.step('in print', async () => {
    await page.getByRole('button', { name: 'Print' }).click();
    const paper = page.getByRole('article', { name: 'Report of hours and expenses' });
    await expect(paper.getByRole('row', { name: /^Hours/ })).toHaveText(/3 h2 h5 h/);
    await expect(paper.getByRole('row', { name: /Masonry/ })).toContainText('5 h');
    await expect(paper.getByText('Worker: name and signature')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('search')).toBeHidden();
    await expect(page.getByRole('banner')).toBeHidden();
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('on a phone the preview has the layout of the paper, smaller, until it is enlarged', async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/reports?view=print');
    const paper = page.getByRole('article', { name: 'Report of hours and expenses' });
    const chart = paper.locator('svg').filter({ has: page.locator('[data-bar]') });
    const widthOf = async (place: Locator) => Math.round((await place.boundingBox())?.width ?? 0);
    await expect(chart).toBeVisible();
    await expect.poll(() => widthOf(paper)).toBe(328);
    await page.getByRole('button', { name: 'Enlarge' }).click();
    await expect.poll(() => widthOf(paper)).toBe(794);
    await expect(page.getByRole('region', { name: 'Preview of the printed report' })).toHaveAttribute('tabindex', '0');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await chart.getAttribute('height')).toBe('180');
    await page.getByRole('button', { name: 'Whole width' }).click();
    await expect.poll(() => widthOf(paper)).toBe(328);
    if (size) await page.setViewportSize(size);
  });

  await test.step('every view is printed dark on white in the dark theme', async () => {
    await page.request.patch('/api/v1/settings', { data: { theme: 'dark' } });
    await page.goto('/reports?view=worklogs');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await page.emulateMedia({ media: 'screen' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  await test.step('invalid days are reported at their field', async () => {
    await page.goto('/reports?from=1990-01-01&to=2026-01-01');
    await expect(page.getByRole('search').getByRole('alert')).toBeVisible();
    await page.getByRole('button', { name: 'Show this month' }).click();
    await expect(figures(page, 'Hours')).toContainText('5 h');
  });

  await test.step('the focus stays on the row of a number that somebody else has made nothing', async () => {
    const row = page.getByRole('row', { name: /Quay wall/ });
    await row.getByRole('link', { name: '2 h', exact: true }).focus();
    await approve(stage, pendingId);
    await expect(figures(page, 'Hours')).toContainText('Approved5 h');
    await expect(row).toBeFocused();
  });
});

test('a worker sees their own totals, the rows behind them, and no inaccessible links', async ({ newcomer }) => {
  const stage = await site(newcomer, 'Own Sums');
  await approvedAndPending(stage);
  const { page } = stage.worker;
  await page.goto('/reports');
  await expect(figures(page, 'Hours')).toContainText('5 h');
  const project = page.getByRole('row', { name: /Quay wall/ });
  await expect(project).not.toHaveAttribute('aria-expanded');
  await expect(page.getByRole('link', { name: 'Quay wall' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Worker:/ })).toHaveCount(0);
  await project.getByRole('link', { name: '3 h', exact: true }).click();
  await expect(page.getByRole('row', { name: /09:00–12:00/ })).toBeVisible();
  await expect(figures(page, 'Log items')).toContainText('1');
});

test('the hours of a day do not include rejected ones, which are shown beside them', async ({ newcomer }) => {
  const stage = await site(newcomer, 'Not Counted');
  const { founder, worker, companyId, taskId } = stage;
  await approvedAndPending(stage);
  const id = await logHours(worker, companyId, { taskId, from: '16:00', to: '20:00' });
  const rejection = { decision: 'reject', notes: 'Nobody was there', worklogs: [{ id, version: 1 }] };
  await call(founder.page, 'POST', `/companies/${companyId}/decisions`, rejection);
  const statuses = ['pending', 'approved', 'rejected'].map((status) => `statuses=${status}`).join('&');
  await founder.page.goto(`/reports?view=worklogs&${statuses}`);
  const day = founder.page.getByRole('rowheader').filter({ hasText: 'rejected worklog' });
  await expect(day).toContainText('1 rejected worklog, not counted: 4 h');
  await expect(day).toContainText('5 h');
});

/** Three approved hours and two pending ones; resolves to the id of these. */
async function approvedAndPending(stage: Site): Promise<string> {
  const { worker, companyId, taskId } = stage;
  const id = await logHours(worker, companyId, { taskId, from: '09:00', to: '12:00' });
  const pendingId = await logHours(worker, companyId, { taskId, from: '13:00', to: '15:00' });
  await approve(stage, id);
  return pendingId;
}

const approve = ({ founder, companyId }: Site, id: string) =>
  call(founder.page, 'POST', `/companies/${companyId}/decisions`, {
    decision: 'approve',
    worklogs: [{ id, version: 1 }],
  });

/** A day of this month in Jakarta, or of a later one; day 0 is the last of the month before. */
function dayOf(later: number, day: number): string {
  const inJakarta = new Date(Date.now() + 7 * 3_600_000);
  const [year, month] = [inJakarta.getUTCFullYear(), inJakarta.getUTCMonth()];
  return new Date(Date.UTC(year, month + later, day)).toISOString().slice(0, 10);
}

/** Days from this one to today in Jakarta, both included. */
const daysSince = (day: string): number =>
  Math.floor((Date.now() + 7 * 3_600_000 - Date.parse(`${day}T00:00Z`)) / 86_400_000) + 1;

const figures = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: label }) });

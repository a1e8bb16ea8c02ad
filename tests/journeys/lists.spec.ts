// Long lists: Back returns to the same position, and changes by others do not move the rows being read.

import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { insertOlderCopies } from './support/database.ts';
import { type BrowserUser, test } from './support/journey.ts';
import { listRows } from './support/list-rows.ts';
import { call, hirePerson, logHours, type Site, site } from './support/staging.ts';

const copies = 300;
type Newcomer = (name: string) => Promise<BrowserUser>;
type Stage = Site & { approver: BrowserUser; newest: string; days: string };

/** Three hundred pending worklogs, five a day; the newest is on the first of this month. */
async function longList(newcomer: Newcomer, name: string): Promise<Stage> {
  const stage = await site(newcomer, name, 3);
  const { founder, worker, companyId, taskId } = stage;
  const approver = await newcomer('Anton Approver');
  await hirePerson(founder, companyId, approver, 'timesheet approver');
  const newest = await logHours(worker, companyId, { taskId, from: '08:00', to: '08:45' });
  await insertOlderCopies(join(String(test.info().project.metadata.dataDir), 'postgres'), newest, copies);
  const inJakarta = Date.now() + 7 * 3_600_000;
  const day = (ago: number) => new Date(inJakarta - ago * 86_400_000).toISOString().slice(0, 10);
  return { ...stage, approver, newest, days: `from=${day(120)}&to=${day(0)}` };
}

const listed = z.object({ worklogs: z.array(z.object({ id: z.string(), version: z.number() })) });
type Listed = z.output<typeof listed>;

async function firstPage({ approver, companyId, days }: Stage): Promise<Listed['worklogs']> {
  const query = `${days}&statuses=pending&pageSize=25`;
  const response = await approver.page.request.get(`/api/v1/companies/${companyId}/worklogs?${query}`);
  return listed.parse(await response.json()).worklogs;
}

const approve = ({ page }: BrowserUser, { companyId }: Site, worklogs: Listed['worklogs']) =>
  call(page, 'POST', `/companies/${companyId}/decisions`, { decision: 'approve', notes: '', worklogs });

const idsOf = (page: Page): Promise<(string | null)[]> =>
  listRows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-row')));
const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

test('Back restores the page, filter, position and row of both lists', async ({ newcomer }) => {
  const stage = await longList(newcomer, 'There And Back');
  const lists = [
    { person: stage.approver, path: `/approvals?${stage.days}&sort=oldest`, drawer: 'Worklog Details' },
    { person: stage.worker, path: `/worklogs?${stage.days}&statuses=pending`, drawer: 'Edit Worklog' },
  ];
  for (const { person, path, drawer } of lists) {
    const { page } = person;
    await page.goto(`${path}&size=25`);
    const next = page.getByRole('button', { name: 'Next page' });
    await next.click();
    await expectPage(page, '26–50 of 301');
    await expect(listRows(page).first()).toBeInViewport({ ratio: 1 });
    await expect(next).toBeFocused();
    await next.click();
    await expectPage(page, '51–75 of 301');
    const row = listRows(page).nth(17);
    await row.scrollIntoViewIfNeeded();
    await row.getByText('Masonry').click();
    await expect(page.getByRole('dialog', { name: drawer })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(row, 'closed, the row has the focus').toBeFocused();
    const address = page.url();
    const place = await scrolled(page);
    const shown = await idsOf(page);
    expect(place).toBeGreaterThan(100);

    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    const isBack = async (when: string) => {
      await expect(page, when).toHaveURL(address);
      await expect.poll(() => idsOf(page), { message: `the rows ${when}` }).toEqual(shown);
      await expect.poll(() => scrolled(page), { message: `the place ${when}` }).toBe(place);
      await expect(row, when).toBeFocused();
    };
    await page.goBack();
    await isBack('after Back');
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    await page.goBack();
    await isBack('after Forward and Back');
    await page.goBack();
    await expect(page.getByText('26–50 of 301'), 'closing the row leaves no history entry').toBeVisible();
    await page.goForward();
    await page.reload();
    await expect(page).toHaveURL(address);
    await expectPage(page, '51–75 of 301');
    await expect.poll(() => idsOf(page), 'the same filter after a reload').toEqual(shown);
  }
});

test('the next page is requested before the press, and its rows in sight are rendered first', async ({ newcomer }) => {
  const stage = await longList(newcomer, 'In Sight First');
  const { page } = stage.worker;
  await page.goto(`/worklogs?${stage.days}&statuses=pending&size=100`);
  await expect(listRows(page)).toHaveCount(100);
  await page.evaluate(() => {
    const isNew = (node: Node) => node instanceof HTMLElement && node.matches('tr[data-row]');
    window.rowsRendered = [];
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes].filter(isNew));
      if (added.length > 0) window.rowsRendered?.push(added.length);
    }).observe(document.body, { childList: true, subtree: true });
  });
  // As long as over a phone's connection: until then the router has recorded the position of the first row.
  await page.route('**/worklogs?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  const next = page.getByRole('button', { name: 'Next page' });
  const invalid: string[] = [];
  page.on('request', (request) => /[?&]page=(0|-\d)/.test(request.url()) && invalid.push(request.url()));
  await page.getByRole('button', { name: 'Previous page' }).hover({ force: true });
  const requested = page.waitForRequest(/[?&]page=2\b/);
  await next.hover();
  await requested;
  await next.click();
  await expectPage(page, '101–200 of 301');
  expect(invalid, 'there is no page before the first one').toEqual([]);
  await expect(listRows(page)).toHaveCount(100);
  const [first = 0, ...later] = await page.evaluate(() => window.rowsRendered ?? []);
  expect(first).toBeGreaterThan(5);
  expect(first).toBeLessThan(40);
  expect(later.length).toBeGreaterThan(0);
});

declare global {
  interface Window {
    rowsRendered?: number[];
  }
}

test('on a phone the sort order is selected above the cards, and a narrow table sorts by what has no column', async ({
  newcomer,
}) => {
  const { page } = (await site(newcomer, 'Small Screens', 2)).founder;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/users');
  const first = page.getByRole('region', { name: 'Users' }).getByRole('listitem').first();
  await expect(first).toContainText('Farah Founder');
  await page.getByRole('button', { name: 'Ascending: reverse the order' }).click();
  await expect(first).toContainText('Wati Worker');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Role');
  await expect(page).toHaveURL(/[?&]sort=-role/);

  await page.setViewportSize({ width: 960, height: 740 });
  const name = page.getByRole('columnheader', { name: 'Name Email' });
  await name.getByRole('button', { name: 'Name' }).click();
  await expect(name, 'by name').toHaveAttribute('aria-sort', 'ascending');
  await name.getByRole('button', { name: 'Email' }).click();
  await expect(name, 'the email has no column but can be sorted by').toHaveAttribute('aria-sort', 'other');
  await expect(listRows(page).first()).toContainText('Farah Founder');
  await name.getByRole('button', { name: 'Email. Ascending: reverse the order' }).click();
  await expect(page).toHaveURL(/[?&]sort=-email/);
  await expect(name.getByRole('button', { name: 'Email. Descending: reverse the order' })).toBeVisible();
  await expect(listRows(page).first()).toContainText('Wati Worker');
});

test('changes by others appear in place, and new rows wait for a click', async ({ newcomer }) => {
  const stage = await longList(newcomer, 'Steady Hands');
  const { approver, worker, founder, companyId, taskId } = stage;
  const [first, second, ...others] = await firstPage(stage);
  if (!first || !second) throw new Error('There are no rows.');
  const lists = [approver.page, worker.page];
  await approver.page.goto(`/approvals?${stage.days}&size=25`);
  await worker.page.goto(`/worklogs?${stage.days}&statuses=pending&size=25`);
  for (const page of lists) {
    await expect(listRows(page)).toHaveCount(25);
    await listRows(page).nth(4).hover();
  }
  const before = await Promise.all(lists.map(idsOf));
  const tops = await Promise.all(lists.map((page) => topOf(listRows(page).nth(4))));

  await approve(founder, stage, [first, second]);
  for (const [n, page] of lists.entries()) {
    await expect(page.getByRole('row').getByText('No longer here')).toHaveCount(2);
    expect(await idsOf(page), 'no row moved').toEqual(before[n]);
    expect(await topOf(listRows(page).nth(4)), 'not by one pixel').toBe(tops[n]);
  }

  const late = await logHours(worker, companyId, { taskId, from: '20:00', to: '21:00' });
  const arrived = approver.page.getByRole('button', { name: 'Show 1 new worklog' });
  await expect(arrived).toBeVisible();
  expect(await idsOf(approver.page)).toEqual(before[0]);
  await expect(
    approver.page.getByText('No longer here'),
    'a row moved to the next page is not marked as gone',
  ).toHaveCount(2);
  await arrived.click();
  await expect(listRows(approver.page).and(approver.page.locator(`[data-row="${late}"]`))).toBeVisible();
  await expect(approver.page.getByText('No longer here')).toHaveCount(0);

  await approver.page.getByRole('heading', { level: 1 }).click();
  const later = await logHours(worker, companyId, { taskId, from: '22:00', to: '23:00' });
  await expect(
    approver.page.locator(`[data-row="${later}"]`),
    'without a reader, new rows are shown at once',
  ).toBeVisible();

  await worker.page.getByRole('heading', { level: 1 }).hover();
  await expect(worker.page.getByText('No longer here')).toHaveCount(0);
  await expect(worker.page.locator(`[data-row="${later}"]`)).toBeVisible();
  expect(others.length).toBe(23);
});

test('the focus stays on the row of a control that is gone because somebody else has decided', async ({ newcomer }) => {
  const stage = await site(newcomer, 'Kept Focus', 3);
  const { founder, worker, companyId, taskId } = stage;
  const approver = await newcomer('Anton Approver');
  await hirePerson(founder, companyId, approver, 'timesheet approver');
  const [one, other, last] = [
    await logHours(worker, companyId, { taskId, from: '08:00', to: '09:00' }),
    await logHours(worker, companyId, { taskId, from: '09:00', to: '10:00' }),
    await logHours(worker, companyId, { taskId, from: '10:00', to: '11:00' }),
  ];
  const { page } = approver;
  await page.goto('/approvals');
  for (const [id, control] of [
    [one, (row: Locator) => row.getByRole('checkbox')],
    [other, (row: Locator) => row.getByRole('button', { name: /^Approve/ })],
  ] as const) {
    const row = page.locator(`tr[data-row="${id}"]`);
    await control(row).focus();
    await approve(founder, stage, [{ id, version: 1 }]);
    await expect(row.getByText('No longer here')).toBeVisible();
    await expect(row).toBeFocused();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const card = page.locator(`li[data-row="${last}"]`);
  await card.getByRole('button', { name: /^Reject/ }).focus();
  await approve(founder, stage, [{ id: last, version: 1 }]);
  await expect(card.getByText('No longer here')).toBeVisible();
  await expect(card.locator(':focus'), 'the control that opens it').toBeVisible();
});

test('a selection keeps its page, and a page whose rows are decided one by one is refilled', async ({ newcomer }) => {
  const stage = await longList(newcomer, 'Turning Pages');
  const { page } = stage.approver;
  await page.goto(`/approvals?${stage.days}&size=10`);
  await expect(listRows(page)).toHaveCount(10);
  const first = await idsOf(page);
  await listRows(page).nth(2).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('11–20 of 301')).toBeVisible();
  await expect.poll(() => idsOf(page)).not.toEqual(first);
  await expect(page.getByText('No longer here')).toHaveCount(0);
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect.poll(() => idsOf(page)).toEqual(first);
  await expect(listRows(page).nth(2).getByRole('checkbox')).toBeChecked();
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  const bar = page.getByRole('region', { name: 'Selected worklogs' });
  const note = bar.getByRole('textbox');
  await expect(note).toHaveAttribute('placeholder', 'A note, required to reject');
  await page.setViewportSize({ width: 1280, height: 560 });
  await page.evaluate(() => window.scrollTo(0, 60));
  // Without the scrolling of Playwright before its own click.
  await bar.getByRole('button', { name: 'Reject 10 worklogs' }).dispatchEvent('click');
  await expect(note, 'rejecting needs a note').toBeFocused();
  expect(await scrolled(page), 'the note is in sight already').toBe(60);
  await page.keyboard.type('Seen.');
  await expect(note).toHaveValue('Seen.');
  expect(await scrolled(page), 'letters in the bar do not scroll the list').toBe(60);
  await listRows(page).nth(0).hover();
  await page.getByRole('button', { name: 'Approve 10 worklogs' }).click();
  await expect(page.getByText('1–10 of 291')).toBeVisible();
  await expect(listRows(page)).toHaveCount(10);
  expect((await idsOf(page)).filter((id) => first.includes(id))).toEqual([]);

  await page.goto(`/approvals?${stage.days}&status=approved`);
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await expect(note, 'only reopening is possible').toHaveAttribute('placeholder', 'A note, required to reopen');
});

async function expectPage(page: Page, range: string): Promise<void> {
  await expect(page.getByText(range)).toBeVisible();
  await expect(page.locator('table[data-refreshing=false]')).toBeVisible();
}

const topOf = async (row: Locator): Promise<number> => Math.round((await row.boundingBox())?.y ?? Number.NaN);

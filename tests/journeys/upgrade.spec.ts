// An upgrade while people type: the workers are replaced by those of a release with other assets. What was typed is kept, a page
// whose chunk is gone is reloaded once, and the live stream continues with the new release.
import { rmSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { askSupervisor, copyOfRelease, renameAssets } from '../support/release-copy.ts';
import { test as journey } from './support/journey.ts';
import { type OwnServer, startOwnServer } from './support/own-server.ts';
import { logHours, site } from './support/staging.ts';
import { beginWorklog, expectTyped } from './support/worklog-form.ts';

/** People open the server of this test. */
const test = journey.extend<{ server: OwnServer; release: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires it.
  server: async ({}, use) => {
    const server = await startOwnServer({ WORKERS: '1', NEW_COMPANY_INVITES: '1000' });
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.address),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires it.
  release: async ({}, use) => {
    const directory = copyOfRelease();
    renameAssets(directory);
    await use(directory);
    rmSync(directory, { recursive: true });
  },
});

// The browser logs the chunk and the style sheets that are gone, and the interrupted stream.
test.use({
  expectedFaults: /Failed to load resource|Failed to fetch dynamically imported module|Refused to apply style/,
});

test('an upgrade keeps what is being typed, reloads at most once, and shows changes again by itself', async ({
  newcomer,
  server,
  release,
}) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Upgraded');
  await logHours(worker, companyId, { taskId, from: '06:00', to: '06:30' });
  await founder.page.goto('/approvals');
  await founder.page.getByRole('button', { name: /^Reject Wati Worker/ }).click();
  const rejection = founder.page.getByRole('dialog', { name: 'Reject worklog' });
  await rejection.getByRole('textbox').fill('Where is the plan?');
  await worker.page.goto('/worklogs');
  await beginWorklog(worker.page, 'Typed before the upgrade.');
  const before = await entryOf(worker.page);
  const [founderLoads, workerLoads] = [countDocuments(founder.page), countDocuments(worker.page)];

  const replaced = await askSupervisor(server.dataDir, 'POST', '/release', { directory: release });
  expect(replaced).toMatchObject({ status: 200, body: { workers: [{ directory: release }] } });
  expect((await worker.page.request.get(before)).status(), 'the earlier assets are gone').toBe(404);

  await logHours(worker, companyId, { taskId, from: '07:00', to: '07:45' });
  await expect(founder.page.getByText('07:00–07:45'), 'what another browser changed').toBeAttached();
  await expect(rejection.getByRole('textbox')).toHaveValue('Where is the plan?');
  await rejection.getByRole('button', { name: 'Reject' }).click();
  await expect(rejection).toBeHidden();
  await expect(founder.page.getByText('06:00–06:30')).toBeHidden();
  expect(founderLoads.count, 'the approver was not interrupted').toBe(0);

  const { page } = worker;
  await page.getByRole('dialog', { name: 'Add Worklog' }).getByRole('button', { name: 'Close' }).last().click();
  await page
    .getByRole('dialog', { name: 'Not submitted yet' })
    .getByRole('button', { name: 'Close and keep it' })
    .click();
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  expect(workerLoads.count, 'for a page that was not loaded before').toBe(1);
  expect(await entryOf(page), 'it is that of the new release').not.toBe(before);
  await page.goBack();
  await page.getByRole('button', { name: 'New Worklog' }).first().click();
  await expectTyped(page, 'Typed before the upgrade.');
  await page.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Masonry' })).toHaveCount(3);
  await expect(page.getByRole('row').filter({ hasText: '00:00–00:01' })).toBeVisible();
  expect(workerLoads.count, 'and no more').toBe(1);
});

/** The script that the document begins with. */
const entryOf = async (page: Page): Promise<string> =>
  (await page.locator('script[type="module"][src*="/assets/"]').first().getAttribute('src')) ?? '';

function countDocuments(page: Page): { count: number } {
  const documents = { count: 0 };
  page.on('domcontentloaded', () => {
    documents.count += 1;
  });
  return documents;
}

// "Export everything" in the settings of a company: the browser saves an archive, and the audit log names the export.
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { expectAccessible, test } from './support/journey.ts';
import { logHours, site } from './support/staging.ts';

test('a company admin downloads everything of the company; others find nothing of it', async ({ newcomer }) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Moving Out');
  await logHours(worker, companyId, { taskId, from: '09:00', to: '12:00' });
  const { page } = founder;
  await page.goto('/settings/company#archive');
  const section = page.getByRole('region', { name: 'Export everything' });
  await expect(section).toBeVisible();
  await expectAccessible(page, 'the settings of a company');
  const coming = page.waitForEvent('download');
  await section.getByRole('link', { name: 'Download archive' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^Moving Out \d{4}-\d{2}-\d{2}\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  expect(JSON.parse(strFromU8(files['meta.json'] ?? new Uint8Array()))).toMatchObject({
    company: { id: companyId, name: 'Moving Out' },
    tables: { worklogs: { rows: 1 } },
  });

  await page.goto('/settings/audit');
  await expect(page.getByText('Everything of the company')).toBeVisible();
  await worker.page.goto('/settings/company');
  await expect(worker.page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect(worker.page.getByText('Export everything')).toHaveCount(0);
});

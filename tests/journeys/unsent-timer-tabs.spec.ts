// A timer whose start was sent without a response: the tab that started it keeps it, to send it again. Another tab may not show that yet.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { test } from './support/journey.ts';
import { call, site } from './support/staging.ts';
import { storedEntries } from './support/unsent/device.ts';
import { warmUp } from './support/unsent/page.ts';
import { openWorklogs } from './support/worklog-form.ts';

const answer = z.object({ timer: z.object({ id: z.string(), startedAt: z.string() }).nullable() });

/** As another tab does, whose message has not arrived. */
const keepEntry = (page: Page, entry: { worklogId: string }): Promise<void> =>
  page.evaluate(
    (kept) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('daybook-unsent', 1);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('entries', 'readwrite');
          transaction.objectStore('entries').put(kept, kept.worklogId);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    entry,
  );

test('a timer that is discarded in one tab is not started again by what another tab has kept', async ({ newcomer }) => {
  const { worker, workerId, companyId, taskId } = await site(newcomer, 'Two Tabs', 3);
  const { page } = worker;
  const path = `/companies/${companyId}/timer`;
  const startedAt = new Date(Date.now() - 30 * 60_000).toISOString();
  await call(page, 'POST', path, { taskId, startedAt, notes: '' });
  const { timer } = answer.parse(await call(page, 'GET', path));
  await openWorklogs(page);
  await warmUp(page);
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: /Timer running: change it$/ }).click();
  const discard = page.getByRole('dialog', { name: 'Timer' }).getByRole('button', { name: 'Discard' });
  await expect(discard).toBeVisible();
  const form = JSON.parse(readFileSync(join(import.meta.dirname, '../unsent-formats/3.json'), 'utf8'));
  const written = { taskId, notes: '', zone: 'Asia/Jakarta' };
  const request = { companyId, id: timer?.id, startedAt: timer?.startedAt, ...written };
  const start = { key: crypto.randomUUID(), revision: 1, request };
  await keepEntry(page, {
    ...form,
    worklogId: timer?.id,
    personId: workerId,
    companyId,
    written,
    timer: { ...form.timer, startedAt: timer?.startedAt, start },
  });
  await discard.click();
  await expect(page.getByText('Discarded.')).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Start a timer' })).toBeVisible();
  await page.reload();
  await expect.poll(() => storedEntries(page)).toEqual([]);
  await expect(bar.getByRole('button', { name: 'Start a timer' })).toBeVisible();
  expect(answer.parse(await call(page, 'GET', path)).timer).toBeNull();
});

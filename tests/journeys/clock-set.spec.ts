// The clock of the device is set while a timer runs and there is no connection.
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { test } from './support/journey.ts';
import { call, site } from './support/staging.ts';
import { warmUp } from './support/unsent/page.ts';
import { openWorklogs, unsentIn as waiting } from './support/worklog-form.ts';

const bar = (page: Page) => page.getByRole('banner');
const hours = 3_600_000;

/** In the settings of the device, from which its owner returns to the page; performance.now() is as before. */
const setClock = (page: Page, byMs: number): Promise<void> =>
  page.evaluate((ms) => {
    const now = Date.now;
    Date.now = () => now() + ms;
    window.dispatchEvent(new Event('focus'));
  }, byMs);

test('a timer runs on when the clock of the device is set back, and its worklog has the time that passed', async ({
  newcomer,
}) => {
  const { worker, companyId, taskId } = await site(newcomer, 'Clock Set Back');
  const { page, context } = worker;
  await openWorklogs(page);
  await warmUp(page);
  const startedAt = new Date(Date.now() - 45 * 60_000).toISOString();
  await call(page, 'POST', `/companies/${companyId}/timer`, { taskId, startedAt, notes: '' });
  const elapsed = bar(page).getByRole('button', { name: /^0:4[56]:\d\d.*Timer running: change it$/ });
  await expect(elapsed).toBeVisible();
  await context.setOffline(true);
  await setClock(page, -3 * hours);
  await expect(elapsed).toBeVisible();
  await bar(page).getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(waiting(page)).toContainText('Masonry');
  await context.setOffline(false);
  await expect(waiting(page)).toBeHidden();
  const listed = z.object({ worklogs: z.array(z.object({ minutes: z.number() })) });
  const { worklogs } = listed.parse(await call(page, 'GET', `/companies/${companyId}/worklogs`));
  // Its times are whole minutes, and a new one may have begun meanwhile.
  expect([[{ minutes: 45 }], [{ minutes: 46 }]]).toContainEqual(worklogs);
});

// Pages that are opened while there is no connection: the application starts from its service worker and shows what this device has
// copied of the person's own worklogs, and nothing of anybody else.
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { type BrowserUser, expectAccessible, test } from './support/journey.ts';
import { copiedNotes, untilCopied } from './support/offline.ts';
import { call, hirePerson, type Site, signIn, signOutOnPage, site } from './support/staging.ts';
import { beginWorklog, unsentIn as waiting } from './support/worklog-form.ts';

test.use({ serviceWorkers: 'allow', expectedFaults: /Failed to fetch|ERR_INTERNET_DISCONNECTED|could not be loaded/ });

const today = () => new Date().toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' });

const copyNotice = (page: Page) => page.getByRole('status').filter({ hasText: /^Your worklogs as of/ });

const logged = ({ page }: BrowserUser, { companyId, taskId }: Site, notes: string) =>
  call(page, 'POST', `/companies/${companyId}/worklogs`, {
    taskId,
    notes,
    start: `${today()}T00:01`,
    end: `${today()}T00:02`,
  });

test('a page opened without a connection shows the own worklogs with their age, and takes a new one', async ({
  newcomer,
}) => {
  const place = await site(newcomer, 'Basement', 4);
  const { worker, founder, companyId } = place;
  const { context } = worker;
  const colleague = await newcomer('Cahya Colleague');
  await hirePerson(founder, companyId, colleague, 'worker');
  await logged(worker, place, 'Poured the floor.');
  await logged(colleague, place, 'Of a colleague.');
  await worker.page.goto('/worklogs');
  await untilCopied(worker.page, ['Poured the floor.']);
  await worker.page.close();
  await context.setOffline(true);

  const page = await context.newPage();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dashboard');
  await expect(page, 'what an installed application starts with').toHaveURL(/\/worklogs$/);
  await expect(copyNotice(page)).toContainText(/as of \d\d:\d\d/);
  await expect(page.getByRole('main').getByText('Masonry')).toHaveCount(1);
  await expect(page.getByText('Of a colleague.')).toBeHidden();
  await expectAccessible(page, 'worklogs without a connection');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await test.step('a new worklog waits, also after another start', async () => {
    const form = await beginWorklog(page, 'In the basement.');
    await form.getByRole('button', { name: 'Submit worklog' }).click();
    await expect(form).toBeHidden();
    await expect(waiting(page)).toContainText('In the basement.');
    await page.goto('/worklogs?view=week');
    await expect(page.getByRole('button', { name: /Masonry/ }).first()).toBeVisible();
    await expect(waiting(page)).toContainText('In the basement.');
    await page.goto('/worklogs?from=2026-01-01&to=2026-01-31');
    await expect(page.getByRole('main').getByRole('alert'), 'was not copied').toBeVisible();
    await page.goto('/worklogs');
    await expect(waiting(page)).toContainText('In the basement.');
  });
  await context.setOffline(false);
  await expect(waiting(page)).toBeHidden();
  await expect(copyNotice(page)).toBeHidden();
  const { worklogs } = await call(page, 'GET', `/companies/${companyId}/worklogs?pageSize=100`);
  expect(worklogs).toMatchObject([{ notes: 'Poured the floor.' }, { notes: 'In the basement.' }]);
});

test('signing out deletes the copy; somebody else on the same device sees nothing of it', async ({ newcomer }) => {
  const place = await site(newcomer, 'Shared Tablet', 4);
  const { worker, founder, companyId } = place;
  const colleague = await newcomer('Cahya Colleague');
  await hirePerson(founder, companyId, colleague, 'worker');
  const { page, context } = worker;
  await logged(worker, place, 'Private to Wati.');
  await page.goto('/worklogs');
  await untilCopied(page, ['Private to Wati.']);
  await signOutOnPage(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => copiedNotes(page)).toBeNull();
  await context.setOffline(true);
  await page.goto('/worklogs');
  await expect(page.getByRole('heading', { name: 'Daybook cannot be reached' })).toBeVisible();
  await context.setOffline(false);
  await page.goto('/login');
  await signIn(page, colleague.email);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await untilCopied(page, []);
  await context.setOffline(true);
  await page.goto('/worklogs');
  await expect(copyNotice(page)).toBeVisible();
  await expect(page.getByText('No worklogs on these days')).toBeVisible();
  await expect(page.getByText('Private to Wati.')).toBeHidden();
});

test('a change and a withdrawal without a connection are sent once; what was decided meanwhile is named', async ({
  newcomer,
}) => {
  const place = await site(newcomer, 'Tunnel');
  const { worker, founder, companyId } = place;
  const { context } = worker;
  const { id } = await logged(worker, place, 'Poured the floor.');
  await worker.page.goto('/worklogs');
  await untilCopied(worker.page, ['Poured the floor.']);
  await worker.page.close();
  await context.setOffline(true);
  const page = await context.newPage();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/worklogs');
  const row = page.locator(`[data-row="${id}"]`);
  const form = page.getByRole('dialog', { name: /Worklog$/ });
  const change = async (notes: string) => {
    await form.getByLabel('Notes (optional)').fill(notes);
    await form.locator('button[type=submit]').click();
    await expect(form).toBeHidden();
  };

  await test.step('a change waits, and opening the worklog again shows it', async () => {
    await page.getByText('Poured the floor.').click();
    await change('Poured the floor and the stairs.');
    await expect(waiting(page)).toContainText('Change waiting to be sent');
    await expect(row).toContainText('Change waiting to be sent');
    await page.getByText('Poured the floor.', { exact: true }).click();
    await expect(form.getByLabel('Notes (optional)')).toHaveValue('Poured the floor and the stairs.');
    await change('Poured the floor, the stairs and the roof.');
    await expect(waiting(page).getByRole('listitem')).toHaveCount(1);
    await context.setOffline(false);
    await expect(waiting(page)).toBeHidden();
    await expect(row).not.toContainText('waiting to be sent');
    await expect
      .poll(() => storedOf(page, companyId))
      .toEqual([{ notes: 'Poured the floor, the stairs and the roof.', status: 'pending', version: 2 }]);
  });

  await test.step('a change of a worklog that was changed on another phone is sent only on demand', async () => {
    await expect(page.getByText('Poured the floor, the stairs and the roof.')).toBeVisible();
    await context.setOffline(true);
    await page.getByText('Poured the floor, the stairs and the roof.').click();
    await change('From the first phone.');
    await call(page, 'PATCH', `/companies/${companyId}/worklogs/${id}`, {
      version: 2,
      notes: 'From the second phone.',
    });
    await context.setOffline(false);
    await expect(waiting(page)).toContainText('This worklog was changed meanwhile.');
    await expect(waiting(page)).toContainText('From the second phone.');
    await expect(row).toContainText('Change not accepted');
    await expectAccessible(page, 'a change of a worklog that was changed meanwhile');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await waiting(page).getByRole('button', { name: 'Send my change anyway' }).click();
    await expect(waiting(page)).toBeHidden();
    expect(await storedOf(page, companyId)).toEqual([
      { notes: 'From the first phone.', status: 'pending', version: 4 },
    ]);
  });

  await test.step('a withdrawal of one that was approved meanwhile is refused, and named', async () => {
    await expect(page.getByText('From the first phone.')).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('button', { name: /^Actions:/ }).click();
    await page.getByRole('menuitem', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw worklog' }).click();
    await expect(waiting(page)).toContainText('Withdrawal waiting to be sent');
    await expect(row).toContainText('Withdrawal waiting to be sent');
    const decided = { decision: 'approve', worklogs: [{ id, version: 4 }] };
    await call(founder.page, 'POST', `/companies/${companyId}/decisions`, decided);
    await context.setOffline(false);
    await expect(waiting(page)).toContainText('This worklog was decided meanwhile');
    await expect(waiting(page)).toContainText('Approved');
    await waiting(page)
      .getByRole('button', { name: /^Discard/ })
      .click();
    await expect(waiting(page)).toBeHidden();
    expect(await storedOf(page, companyId)).toMatchObject([{ status: 'approved', version: 5 }]);
  });
});

const storedSchema = z.object({
  worklogs: z.array(z.object({ notes: z.string(), status: z.string(), version: z.number() })),
});

const storedOf = async (page: Page, companyId: string) =>
  storedSchema.parse(await call(page, 'GET', `/companies/${companyId}/worklogs?pageSize=100`)).worklogs;

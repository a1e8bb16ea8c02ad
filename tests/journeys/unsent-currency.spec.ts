// Amounts that wait on the device while the company gets another currency: the same number would be another amount.
import { expect, type Locator } from '@playwright/test';
import { z } from 'zod';
import { type BrowserUser, expectAccessible, test } from './support/journey.ts';
import { call, logHours, site } from './support/staging.ts';
import { openAndLoseConnection, warmUp } from './support/unsent/page.ts';
import { beginWorklog, openWorklogs, unsentIn as waiting } from './support/worklog-form.ts';

const money = z.object({ amountMinor: z.number(), currency: z.string() });
const listed = z.object({ worklogs: z.array(z.object({ notes: z.string(), expense: money.nullable() })) });

const onServer = async ({ page }: BrowserUser, companyId: string) =>
  listed.parse(await call(page, 'GET', `/companies/${companyId}/worklogs?pageSize=10`)).worklogs;

async function changeCurrency({ page }: BrowserUser, companyId: string, currency: string): Promise<void> {
  const { version } = await call(page, 'GET', `/companies/${companyId}`);
  await call(page, 'PATCH', `/companies/${companyId}`, { version, currency });
}

const amountIn = (form: Locator) => form.getByLabel('Expense amount (optional)');

/** With the amount. */
const currencyIn = (form: Locator, currency: string) => form.getByText(currency, { exact: true });

test('an amount that was typed in another currency is refused, and sent when it was corrected', async ({
  newcomer,
}) => {
  const { founder, worker, companyId } = await site(newcomer, 'Other Money');
  const { page, context } = worker;
  await openAndLoseConnection(page);
  const form = await beginWorklog(page, 'With a taxi.');
  await amountIn(form).fill('50');
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  await expect(waiting(page)).toContainText('IDR 50');
  await changeCurrency(founder, companyId, 'USD');
  await context.setOffline(false);
  await expect(waiting(page)).toContainText('Not accepted');
  await expect(waiting(page)).toContainText('The currency of the company is USD now.');
  await expect(waiting(page), 'as it was typed').toContainText('IDR 50');
  expect(await onServer(worker, companyId)).toEqual([]);

  await page.reload();
  await expect(waiting(page)).toContainText('The currency of the company is USD now.');
  await waiting(page).getByRole('button', { name: /^Edit/ }).click();
  await expect(form).toContainText('The currency of the company is USD now.');
  await expect(currencyIn(form, 'USD')).toBeVisible();
  await expect(amountIn(form)).toHaveValue('50');
  await expectAccessible(page, 'an amount in an earlier currency');
  await amountIn(form).fill('3.50');
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(waiting(page)).toBeHidden();
  expect(await onServer(worker, companyId)).toEqual([
    { notes: 'With a taxi.', expense: { amountMinor: 350, currency: 'USD' } },
  ]);
});

test('a page that knows the new currency keeps the one in which an amount waits, until that is refused', async ({
  newcomer,
}) => {
  const { founder, worker, companyId } = await site(newcomer, 'Known Money');
  const { page } = worker;
  await openWorklogs(page);
  await warmUp(page);
  await page.route(`**/companies/${companyId}/worklogs`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  const form = await beginWorklog(page, 'Twice typed.');
  await amountIn(form).fill('50');
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  await changeCurrency(founder, companyId, 'USD');
  await openWorklogs(page);
  await waiting(page).getByRole('button', { name: /^Edit/ }).click();
  await expect(currencyIn(form, 'IDR')).toBeVisible();
  await form.getByLabel('Notes (optional)').fill('Typed again.');
  // A repetition may be in progress.
  await page.unrouteAll({ behavior: 'wait' });
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toContainText('The currency of the company is USD now.');
  await expect(currencyIn(form, 'USD')).toBeVisible();
  expect(await onServer(worker, companyId)).toEqual([]);
  // The message that it was refused is above the button.
  await amountIn(form).press('Enter');
  await expect(waiting(page)).toBeHidden();
  expect(await onServer(worker, companyId)).toEqual([
    { notes: 'Typed again.', expense: { amountMinor: 5_000, currency: 'USD' } },
  ]);
});

test('a change that leaves an amount in an earlier currency keeps it, however often it is changed without a connection', async ({
  newcomer,
}) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Kept Money');
  const { page, context } = worker;
  const id = await logHours(worker, companyId, { taskId, from: '00:00', to: '00:01' });
  const path = `/companies/${companyId}/worklogs/${id}`;
  await call(page, 'PATCH', path, { version: 1, amount: '50', notes: 'Before.' });
  await changeCurrency(founder, companyId, 'USD');
  await openWorklogs(page);
  await warmUp(page);
  await page.goto(`/worklogs?worklog=${id}`);
  const form = page.getByRole('dialog', { name: 'Edit Worklog' });
  await expect(currencyIn(form, 'IDR')).toBeVisible();
  await context.setOffline(true);
  await form.getByLabel('Notes (optional)').fill('Once.');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(waiting(page)).toContainText('Once.');
  await expect(waiting(page)).toContainText('IDR 50');
  await waiting(page).getByRole('button', { name: /^Edit/ }).click();
  const again = page.getByRole('dialog', { name: 'Add Worklog' });
  await expect(currencyIn(again, 'IDR')).toBeVisible();
  await again.getByLabel('Notes (optional)').fill('Twice.');
  await again.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(waiting(page)).toContainText('Twice.');
  await context.setOffline(false);
  await expect(waiting(page)).toBeHidden();
  expect(await onServer(worker, companyId)).toEqual([
    { notes: 'Twice.', expense: { amountMinor: 5_000, currency: 'IDR' } },
  ]);
});

// Importing people: a spreadsheet with invalid rows, too few seats, progress that survives a reload, a second run that adds
// nobody, and an invited person whose name is already filled in.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { xlsxOf } from '../support/xlsx.ts';
import { expectAccessible, journeyPassword, linkFor, test } from './support/journey.ts';
import { call, enrol, found } from './support/staging.ts';

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

const check = (page: Page) => page.getByRole('button', { name: 'Check the list' }).click();

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('a workbook and a CSV with wrong rows become invites, once', async ({ newcomer }) => {
  const admin = await newcomer('Ayu Admin');
  await enrol(admin);
  const companyId = await found(admin, 'Karya Import', 3);
  const budi = await newcomer('Budi Santoso');
  const lina = await newcomer('Lina Wijaya');
  const wayan = await newcomer('Wayan');
  const { page } = admin;
  const workbook = xlsxOf([
    ['Nama Lengkap', 'Alamat Email', 'Peran'],
    ['Budi Santoso', budi.email, 'Manajer Proyek'],
    ['Lina Wijaya', lina.email, ''],
    ['Wayan', wayan.email, 'Worker'],
    ['=1+1', 'no address at all', 'Worker'],
    ['Chief', 'chief@karya.example', 'Chief'],
  ]);

  await page.goto('/users/import');
  await choose(page, 'staff.xlsx', workbook);
  await check(page);
  await expect(row(page, budi.email)).toContainText('New: gets an invite');
  await expect(row(page, 'chief@karya.example')).toContainText('There is no role “Chief”');
  await expect(page.getByText('3 seats are needed, 2 are free.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send 3 invites' })).toBeDisabled();
  await page.getByText('To check', { exact: true }).last().click();
  await expect(row(page, 'no address at all')).toBeVisible();
  await expect(row(page, budi.email)).toBeHidden();
  await expectAccessible(page, 'the check of an import');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download 2 rows to check' }).click(),
  ]);
  const saved = await readFile(await download.path(), 'utf8');
  expect(saved).toContain('"no address at all"');
  expect(saved, 'no cell of it is a formula').not.toMatch(/"=/);

  await call(page, 'PUT', `/companies/${companyId}/seats`, { seats: 5 });
  await check(page);
  await page.getByRole('button', { name: 'Send 3 invites' }).click();
  await expect(page.getByRole('heading', { name: 'staff.xlsx' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('3 invites were sent.')).toBeVisible();
  await expect(row(page, lina.email)).toContainText('Invited, email sent');
  await expectAccessible(page, 'an import that is done');

  await page.getByRole('button', { name: 'Import another list' }).click();
  const csv = `\uFEFFE-mail;Name\r\n${budi.email};Budi\r\n${lina.email.toUpperCase()};Lina\r\n`;
  await choose(page, 'staff.csv', Buffer.from(csv));
  await check(page);
  await expect(page.getByText('Nobody in this list is new, so there is nothing to send.')).toBeVisible();
  await expect(row(page, lina.email)).toContainText('Already invited');

  await budi.page.goto(await linkFor(budi, /^invite to join/i));
  await expect(budi.page.getByLabel('Your name')).toHaveValue('Budi Santoso');
  await budi.page.getByRole('textbox', { name: 'Password' }).fill(journeyPassword);
  await budi.page.getByRole('main').getByRole('button', { name: /join/i }).click();
  await expect(budi.page).toHaveURL(/dashboard/);
});

test('a pasted list is kept after a reload, and text that is not a list is refused with a reason', async ({
  newcomer,
}) => {
  const admin = await newcomer('Paste Admin');
  await enrol(admin);
  await found(admin, 'Karya Paste', 5);
  const { page } = admin;
  await page.goto('/users/import');
  await page.getByLabel('Or paste a list').fill('Budi, worker');
  await check(page);
  await expect(page.getByRole('alert')).toContainText('No column with email addresses was found.');
  await page.getByLabel('Or paste a list').fill('budi@karya.example, Budi, worker');
  await page.reload();
  await expect(page.getByLabel('Or paste a list')).toHaveValue('budi@karya.example, Budi, worker');
  await choose(page, 'holiday.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 0, 0, 0, 13]));
  await check(page);
  await expect(page.getByRole('alert')).toContainText('neither a CSV file nor an Excel workbook');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByLabel('Or paste a list')).toHaveValue('budi@karya.example, Budi, worker');
  await page
    .getByRole('link', { name: 'Back' })
    .or(page.getByRole('button', { name: 'Back' }))
    .first()
    .click();
  await expect(page).toHaveURL(/\/users$/);
});

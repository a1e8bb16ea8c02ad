// Importing history of two tools, in both languages, on a desk and on a phone: files, a question, choices, the check, the import, the
// second import that adds nothing, and undoing.
import { type Page, expect as usualExpect } from '@playwright/test';
import { clockify, entry, harvest, toggl } from '../support/time-reports.ts';
import { zipOf } from '../support/xlsx.ts';
import { expectAccessible, test } from './support/journey.ts';
import { call, enrol, found } from './support/staging.ts';

// A process of low priority reads and imports files: it gets little of a busy processor.
const expect = usualExpect.configure({ timeout: 60_000 });

const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

const choose = (page: Page, name: string, content: string | Buffer) =>
  page.locator('input[type=file]').setInputFiles(file(name, content));

const march = [
  entry('2026-03-02T09:00:00', '2026-03-02T12:00:00', { person: 'Ayu Admin' }),
  entry('2026-03-02T11:00:00', '2026-03-02T13:00:00', { person: 'Ayu Admin', task: 'Code' }),
  entry('2026-03-03T09:00:30', '2026-03-03T10:30:10', { person: 'Eko Prasetyo', client: 'Globex' }),
];

test('Toggl and Harvest in English: a check, the import, the same file again, and undoing', async ({ newcomer }) => {
  const admin = await newcomer('Ayu Admin');
  await enrol(admin);
  await found(admin, 'Karya History', 3);
  const { page } = admin;
  await call(page, 'PATCH', '/settings', { clock: '12' });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Coming from another tool? Import its history' }).click();
  await expect(page.getByRole('heading', { name: 'Import history' })).toBeVisible();
  await expectAccessible(page, 'the import of history');

  await test.step('a file is not read after its page was left', async () => {
    await page.route('**/history-imports/files?**', () => {});
    const cancelled = page.waitForEvent('requestfailed', { timeout: 20_000 });
    await choose(page, 'march.csv', toggl(march));
    await expect(page.getByText('Reading march.csv')).toBeVisible();
    await page.getByRole('link', { name: 'Worklogs' }).first().click();
    await cancelled;
    await page.unroute('**/history-imports/files?**');
    await page.goBack();
  });

  await choose(page, 'picture.csv', '<html>');
  await expect(page.getByText('picture.csv: This is neither a CSV file nor an Excel workbook')).toBeVisible();
  const pictures = 'pictures.csv: This is neither a CSV file nor an Excel workbook';
  await page
    .locator('input[type=file]')
    .setInputFiles([file('pictures.csv', '<html>'), file('march.csv', toggl(march))]);
  await expect(page.getByText('Toggl Track · 3 rows')).toBeVisible();
  await expect(page.getByText(pictures), 'beside what was read').toBeVisible();
  await choose(page, 'photo.csv', '<html>');
  await expect(page.getByText('photo.csv: This is neither a CSV file nor an Excel workbook')).toBeVisible();
  await expect(page.getByText(pictures)).toBeHidden();
  await page.getByLabel('Pending, to be approved here').check();
  const spring = [
    { name: 'april.csv', content: Buffer.from(harvest([entry('2026-04-01T00:00:00', '2026-04-01T02:00:00')])) },
    { name: 'may.csv', content: Buffer.from(toggl([entry('2026-05-04T09:00:00', '2026-05-04T10:00:00')])) },
  ];
  await choose(page, 'spring.zip', zipOf(spring));
  await expect(page.getByText('Toggl Track · 1 row')).toBeVisible();
  await expect(page.getByText('Harvest · 1 row')).toBeVisible();
  await expect(page.getByText(/photo.csv/)).toBeHidden();
  await expect(page.getByLabel('Pending, to be approved here'), 'what was chosen before').toBeChecked();
  const overlaps = page.getByRole('radiogroup', { name: 'Rows that overlap others of the same person' });
  await expect(page.getByText('The check finds what the files leave open')).toBeVisible();
  await expect(overlaps).toBeHidden();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Import 5 worklogs' })).toBeVisible();
  await expect(page.getByText('shortened, because it overlaps').first()).toBeVisible();
  await expect(page.getByLabel('Eko Prasetyo is')).toHaveValue('');
  const example = page.getByRole('listitem').filter({ hasText: 'march.csv, line 3' });
  await expect(overlaps.locator('..')).toContainText('1 row:');
  await expect(overlaps.locator('..').filter({ has: example })).toContainText('11:00 am–1:00 pm');
  await expect(page.getByRole('radiogroup', { name: 'Rows with a day and hours' }).locator('..')).toContainText(
    '1 row',
  );
  await expect(page.getByLabel('Project of rows without one')).toBeHidden();
  await overlaps.getByLabel('Skip').check();
  await expect(page.getByRole('button', { name: 'Import 5 worklogs' })).toBeDisabled();
  await expect(page.getByText('Check the rows again before you import them.')).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('button', { name: 'Import 4 worklogs' })).toBeVisible();
  await overlaps.getByLabel('Shorten to the free time').check();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('button', { name: 'Import 5 worklogs' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'march.csv, line 3' })).toContainText('Ayu Admin');
  await expectAccessible(page, 'the check of an import of history');
  await page.getByRole('button', { name: 'Import 5 worklogs' }).click();
  await expect(page.getByRole('button', { name: 'Undo import' })).toBeVisible();
  await expectAccessible(page, 'an import of history that is done');

  await page.getByRole('button', { name: 'Import other files' }).click();
  await choose(page, 'march.csv', toggl(march));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('Checked, not imported')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import \d/ })).toBeHidden();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('link', { name: 'march.csv, april.csv, may.csv' }).click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
});

test('Clockify in Indonesian on a phone: the date order is asked for', async ({ newcomer }) => {
  const admin = await newcomer('Ayu Admin');
  await enrol(admin);
  await found(admin, 'Karya Riwayat', 3);
  const { page } = admin;
  await call(page, 'PATCH', '/settings', { locale: 'id' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/settings/import-history');
  const june = clockify([
    entry('2026-06-02T09:00:00', '2026-06-02T10:00:00'),
    entry('2026-06-02T10:00:00', '2026-06-02T10:15:00', { isBreak: true }),
  ]);
  await page.locator('input[type=file]').setInputFiles(
    [
      ['maret.csv', clockify(march)],
      ['juni.csv', june],
    ].map(([name = '', text = '']) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })),
  );
  await expect(page.getByText('Apa yang ditulis dulu pada tanggal di maret.csv?')).toBeVisible();
  await expect(page.getByRole('region', { name: 'maret.csv' })).toBeFocused();
  await expect(page.getByText('2 baris, misalnya:')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '03/02/2026' })).toContainText('Ayu Admin');
  await page.getByLabel('Bulan', { exact: true }).check();
  await page.getByRole('button', { name: 'Baca berkas' }).click();
  // The second file raises the same question, which is not asked again.
  await expect(page.getByText('Clockify · 3 baris')).toBeVisible();
  await expect(page.getByText('Clockify · 2 baris')).toBeVisible();
  await page.getByRole('button', { name: 'Periksa', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Impor 4 catatan kerja' })).toBeVisible();
  await expect(page.getByText('Proyek untuk baris tanpa proyek')).toBeHidden();
  const figures = page.locator('dl', { hasText: 'Dilewati' });
  await expect(figures).toHaveText('Akan diimpor4Sudah ada0Bukan kerja1Dilewati0');
  await expect(page.getByRole('row').filter({ hasText: 'juni.csv' }), 'rows to look at').toHaveCount(0);
  const overlaps = page.getByRole('radiogroup', { name: 'Baris yang bertabrakan' });
  await expect(overlaps.locator('..')).toContainText('maret.csv, baris 3');
  await expectAccessible(page, 'the check of an import of history on a phone');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Impor 4 catatan kerja' }).click();
  await expect(page.getByRole('button', { name: 'Batalkan impor' })).toBeVisible();
});

// A company moves by its archive: it is exported in one browser session, checked and imported into an empty company. On a desk in English
// with people who are members of both companies, and on a phone in Indonesian with a response that is lost.
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { type Page, expect as usualExpect } from '@playwright/test';
import { z } from 'zod';
import { maxArchiveBytes } from '#domain/archives.ts';
import { type BrowserUser, expectAccessible, test } from './support/journey.ts';
import { call, enrol, found, hirePerson, logHours, site } from './support/staging.ts';

// A check and an import read the whole archive.
const expect = usualExpect.configure({ timeout: 60_000 });

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer });

const totalsOf = async ({ page }: BrowserUser, companyId: string): Promise<unknown> =>
  (await call(page, 'GET', `/companies/${companyId}/worklogs?page=1&pageSize=10`)).totals;

async function acceptInvite(admin: BrowserUser, companyId: string, { page, email }: BrowserUser): Promise<void> {
  await call(admin.page, 'POST', `/companies/${companyId}/invites`, { email, role: 'worker' });
  const { invites } = await call(page, 'GET', '/invites');
  for (const { id } of z.array(z.object({ id: z.string() })).parse(invites))
    await call(page, 'POST', `/invites/${id}/accept`);
}

const activeCompanyId = (page: Page): Promise<string> =>
  page.evaluate(() => String(JSON.parse(localStorage.getItem('app-store') ?? '{}').activeCompany?.id));

test('an admin moves a company in the browser: who joined before stays a member, others become former members', async ({
  newcomer,
}) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Moving Company', 4);
  const manager = await newcomer('Made Manager');
  await hirePerson(founder, companyId, manager, 'manager');
  await logHours(worker, companyId, { taskId, from: '09:00', to: '12:00' });
  const { page } = founder;
  await page.goto('/settings/company');
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download archive' }).click();
  const archive = await readFile(await (await coming).path());
  const section = page.getByRole('region', { name: 'Import an archive' });
  await expect(section, 'nothing is imported into a company with a project').toHaveCount(0);

  await page.getByRole('button', { name: /Moving Company/ }).click();
  await page.getByRole('menuitem', { name: 'New company' }).click();
  const dialog = page.getByRole('dialog', { name: 'New company' });
  await dialog.getByLabel('Company name').fill('Empty Company');
  await dialog.getByRole('button', { name: 'Create company' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('link', { name: 'Moving a company here? Import its archive' }).click();
  await expect(section).toBeInViewport();
  const targetId = await activeCompanyId(page);
  expect(targetId).not.toBe(companyId);
  await call(page, 'PUT', `/companies/${targetId}/seats`, { seats: 4 });
  await expectAccessible(page, 'the import of an archive');

  await test.step('a file that is no archive is refused, and stays chosen', async () => {
    await choose(page, 'notes.zip', Buffer.from('no archive'));
    await expect(section.getByRole('alert')).toContainText('This file is not a complete archive of Daybook.');
    await expect(section.getByText('notes.zip')).toBeFocused();
    await expect(section.getByRole('button', { name: 'Check again' })).toBeEnabled();
    await expectAccessible(page, 'a refused archive');
  });

  await test.step('the check names who has to be invited first', async () => {
    await choose(page, 'archive.zip', archive);
    await expect(section.getByRole('heading', { name: 'Archive of Moving Company' })).toBeFocused();
    await expect(section.getByRole('list', { name: '2 people become former members' })).toContainText('Made Manager');
    await expect(section.getByRole('list', { name: '1 person stays a member' })).toContainText('Farah Founder');
    await expectAccessible(page, 'the check of an archive');
    await section.getByRole('link', { name: 'Invite people' }).click();
    await expect(page.getByLabel('Email addresses')).toBeVisible();
    await acceptInvite(founder, targetId, manager);
    await page.goBack();
    await section.getByRole('button', { name: 'Check again' }).click();
    await expect(section.getByRole('list', { name: '1 person becomes a former member' })).toContainText('Wati Worker');
    await expect(section.getByRole('list', { name: '2 people stay members' })).toContainText('Made Manager');
  });

  const otherTab = await founder.context.newPage();
  await otherTab.goto('/settings/company');
  await expect(otherTab.getByRole('button', { name: 'Choose an archive' })).toBeVisible();
  await section.getByRole('button', { name: 'Import 1 worklog' }).press('Enter');
  await expect(section.getByRole('heading', { name: 'The archive of Moving Company is imported' })).toBeFocused();
  await expect(section).toContainText('2 people of it are members of this company. 1 person is a former member.');
  await expect(page.getByLabel('Company name'), 'what was on the page before the import').toHaveValue('Moving Company');
  await expectAccessible(page, 'an imported archive');
  await expect(otherTab.getByRole('button', { name: 'Choose an archive' }), 'in another tab').toHaveCount(0);
  expect(await totalsOf(founder, targetId)).toEqual(await totalsOf(founder, companyId));
  await section.getByRole('link', { name: 'Open reports' }).click();
  await expect(page).toHaveURL('/reports');
  await expect(page.getByRole('main')).toContainText('Quay wall');
  const members = await call(page, 'GET', `/companies/${targetId}/members?state=deactivated`);
  expect(JSON.stringify(members.members)).toContain('Wati Worker');

  await page.goto('/settings/company');
  await expect(page.getByRole('region', { name: 'Export everything' })).toBeVisible();
  await expect(section).toHaveCount(0);
});

test('on a phone in Indonesian: a lost response is asked for, and an import that runs elsewhere is waited for', async ({
  newcomer,
}) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Karya Pindah');
  await logHours(worker, companyId, { taskId, from: '09:00', to: '12:00' });
  const archive = await (await founder.page.request.get(`/api/v1/companies/${companyId}/archive`)).body();
  const admin = await newcomer('Ayu Admin');
  await enrol(admin);
  await found(admin, 'Karya Kosong', 1);
  const { page } = admin;
  await call(page, 'PATCH', '/settings', { locale: 'id' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/settings/company');
  const section = page.getByRole('region', { name: 'Impor arsip' });
  await test.step('a file that is too large, a check that is cancelled, and one whose connection breaks', async () => {
    const large = test.info().outputPath('besar.zip');
    await writeFile(large, '');
    await truncate(large, maxArchiveBytes + 1);
    await page.locator('input[type=file]').setInputFiles(large);
    await expect(section.getByRole('alert')).toContainText('Arsip lebih besar dari 200 MB');
    await expect(section.getByRole('button', { name: 'Periksa lagi' })).toHaveCount(0);
    await page.route(/\/archive-import\/check$/, () => {});
    await choose(page, 'arsip.zip', archive);
    await expect(section.getByRole('heading', { name: 'Memeriksa arsip.zip' })).toBeFocused();
    await section.getByRole('button', { name: 'Batal' }).click();
    await expect(section.getByText('arsip.zip')).toBeFocused();
    await expect(section.getByRole('alert')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route(/\/archive-import\/check$/, (route) => route.abort());
    await section.getByRole('button', { name: 'Periksa lagi' }).click();
    await expect(section.getByRole('alert')).toContainText('Koneksi terputus. Tidak ada yang diimpor');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await section.getByRole('button', { name: 'Periksa lagi' }).click();
  await expect(section.getByRole('list', { name: '2 orang menjadi mantan anggota' })).toContainText('Wati Worker');
  await expect(section.getByRole('link', { name: 'Pilih jumlah kursi' })).toBeVisible();
  await expectAccessible(page, 'the check of an archive on a phone');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.evaluate(loseResponses);
  await section.getByRole('button', { name: 'Impor 1 catatan kerja' }).click();
  await expect(section.getByRole('heading', { name: 'Arsip Karya Pindah sudah diimpor' })).toBeVisible();
  await expect(section).toContainText('2 orang menjadi mantan anggota.');
  const links = section.getByRole('link');
  await expect(links, 'no worklogs of their own for an admin who may not log').toHaveText(['Buka proyek']);

  let state = 'importing';
  await page.route(/\/archive-import$/, (route) => route.fulfill({ json: { state } }));
  await page.goto('/settings/company');
  await expect(section.getByRole('heading', { name: 'Sebuah arsip sedang diimpor' })).toBeVisible();
  await expectAccessible(page, 'an archive that is imported elsewhere');
  state = 'filled';
  await expect(section).toContainText('Perusahaan ini sekarang memiliki 1 catatan kerja.');
});

/** As if the connection had ended after the server did the work. */
function loseResponses(): void {
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (body) {
    this.onload = () => this.onerror?.(new ProgressEvent('error'));
    send.call(this, body);
  };
}

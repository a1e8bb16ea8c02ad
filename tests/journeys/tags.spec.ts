// Tags of worklogs: the first one by quick entry, then in the form, the lists, the filters, and on many worklogs at once; renamed, merged
// and deleted. In both languages on a phone; a company without tags sees nothing of them.
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from './support/journey.ts';
import { call, logHours, site } from './support/staging.ts';

const phone = { width: 360, height: 740 };

const words = {
  en: {
    field: 'Tags (optional)',
    tags: 'Tags',
    none: 'No tag',
    isNew: 'New, created when you save: On site',
    add: 'Add',
    ofSelected: 'Tags of the selected worklogs',
    into: 'Merge into',
    rename: 'Rename Urgent',
    merge: 'Merge On site into another tag',
    remove: /^Delete /,
    quick: 'Quick entry',
  },
  id: {
    field: 'Tag (opsional)',
    tags: 'Tag',
    none: 'Tanpa tag',
    isNew: 'Baru, dibuat saat disimpan: On site',
    add: 'Tambah',
    ofSelected: 'Tag catatan kerja terpilih',
    into: 'Gabungkan ke',
    rename: 'Ubah nama Urgent',
    merge: 'Gabungkan On site ke tag lain',
    remove: /^Hapus /,
    quick: 'Catat cepat',
  },
} as const;

const hasNoSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

for (const locale of ['en', 'id'] as const)
  test(`tags on a phone, from quick entry to the report (${locale})`, async ({ newcomer }) => {
    const { founder, worker, companyId, taskId } = await site(newcomer, 'Yards');
    const { page } = worker;
    const text = words[locale];
    for (const person of [founder, worker]) {
      await person.page.setViewportSize(phone);
      await call(person.page, 'PATCH', '/settings', { theme: 'system', locale });
    }
    const id = await logHours(worker, companyId, { taskId, from: '08:00', to: '10:00' });

    await test.step('without tags nothing shows any', async () => {
      await page.goto(`/worklogs?worklog=${id}`);
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
      await expect(page.getByLabel(text.field)).toHaveCount(0);
      await page.goto('/worklogs');
      await expect(page.getByText('Masonry').first()).toBeVisible();
      await expect(page.getByRole('button', { name: `${text.tags}: ` })).toHaveCount(0);
      await expect(page.getByRole('checkbox')).toHaveCount(0);
    });

    await test.step('quick entry makes the first tags', async () => {
      await page.getByRole('button', { name: text.quick }).click();
      const line = page.getByRole('dialog').getByRole('combobox');
      await line.fill('0-1 mas #Urgent #"night shift"');
      await expect(page.getByRole('dialog').getByText('#night shift')).toBeVisible();
      await expectAccessible(page, 'quick entry with tags');
      await line.press('Enter');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByText('#Urgent')).toBeVisible();
      await expect(page.getByRole('button', { name: `${text.tags}: ` })).toBeVisible();
    });

    await test.step('the form completes known tags, and says which are new', async () => {
      await page.goto(`/worklogs?worklog=${id}`);
      const field = page.getByLabel(text.field);
      await field.fill('urgent, On site');
      await expect(page.getByText(text.isNew)).toBeVisible();
      await expectAccessible(page, 'the form of a worklog with tags');
      expect(await hasNoSidewaysScroll(page)).toBe(true);
      await page.locator('dialog [type=submit], [role=dialog] [type=submit]').click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByText('#On site')).toBeVisible();
      await expect(page.getByText('#Urgent')).toHaveCount(2);
      expect(await hasNoSidewaysScroll(page)).toBe(true);
      await expectAccessible(page, 'worklogs with tags');
    });

    await test.step('the list is filtered by a tag', async () => {
      await page.getByRole('button', { name: `${text.tags}: ` }).click();
      await page.getByRole('checkbox', { name: 'On site' }).check();
      await page.keyboard.press('Escape');
      await expect(page.getByText('#On site')).toHaveCount(1);
      await expect(page.getByText('#night shift')).toHaveCount(0);
      await expect(page).toHaveURL(/tagIds=/);
    });

    await test.step('selected worklogs get a tag together', async () => {
      await page.goto('/worklogs');
      await expect(page.getByText('#night shift')).toBeVisible();
      for (const box of await page.getByRole('main').getByRole('checkbox').all()) await box.check();
      await page.getByLabel(text.ofSelected).fill('Checked');
      await expectAccessible(page, 'tags of selected worklogs');
      expect(await hasNoSidewaysScroll(page)).toBe(true);
      await page.getByRole('button', { name: text.add, exact: true }).click();
      await expect(page.getByText('#Checked')).toHaveCount(2);
      await expect(page.getByLabel(text.ofSelected)).toHaveCount(0);
    });

    await test.step('the approver filters by a tag, and reads the tags and their history', async () => {
      await founder.page.goto('/approvals');
      await founder.page.getByRole('button', { name: `${text.tags}: ` }).click();
      await founder.page.getByRole('checkbox', { name: 'On site' }).check();
      await founder.page.keyboard.press('Escape');
      await expect(founder.page.getByText('#On site')).toHaveCount(1);
      await expect(founder.page.getByText('#night shift')).toHaveCount(0);
      await founder.page.goto(`/approvals?worklog=${id}`);
      await expect(founder.page.getByRole('dialog').getByText('#On site')).toBeVisible();
      await expect(founder.page.getByRole('dialog').getByText('Checked, On site, Urgent')).toBeVisible();
      await expectAccessible(founder.page, 'details of a worklog with tags');
    });

    await test.step('tags are renamed and merged; one that worklogs have cannot be deleted', async () => {
      const { page: admin } = founder;
      await admin.goto('/projects');
      await admin.getByRole('button', { name: text.tags, exact: true }).click();
      const dialog = admin.getByRole('dialog', { name: text.tags });
      await dialog.getByRole('button', { name: text.rename }).click();
      await dialog.getByRole('textbox').fill('At once');
      await admin.keyboard.press('Enter');
      await expect(dialog.getByText('At once', { exact: true })).toBeVisible();
      await expect(dialog.getByRole('button', { name: text.remove })).toHaveCount(0);
      await dialog.getByRole('button', { name: text.merge }).click();
      await dialog.getByLabel(text.into).fill('at once');
      await expectAccessible(admin, 'the tags of a company');
      expect(await hasNoSidewaysScroll(admin)).toBe(true);
      await admin.keyboard.press('Enter');
      await expect(dialog.getByText('On site', { exact: true })).toHaveCount(0);
      await admin.keyboard.press('Escape');
    });

    await test.step('the report is filtered by tags, and by worklogs without one', async () => {
      await page.goto('/reports?tags=none');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.goto('/reports?view=worklogs');
      await expect(page.getByText('#At once').first()).toBeVisible();
      expect(await hasNoSidewaysScroll(page)).toBe(true);
    });
  });

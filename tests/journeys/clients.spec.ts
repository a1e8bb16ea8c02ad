// Projects of clients: named in the form of a project, shown wherever the project is, grouped in reports, renamed and deleted. In both
// languages on a phone; a company without clients sees nothing of them but the optional field.
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { type BrowserUser, expectAccessible, test } from './support/journey.ts';
import { call, logHours, site } from './support/staging.ts';

const phone = { width: 360, height: 740 };

const words = {
  en: {
    client: 'Client (optional)',
    project: 'Project name',
    create: 'Create project',
    clients: 'Clients',
    of: 'Client',
    none: 'No client',
    save: 'Save project',
    remove: 'Delete Borealis',
  },
  id: {
    client: 'Klien (opsional)',
    project: 'Nama proyek',
    create: 'Buat proyek',
    clients: 'Klien',
    of: 'Klien',
    none: 'Tanpa klien',
    save: 'Simpan proyek',
    remove: 'Hapus Borealis',
  },
} as const;

const hasNoSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

async function createProject({ page }: BrowserUser, locale: keyof typeof words, name: string, client: string) {
  const { project, client: label, create } = words[locale];
  await page.goto('/projects/create');
  await page.getByLabel(project).fill(name);
  await page.getByLabel(label).fill(client);
  await page.getByRole('button', { name: create }).click();
  await expect(page).toHaveURL(/\/projects$/);
}

async function projectsOf({ page }: BrowserUser, companyId: string, search: string) {
  const { projects } = await call(page, 'GET', `/companies/${companyId}/projects?search=${search}`);
  return z.array(z.object({ id: z.string() })).parse(projects);
}

for (const locale of ['en', 'id'] as const)
  test(`clients on a phone, from the first project to the report (${locale})`, async ({ newcomer }) => {
    const { founder, worker, companyId, taskId } = await site(newcomer, 'Ports');
    const { page } = founder;
    const text = words[locale];
    await page.setViewportSize(phone);
    for (const person of [founder, worker]) await call(person.page, 'PATCH', '/settings', { theme: 'system', locale });
    await logHours(worker, companyId, { taskId, from: '08:00', to: '10:00' });

    await test.step('without clients nothing shows any', async () => {
      await page.goto('/projects');
      await expect(page.getByText('Quay wall')).toBeVisible();
      await expect(page.getByRole('button', { name: text.clients, exact: true })).toHaveCount(0);
      await expect(page.getByText(text.none)).toHaveCount(0);
      await page.goto('/approvals');
      await expect(page.getByText('Quay wall').first()).toBeVisible();
      await expect(page.getByRole('button', { name: `${text.of}: ` })).toHaveCount(0);
    });

    await test.step('a project names a new client, a second one a known client in other letters', async () => {
      await createProject(founder, locale, 'Website', 'Acme Harbour');
      await createProject(founder, locale, 'Shop', 'ACME harbour');
      await createProject(founder, locale, 'Website', 'Borealis');
      // A card names its client; those without one are last.
      const names = page.getByText(/^(Acme Harbour|Borealis|Shop|Website|Quay wall)$/);
      await expect(names).toHaveText([
        'Shop',
        'Acme Harbour',
        'Website',
        'Acme Harbour',
        'Website',
        'Borealis',
        'Quay wall',
      ]);
      expect(await hasNoSidewaysScroll(page)).toBe(true);
      await expectAccessible(page, 'projects with clients');
    });

    await test.step('a table has the projects of each client below its name, unless it is sorted by something else', async () => {
      await page.setViewportSize({ width: 960, height: 800 });
      const headings = page.locator('th[scope=rowgroup]');
      await expect(headings).toHaveText(['Acme Harbour', 'Borealis', text.none]);
      await expectAccessible(page, 'projects grouped by client');
      await page.getByRole('columnheader').getByRole('button', { name: text.project }).click();
      await expect(headings).toHaveCount(0);
      await expect(page.getByText('Acme Harbour', { exact: true }).filter({ visible: true })).toHaveCount(2);
      await page.getByRole('columnheader').getByRole('button', { name: text.of, exact: true }).click();
      await expect(headings).toHaveCount(3);
      await page.setViewportSize(phone);
    });

    await test.step('the list is filtered by a client, and by projects without one', async () => {
      await page.getByRole('button', { name: `${text.of}: ` }).click();
      await page.getByRole('checkbox', { name: text.none }).check();
      await page.keyboard.press('Escape');
      await expect(page.getByText('Borealis')).toHaveCount(0);
      await expect(page.getByText('Quay wall')).toBeVisible();
    });

    await test.step('a client is renamed, and deleted when no project has it', async () => {
      await page.goto('/projects');
      await page.getByRole('button', { name: text.clients, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: text.clients });
      await dialog
        .getByRole('button', { name: /Acme Harbour/ })
        .first()
        .click();
      await dialog.getByRole('textbox').fill('Acme D');
      await page.keyboard.press('Escape');
      await expect(dialog.getByRole('textbox'), 'ends editing only').toHaveCount(0);
      const rename = dialog.getByRole('button', { name: /Acme Harbour/ }).first();
      await expect(rename).toBeFocused();
      await page.keyboard.press('Enter');
      await dialog.getByRole('textbox').fill('Acme Docks');
      await page.keyboard.press('Enter');
      await expect(dialog.getByText('Acme Docks', { exact: true })).toBeVisible();
      await expect(dialog.getByRole('button', { name: /Borealis/ })).toHaveCount(1);
      await expectAccessible(page, 'the clients of a company');
      expect(await hasNoSidewaysScroll(page)).toBe(true);
      await page.keyboard.press('Escape');
      await expect(page.getByText('Acme Docks')).toHaveCount(2);
    });

    await test.step('the last project of a client loses it, and the client is deleted', async () => {
      const [project] = await projectsOf(founder, companyId, 'borealis');
      await page.goto(`/projects/${project?.id}`);
      await page.getByLabel(text.client).fill('');
      await page.getByRole('button', { name: text.save }).click();
      await expect(page).toHaveURL(/\/projects$/);
      await page.getByRole('button', { name: text.clients, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: text.clients });
      await dialog.getByRole('button', { name: text.remove }).click();
      await expect(dialog.getByText('Borealis')).toHaveCount(0);
      await page.keyboard.press('Escape');
    });

    await test.step('tasks to choose from and worklogs name the client', async () => {
      const [first] = await projectsOf(founder, companyId, 'docks');
      const projectPath = `/companies/${companyId}/projects/${first?.id}`;
      const tasks = [{ name: 'Design', kind: 'timed' }];
      const { version } = await call(page, 'GET', projectPath);
      const changed = await call(page, 'PATCH', projectPath, { version, tasks });
      const [task] = z.array(z.object({ id: z.string() })).parse(changed.tasks);
      await logHours(worker, companyId, { taskId: task?.id ?? '', from: '11:00', to: '12:00' });
      await worker.page.setViewportSize(phone);
      await worker.page.goto('/worklogs');
      await expect(worker.page.getByText(' · Acme Docks').first()).toBeVisible();
      expect(await hasNoSidewaysScroll(worker.page)).toBe(true);
    });

    await test.step('own worklogs and approvals are filtered by a client', async () => {
      for (const [who, path] of [
        [worker.page, '/worklogs'],
        [page, '/approvals'],
      ] as const) {
        await who.goto(path);
        await expect(who.getByText('Acme Docks').first()).toBeVisible();
        await expect(who.getByText('Quay wall').first()).toBeVisible();
        await who.getByRole('button', { name: `${text.of}: ` }).click();
        await who.getByRole('checkbox', { name: 'Acme Docks' }).check();
        await who.keyboard.press('Escape');
        await expect(who).toHaveURL(/client(Id)?s=/);
        await expect(who.getByText('Quay wall')).toHaveCount(0);
        await expect(who.getByText('Acme Docks').first()).toBeVisible();
      }
    });

    await test.step('the report has a row for each client, which leads to its worklogs', async () => {
      await page.goto('/reports?group=client');
      const row = page.getByRole('row').filter({ hasText: text.none });
      await expect(row).toBeVisible();
      expect(await hasNoSidewaysScroll(page)).toBe(true);
      await expectAccessible(page, 'a report by client');
      await row.getByRole('link').first().click();
      await expect(page).toHaveURL(/clients=none/);
      await expect(page.getByText('Quay wall').first()).toBeVisible();
    });
  });

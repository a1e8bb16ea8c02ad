// Fills in the worklog form, and checks that it is unchanged later.
import { expect, type Locator, type Page } from '@playwright/test';

/** Opens the page, until what keeps worklogs on the device is loaded: without a connection it could not be. */
export async function openWorklogs(page: Page): Promise<void> {
  const measured = page.waitForResponse(/\/health$/);
  await page.goto('/worklogs');
  await measured;
}

export const unsentIn = (page: Page) => page.getByRole('region', { name: 'Waiting to be sent' });

/** The first minutes after midnight: never in the future, and not used by other worklogs. */
export async function beginWorklog(page: Page, notes: string) {
  await page.getByRole('button', { name: 'New Worklog' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await form.getByRole('combobox', { name: 'Task' }).click();
  await page.getByRole('option', { name: /Masonry/ }).click();
  await form.getByLabel('Start time').fill('0000');
  await form.getByLabel('End time').fill('0001');
  await form.getByLabel('Notes (optional)').fill(notes);
  return form;
}

/** Checks that the form is shown with the same values. */
export async function expectTyped(page: Page, notes: string): Promise<void> {
  await expect(page).toHaveURL(/\/worklogs\?new=true$/);
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await expect(form.getByText('This is what you typed last time.')).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'Task' })).toHaveValue(/Masonry/);
  await expect(form.getByLabel('Start time')).toHaveValue('00:00');
  await expect(form.getByLabel('End time')).toHaveValue('00:01');
  await expect(form.getByLabel('Notes (optional)')).toHaveValue(notes);
}

type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

/** Chosen in the dialog that the button opens. */
export async function chooseReceipts(form: Locator, ...files: ChosenFile[]): Promise<void> {
  const [chooser] = await Promise.all([
    form.page().waitForEvent('filechooser'),
    form.getByRole('button', { name: 'Add receipts' }).click(),
  ]);
  await chooser.setFiles(files);
}

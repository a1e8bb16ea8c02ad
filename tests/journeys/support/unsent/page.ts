// Logs work without a connection, and asks the server what it has.
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import type { BrowserUser } from '../journey.ts';
import { call } from '../staging.ts';
import { beginWorklog, openWorklogs } from '../worklog-form.ts';

const listed = z.object({
  worklogs: z.array(z.object({ notes: z.string(), receipts: z.number(), version: z.number() })),
});

/** What the server has. */
export const worklogsOnServer = async ({ page }: BrowserUser, companyId: string) =>
  listed.parse(await call(page, 'GET', `/companies/${companyId}/worklogs?pageSize=100`)).worklogs;

/** Through the form, which closes. */
export async function submitOffline(page: Page, notes: string): Promise<void> {
  const form = await beginWorklog(page, notes);
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
}

/** The tasks, policies and times that a form needs are fetched by opening one. */
export async function warmUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New Worklog' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await expect(form.getByLabel('Start time')).toBeVisible();
  await form.getByRole('combobox', { name: 'Task' }).click();
  await expect(page.getByRole('option', { name: /Masonry/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Close' }).last().click();
  await expect(form).toBeHidden();
}

/** The page of worklogs, with what its form needs; then nothing reaches the server any more. */
export async function openAndLoseConnection(page: Page): Promise<void> {
  await openWorklogs(page);
  await warmUp(page);
  await page.context().setOffline(true);
}

/** Every message that the page shows from now on: the next one replaces it, perhaps at once. */
export async function messagesFromNow(page: Page): Promise<() => Promise<string>> {
  const shown = await page.evaluateHandle(() => {
    const texts = new Set<string>();
    const add = () => {
      for (const place of document.querySelectorAll('[role=status], [role=alert]')) texts.add(place.textContent ?? '');
    };
    new MutationObserver(add).observe(document.body, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  return () => shown.evaluate((texts) => [...texts].join('\n'));
}

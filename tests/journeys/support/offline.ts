// What a page needs before it can be opened without a connection: its service worker, and the copy of the person's worklogs.
import { expect, type Page } from '@playwright/test';

export const untilControlled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
  });

type StoredCopy = { companyId: string; worklogs: { notes: string }[] };

/** Null while there is no copy. */
async function storedCopies(page: Page): Promise<StoredCopy[] | null> {
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  if (!names.includes('daybook-copy')) return null;
  return page.evaluate(
    () =>
      new Promise<StoredCopy[]>((resolve, reject) => {
        const opening = indexedDB.open('daybook-copy');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          if (!opening.result.objectStoreNames.contains('companies')) {
            opening.result.close();
            return resolve([]);
          }
          const request = opening.result.transaction('companies').objectStore('companies').getAll();
          request.onsuccess = () => {
            opening.result.close();
            resolve(request.result);
          };
        };
      }),
  );
}

/** Notes of the worklogs that are copied; null while there is no copy. */
export async function copiedNotes(page: Page): Promise<string[] | null> {
  const stored = await storedCopies(page);
  const [copy] = stored ?? [];
  return copy ? copy.worklogs.map(({ notes }) => notes).sort() : null;
}

export const copiedCompanies = async (page: Page): Promise<string[]> =>
  ((await storedCopies(page)) ?? []).map(({ companyId }) => companyId).sort();

/** Until the worklogs page can be opened without a connection and shows these. */
export async function untilCopied(page: Page, notes: readonly string[]): Promise<void> {
  await untilControlled(page);
  await expect.poll(() => copiedNotes(page), { timeout: 40_000 }).toEqual([...notes].sort());
}

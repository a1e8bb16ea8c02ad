// Files that another application of the device shares with the installed Daybook.
import type { Page } from '@playwright/test';

/** As an operating system sends it: a form with a file, which opens a page. */
export const share = (page: Page, name: string, content: Buffer): Promise<void> =>
  page.evaluate(
    ({ fileName, base64 }) => {
      const carried = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      carried.items.add(new File([bytes], fileName, { type: 'image/jpeg' }));
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action: '/share',
        enctype: 'multipart/form-data',
      });
      const field = Object.assign(document.createElement('input'), { type: 'file', name: 'receipts' });
      field.files = carried.files;
      form.append(field);
      document.body.append(form);
      form.submit();
    },
    { fileName: name, base64: content.toString('base64') },
  );

/** The names of those that the form has not taken yet. */
export const sharedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const cache = await caches.open('shared-files');
    const kept = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
    return kept.map((one) => one?.headers.get('x-file-name') ?? '');
  });

/** As if they had been shared that much earlier. */
export const passMinutes = (page: Page, minutes: number): Promise<void> =>
  page.evaluate(async (passed) => {
    const cache = await caches.open('shared-files');
    for (const request of await cache.keys()) {
      const kept = await cache.match(request);
      if (!kept) continue;
      const headers = new Headers(kept.headers);
      headers.set('x-shared-at', String(Number(headers.get('x-shared-at')) - passed * 60_000));
      await cache.put(request, new Response(await kept.blob(), { headers }));
    }
  }, minutes);

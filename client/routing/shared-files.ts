// Files that another application of the device shares with the installed Daybook. The service worker stores them and opens the form
// of a new worklog, which takes them as receipts.

/** As in client/service-worker.js. */
const cacheName = 'shared-files';

/** Then nobody expects them any more, perhaps because somebody else has signed in. */
const lifetimeMs = 10 * 60_000;

/** Each file is given once. */
export async function takeSharedFiles(now: number): Promise<File[]> {
  // Only where the page has a service worker.
  if (!globalThis.caches || !(await caches.has(cacheName))) return [];
  const cache = await caches.open(cacheName);
  const requests = await cache.keys();
  const files = await Promise.all(requests.map(async (request) => fileOf(await cache.match(request), now)));
  await deleteSharedFiles();
  return files.filter((file) => file !== null);
}

export async function deleteSharedFiles(): Promise<void> {
  await globalThis.caches?.delete(cacheName);
}

async function fileOf(stored: Response | undefined, now: number): Promise<File | null> {
  const sharedAt = Number(stored?.headers.get('x-shared-at'));
  if (!stored || now - sharedAt > lifetimeMs) return null;
  const name = decodeURIComponent(stored.headers.get('x-file-name') ?? '');
  return new File([await stored.blob()], name, { type: stored.headers.get('content-type') ?? '' });
}

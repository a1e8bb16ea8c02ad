// Files that another application of the device shares with the installed Daybook. The service worker stores them and opens the form
// of a new worklog, which takes them as receipts. They belong to the person who was the last to sign in here when they were shared.

import { deleteSharedFiles, sharedFilesCache } from '../../routing/shared-files.ts';

/** The id of that person. It outlasts the session. */
const ownerCache = 'shared-files-owner';
const ownerPath = '/share-owner';

/** Enough to sign in again. Then nobody expects them any more. */
const lifetimeMs = 60 * 60_000;

export type SharedFiles = {
  files: File[];
  /** Some are too old. */
  isIncomplete: boolean;
  /** Called when the form has them. */
  remove: () => Promise<unknown>;
};

export async function takeSharedFiles(now: number, personId: string): Promise<SharedFiles> {
  await claimSharedFiles(personId);
  // Only where the page has a service worker.
  if (!globalThis.caches || !(await caches.has(sharedFilesCache)))
    return { files: [], isIncomplete: false, remove: async () => {} };
  const cache = await caches.open(sharedFilesCache);
  const requests = await cache.keys();
  const files = await Promise.all(requests.map(async (request) => fileOf(await cache.match(request), now)));
  return {
    files: files.filter((file) => file !== null),
    isIncomplete: files.includes(null),
    // What is shared meanwhile stays.
    remove: () => Promise.all(requests.map((request) => cache.delete(request))),
  };
}

/** The person has signed in: what was shared when somebody else was the last is deleted. */
export async function claimSharedFiles(personId: string): Promise<void> {
  const cache = await globalThis.caches?.open(ownerCache);
  const owner = await (await cache?.match(ownerPath))?.text();
  if (owner === personId) return;
  if (owner !== undefined) await deleteSharedFiles();
  await cache?.put(ownerPath, new Response(personId));
}

async function fileOf(stored: Response | undefined, now: number): Promise<File | null> {
  const sharedAt = Number(stored?.headers.get('x-shared-at'));
  if (!stored || now - sharedAt > lifetimeMs) return null;
  const name = decodeURIComponent(stored.headers.get('x-file-name') ?? '');
  return new File([await stored.blob()], name, { type: stored.headers.get('content-type') ?? '' });
}

// Where the service worker stores files that another application of the device shares with the installed Daybook, until the form
// of a new worklog takes them (worklogs/receipts/shared-files.ts).

/** As in client/service-worker.js. */
export const sharedFilesCache = 'shared-files';

export async function deleteSharedFiles(): Promise<void> {
  await globalThis.caches?.delete(sharedFilesCache);
}

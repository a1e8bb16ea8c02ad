// Worklogs that were on the server, and are gone since it was restored to an earlier moment, and changes that are. They wait here until the
// worker adds them again or discards them. They keep their ids: added on two devices, it is one worklog.

import type { Worklog } from '#contract/worklogs.ts';
import { api } from '../../api.ts';
import { serverNow } from '../../clock.ts';
import { storedPersonId } from '../offline/copy.ts';
import type { Lost, LostChange } from '../offline/restored.ts';
import { inDatabase } from './database.ts';
import { changeLostCode, type EntryOwner, ownedBy, parseUnsent, type UnsentEntry } from './entry.ts';
import { requestPersistence } from './install.ts';
import { showEntries } from './queue.ts';
import { sendSoon } from './sending.ts';
import { type ServerReceipt, taskOfWorklog, unchangedOf, writtenIn } from './written.ts';

/** How many wait. */
export type KeptLost = { worklogs: number; changes: number };

/** Without those of which something waits already. */
export async function keepLost({ worklogs, changes }: Lost, owner: EntryOwner): Promise<KeptLost> {
  const kept = { worklogs: 0, changes: 0 };
  if (worklogs.length + changes.length === 0) return kept;
  const now = serverNow();
  const changeEntries = await Promise.all(changes.map((change, index) => lostChangeEntry(change, owner, now + index)));
  await inDatabase('readwrite', async (stores) => {
    // Signed out in another tab meanwhile.
    if (storedPersonId() !== owner.personId) return;
    const add = async (entry: UnsentEntry, kind: keyof KeptLost) => {
      if ((await stores.get('entries', entry.worklogId)) !== undefined) return;
      stores.put('entries', entry.worklogId, entry);
      kept[kind] += 1;
    };
    for (const [index, worklog] of worklogs.entries()) await add(lostEntry(worklog, owner, now + index), 'worklogs');
    for (const entry of changeEntries) await add(entry, 'changes');
  });
  requestPersistence();
  await showEntries();
  return kept;
}

export const lostEntry = (worklog: Worklog, owner: EntryOwner, queuedAt: number): UnsentEntry => ({
  ...sharedPart(worklog, owner),
  format: 4,
  intent: 'lost',
  queuedAt,
  receipts: [],
  lostReceipts: worklog.receipts,
  version: null,
  refusedCode: null,
});

const sharedPart = (worklog: Worklog, owner: EntryOwner) => ({
  ...ownedBy(owner),
  worklogId: worklog.id,
  sent: null,
  revision: 1,
  written: writtenIn(worklog),
  task: taskOfWorklog(worklog),
});

/** A change of what the server has, with its receipts. */
async function lostChangeEntry({ before, now }: LostChange, owner: EntryOwner, queuedAt: number): Promise<UnsentEntry> {
  const unchanged = unchangedOf(now, now.receipts > 0 ? await listReceipts(owner.company.id, now.id) : []);
  return {
    ...sharedPart(before, owner),
    format: 2,
    intent: 'change',
    queuedAt,
    receipts: unchanged.receipts,
    unchanged,
    version: now.version,
    refusedCode: changeLostCode,
  };
}

async function listReceipts(companyId: string, worklogId: string): Promise<ServerReceipt[]> {
  const { receipts } = await api('GET /companies/{companyId}/worklogs/{worklogId}', { companyId, worklogId });
  return receipts;
}

/** They are sent like new worklogs. */
export async function addAgain(worklogIds: readonly string[]): Promise<void> {
  await changeLost(worklogIds, (entry) => ({ ...entry, intent: 'create' }));
  sendSoon();
}

export const discardLost = (worklogIds: readonly string[]): Promise<void> => changeLost(worklogIds, () => null);

/** All of them or none. */
async function changeLost(
  worklogIds: readonly string[],
  change: (entry: UnsentEntry) => UnsentEntry | null,
): Promise<void> {
  await inDatabase('readwrite', async (stores) => {
    for (const worklogId of worklogIds) {
      const entry = parseUnsent(await stores.get('entries', worklogId));
      // In another tab the worker has decided already.
      if (entry?.intent !== 'lost') continue;
      const next = change(entry);
      if (next) stores.put('entries', worklogId, next);
      else stores.remove('entries', worklogId);
    }
  });
  await showEntries();
}

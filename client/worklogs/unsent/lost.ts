// Worklogs that were on the server, and are gone since it was restored to an earlier moment, and changes that are. They wait here until the
// worker adds them again or discards them. They keep their ids: added on two devices, it is one worklog.

import type { SessionCompany } from '#contract/identity.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { api, newIdempotencyKey } from '../../api.ts';
import { serverNow } from '../../clock.ts';
import { storedPersonId } from '../offline/copy.ts';
import type { Lost, LostChange } from '../offline/restored.ts';
import { inDatabase } from './database.ts';
import { changeLostCode, parseUnsent, type UnsentEntry, type UnsentReceipt } from './entry.ts';
import { requestPersistence } from './install.ts';
import { showEntries } from './queue.ts';
import { sendSoon } from './sending.ts';
import { taskOfWorklog, writtenIn } from './written.ts';

type Author = { personId: string; company: Pick<SessionCompany, 'id' | 'name' | 'timeZone' | 'currency'> };

/** How many wait. */
export type KeptLost = { worklogs: number; changes: number };

/** Without those of which something waits already. */
export async function keepLost({ worklogs, changes }: Lost, author: Author): Promise<KeptLost> {
  const kept = { worklogs: 0, changes: 0 };
  if (worklogs.length + changes.length === 0) return kept;
  const now = serverNow();
  const changeEntries = await Promise.all(changes.map((change, index) => lostChangeEntry(change, author, now + index)));
  await inDatabase('readwrite', async (stores) => {
    // Signed out in another tab meanwhile.
    if (storedPersonId() !== author.personId) return;
    const add = async (entry: UnsentEntry, kind: keyof KeptLost) => {
      if ((await stores.get('entries', entry.worklogId)) !== undefined) return;
      stores.put('entries', entry.worklogId, entry);
      kept[kind] += 1;
    };
    for (const [index, worklog] of worklogs.entries()) await add(lostEntry(worklog, author, now + index), 'worklogs');
    for (const entry of changeEntries) await add(entry, 'changes');
  });
  requestPersistence();
  await showEntries();
  return kept;
}

export const lostEntry = (worklog: Worklog, author: Author, queuedAt: number): UnsentEntry => ({
  ...sharedPart(worklog, author),
  format: 4,
  intent: 'lost',
  queuedAt,
  receipts: [],
  lostReceipts: worklog.receipts,
  version: null,
  refusedCode: null,
});

const sharedPart = (worklog: Worklog, { personId, company }: Author) => ({
  worklogId: worklog.id,
  personId,
  companyId: company.id,
  companyName: company.name,
  sent: null,
  revision: 1,
  timeZone: company.timeZone,
  currency: company.currency,
  written: writtenIn(worklog),
  task: taskOfWorklog(worklog),
});

/** A change of what the server has, with its receipts. */
async function lostChangeEntry({ before, now }: LostChange, author: Author, queuedAt: number): Promise<UnsentEntry> {
  const receipts = now.receipts > 0 ? await findReceipts(author.company.id, now.id) : [];
  return {
    ...sharedPart(before, author),
    format: 2,
    intent: 'change',
    queuedAt,
    receipts,
    unchanged: { written: writtenIn(now), task: taskOfWorklog(now), receipts },
    version: now.version,
    refusedCode: changeLostCode,
  };
}

async function findReceipts(companyId: string, worklogId: string): Promise<UnsentReceipt[]> {
  const { receipts } = await api('GET /companies/{companyId}/worklogs/{worklogId}', { companyId, worklogId });
  return receipts.map(({ id, name, type, bytes }) => ({
    key: newIdempotencyKey(),
    uploadKey: newIdempotencyKey(),
    name,
    type,
    bytes,
    uploadedId: id,
  }));
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

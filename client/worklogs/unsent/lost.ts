// Worklogs that were on the server, and are gone since it was restored to an earlier moment. They wait here until the worker adds them
// again or discards them. They keep their ids: added on two devices, it is one worklog.

import type { SessionCompany } from '#contract/identity.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { serverNow } from '../../clock.ts';
import { storedPersonId } from '../offline/copy.ts';
import { inDatabase } from './database.ts';
import { parseUnsent, type UnsentEntry } from './entry.ts';
import { requestPersistence } from './install.ts';
import { showEntries } from './queue.ts';
import { sendSoon } from './sending.ts';
import { taskOfWorklog, writtenIn } from './written.ts';

type Author = { personId: string; company: Pick<SessionCompany, 'id' | 'name' | 'timeZone' | 'currency'> };

/** Resolves to how many wait, without those of which something waits already. */
export async function keepLost(lost: readonly Worklog[], author: Author): Promise<number> {
  const now = serverNow();
  const count = await inDatabase('readwrite', async (stores) => {
    let kept = 0;
    // Signed out in another tab meanwhile.
    if (storedPersonId() !== author.personId) return kept;
    for (const worklog of lost) {
      if ((await stores.get('entries', worklog.id)) !== undefined) continue;
      stores.put('entries', worklog.id, lostEntry(worklog, author, now + kept));
      kept += 1;
    }
    return kept;
  });
  requestPersistence();
  await showEntries();
  return count;
}

export const lostEntry = (worklog: Worklog, { personId, company }: Author, queuedAt: number): UnsentEntry => ({
  ...{ format: 4, intent: 'lost', worklogId: worklog.id, personId, companyId: company.id, companyName: company.name },
  ...{ timeZone: company.timeZone, currency: company.currency, queuedAt, revision: 1 },
  ...{ written: writtenIn(worklog), task: taskOfWorklog(worklog), receipts: [], lostReceipts: worklog.receipts },
  ...{ version: null, sent: null, refusedCode: null },
});

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

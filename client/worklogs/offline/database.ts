// The database of the browser with the copies of one person, a company each. Signing out deletes it (client/auth.ts).

import { type BrowserDatabase, inTransaction } from '../../indexed-database.ts';
import { companiesLeft, type OfflineCopy, parseOfflineCopy, storedCompanyIds, storedPersonId } from './copy.ts';

const database: BrowserDatabase<'companies'> = { name: 'daybook-copy', version: 1, stores: ['companies'] };

/** Those of the person, the newest first. */
export async function readOfflineCopies(personId: string): Promise<OfflineCopy[]> {
  const stored = await inTransaction(database, 'readonly', (stores) => stores.all('companies'));
  const copies = stored.map(parseOfflineCopy).filter((copy) => copy !== null);
  return copies.filter((copy) => copy.personId === personId).sort((a, b) => b.takenAt - a.takenAt);
}

/** Deletes what is there of anybody else. */
export async function writeOfflineCopy(copy: OfflineCopy): Promise<void> {
  await inTransaction(database, 'readwrite', async (stores) => {
    const stored = await stores.all('companies');
    // Another tab may have signed out meanwhile: it stores that first, and then deletes the database.
    if (storedPersonId() !== copy.personId) return;
    // Nor is a copy written again that another tab has deleted, because the person is no member any more.
    if (!storedCompanyIds()?.includes(copy.companyId)) return;
    if (stored.some((one) => parseOfflineCopy(one)?.personId !== copy.personId)) stores.clear('companies');
    stores.put('companies', copy.companyId, copy);
  });
}

/** A worklog that this person has withdrawn. */
export async function removeFromOfflineCopy(companyId: string, worklogId: string): Promise<void> {
  await inTransaction(database, 'readwrite', async (stores) => {
    const copy = parseOfflineCopy(await stores.get('companies', companyId));
    if (!copy?.worklogs.some(({ id }) => id === worklogId)) return;
    stores.put('companies', companyId, { ...copy, worklogs: copy.worklogs.filter(({ id }) => id !== worklogId) });
  }).catch(() => {
    // No storage: there is no copy.
  });
}

/** Deletes what is there of other companies. */
export async function deleteOfflineCopiesExcept(companyIds: readonly string[]): Promise<void> {
  await inTransaction(database, 'readwrite', async (stores) => {
    for (const id of companiesLeft(await stores.all('companies'), companyIds)) stores.remove('companies', id);
  });
}

// Reads from the copies of this device while the server is not reached: on an open page, and where the application starts without a
// connection.

import { acceptSession, companiesStore, onUserChange } from '../../auth.ts';
import { serverNow } from '../../clock.ts';
import { isConnected, onReconnect, reportConnection } from '../../connection.ts';
import { answerWithoutConnection, invalidateAll } from '../../queries.ts';
import { pathTo } from '../../routes.ts';
import { go } from '../../routing/navigation.ts';
import { isRecord } from '../../storage.ts';
import { acceptEarlierClock } from '../unsent/device-clock.ts';
import { answerFromOfflineCopy } from './answers.ts';
import { type OfflineCopy, showOfflineCopy, storedPersonId } from './copy.ts';
import { readOfflineCopies } from './database.ts';

let copies: readonly OfflineCopy[] = [];
let isShown = false;

/** The companies of a copy that this document has started with. */
let copiedCompanies: unknown = null;

/** Whether the server has named the companies of the person since this document started without a connection. */
export const areCompaniesCurrent = (): boolean => companiesStore.get().availableCompanies !== copiedCompanies;

/** From now on they answer instead of the server while it is not reached, if they are of the person who is signed in. */
export function acceptOfflineCopies(next: readonly OfflineCopy[]): void {
  // The person may have signed out while they were read.
  copies = next.filter(({ personId }) => personId === storedPersonId());
}

onUserChange(() => {
  copies = [];
  showOfflineCopy(null);
});

onReconnect(() => {
  if (isShown) invalidateAll();
  isShown = false;
  showOfflineCopy(null);
});

answerWithoutConnection((name, input) => {
  const given: unknown = input;
  const copy = copies.find(({ companyId }) => isRecord(given) && given.companyId === companyId);
  const answer = copy && answerFromOfflineCopy(name, input, copy, serverNow());
  if (copy && answer !== undefined && !isConnected()) {
    isShown = true;
    showOfflineCopy(copy);
  }
  return answer;
});

/** What an installed application opens at first: nothing of it is copied. */
const startPaths: readonly string[] = ['/', '/dashboard'];

/** Shows the pages to the person whose copy is on this device, with the session in it. Resolves to whether there is one. */
export async function startFromOfflineCopy(): Promise<boolean> {
  const personId = storedPersonId();
  const found = personId === null ? [] : await readOfflineCopies(personId);
  const [newest] = found;
  if (!newest) return false;
  acceptOfflineCopies(found);
  acceptEarlierClock(newest.aheadMs, newest.takenAt);
  reportConnection(false);
  copiedCompanies = newest.session.companies;
  acceptSession(newest.session);
  const { pathname, search } = window.location;
  // The shortcut that starts a timer: `timer` alone would name one, for which this page has a form.
  const start = search.includes('timer=start') ? '?open-timer=start' : '';
  if (startPaths.includes(pathname)) await go(`${pathTo('/worklogs')}${start}`);
  return true;
}

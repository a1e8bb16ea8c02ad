// Keeps a copy of the person's own worklogs of five weeks on this device, with what is needed to enter another one. Only where the
// application can start without a connection, by its service worker. What is stored of anybody else is deleted.

import type { SessionCompany } from '#contract/identity.ts';
import { addDays, dayOf } from '#domain/calendar.ts';
import { type ApiInput, api, listenToApi } from '../../api.ts';
import { authStore, companiesStore } from '../../auth.ts';
import { clockAheadMs, serverNow } from '../../clock.ts';
import { isConnected, onReconnect } from '../../connection.ts';
import { queryClient } from '../../queries.ts';
import { isRecord } from '../../storage.ts';
import { type KeptLost, keepLost } from '../unsent/lost.ts';
import type { OfflineCopy, WorklogDetails } from './copy.ts';
import { deleteOfflineCopiesExcept, readOfflineCopies, removeFromOfflineCopy, writeOfflineCopy } from './database.ts';
import { acceptOfflineCopies, areCompaniesCurrent } from './read-copy.ts';
import { findLost, isGone } from './restored.ts';

const copiedDays = 35;
const pageSize = 100;
const maxPages = 10;
const maxDetails = 20;

/** Of the page, which comes first. */
const firstDelayMs = 2_000;
const minIntervalMs = 30_000;

/**
 * Renews the copy of the active company after changes, until the returned function is called. `onLost` is called with the numbers of
 * worklogs and changes that are no longer on the server, since it was restored from a backup.
 */
export function keepOfflineCopy(personId: string, onLost: (kept: KeptLost) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  let isDue = false;
  const run = async () => {
    clearTimeout(timer);
    if (!isDue || !navigator.serviceWorker?.controller || !isConnected()) return;
    isDue = false;
    lastAt = performance.now();
    await whenAlone(() => copyCompany(personId, onLost)).catch(() => {
      // No connection any more, no rights, or no storage: the earlier copy stays, with its age.
    });
  };
  const renew = () => {
    isDue = true;
    clearTimeout(timer);
    timer = setTimeout(run, Math.max(firstDelayMs, lastAt + minIntervalMs - performance.now()));
  };
  // A hidden page may never be shown again.
  const whenHidden = () => document.hidden && run();
  let known = knownCompanies();
  const onCompanies = () => {
    if (known === knownCompanies()) return;
    known = knownCompanies();
    lastAt = Number.NEGATIVE_INFINITY;
    deleteCopiesLeft(personId);
    renew();
  };
  document.addEventListener('visibilitychange', whenHidden);
  navigator.serviceWorker?.addEventListener('controllerchange', renew);
  const stops = [onReconnect(renew), companiesStore.subscribe(onCompanies), onChanges(renew)];
  listenToApi({ executed: removeWithdrawn });
  deleteCopiesLeft(personId);
  renew();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', whenHidden);
    navigator.serviceWorker?.removeEventListener('controllerchange', renew);
    for (const stop of stops) stop();
  };
}

/** The active one, which is copied, and all that the person has. */
function knownCompanies(): string {
  const { activeCompany, availableCompanies } = companiesStore.get();
  return [activeCompany?.id, ...availableCompanies.map(({ id }) => id)].join();
}

/** Of companies in which the person is no member any more. What waits to be sent to them stays (unsent/). */
async function deleteCopiesLeft(personId: string): Promise<void> {
  // When a session ends, the list is emptied first; and the list of a copy says nothing about the present.
  await null;
  const { availableCompanies } = companiesStore.get();
  if (authStore.get().user?.uid !== personId || !areCompaniesCurrent()) return;
  await deleteOfflineCopiesExcept(availableCompanies.map(({ id }) => id))
    .then(async () => acceptOfflineCopies(await readOfflineCopies(personId)))
    .catch(() => {
      // No storage: there is no copy.
    });
}

const copiedNouns: readonly unknown[] = ['worklogs', 'projects', 'companies', 'timer'];

/** By this person or, as the live stream says, by others. */
const onChanges = (listener: () => void): (() => void) =>
  queryClient.getQueryCache().subscribe((event) => {
    const isInvalidated = event.type === 'updated' && event.action.type === 'invalidate';
    if (isInvalidated && copiedNouns.includes(event.query.queryKey[0])) listener();
  });

/** One tab of several. */
const whenAlone = async (work: () => Promise<void>): Promise<unknown> =>
  navigator.locks ? navigator.locks.request('daybook-copy', { ifAvailable: true }, (lock) => lock && work()) : work();

/** The server has it no more for another reason than a restore. */
function removeWithdrawn(name: string, input: unknown): void {
  if (name !== 'DELETE /companies/{companyId}/worklogs/{worklogId}' || !isRecord(input)) return;
  void removeFromOfflineCopy(String(input.companyId), String(input.worklogId));
}

async function copyCompany(personId: string, onLost: (kept: KeptLost) => void): Promise<void> {
  const { activeCompany: company } = companiesStore.get();
  if (!company?.scopes['worklogs.submit']) return;
  const copy = await fetchCopy(personId, company);
  const before = (await readOfflineCopies(personId)).find(({ companyId }) => companyId === company.id);
  const lost = before ? await findLost(before, copy, isGone) : null;
  // Before the copy that still has them is replaced.
  const kept = lost ? await keepLost(lost, { personId, company }) : { worklogs: 0, changes: 0 };
  await writeOfflineCopy(copy);
  acceptOfflineCopies(await readOfflineCopies(personId));
  if (kept.worklogs + kept.changes > 0) onLost(kept);
}

async function fetchCopy(personId: string, company: SessionCompany): Promise<OfflineCopy> {
  const { id: companyId } = company;
  const takenAt = serverNow();
  const restoredAt = await fetchRestoredAt(personId);
  const from = addDays(dayOf(new Date(takenAt), company.timeZone), -copiedDays);
  const [worklogs, tasks, policies, timer, tags] = await Promise.all([
    fetchWorklogs({ companyId, workerIds: [personId], from }),
    api('GET /companies/{companyId}/loggable-tasks', { companyId }),
    api('GET /companies/{companyId}', { companyId }),
    api('GET /companies/{companyId}/timer', { companyId }),
    company.hasTags ? api('GET /companies/{companyId}/tags', { companyId }) : null,
  ]);
  const details = await fetchDetails(companyId, worklogs);
  // What was read belongs to one state of the server: otherwise the copy would hide what is lost.
  if ((await fetchRestoredAt(personId)) !== restoredAt) throw new Error('The server was restored meanwhile.');
  const { user, roles } = authStore.get();
  const { availableCompanies: companies } = companiesStore.get();
  return {
    format: 1,
    personId,
    companyId,
    takenAt,
    aheadMs: clockAheadMs(),
    from,
    worklogs,
    tasks,
    timer,
    tags,
    session: { user, roles, companies },
    company: policies,
    details,
    ...(restoredAt === undefined ? {} : { restoredAt }),
  };
}

async function fetchRestoredAt(personId: string): Promise<string | undefined> {
  const { user, restoredAt } = await api('GET /session', {});
  if (user?.uid !== personId) throw new Error('The session has ended.');
  return restoredAt;
}

type ListInput = ApiInput<'GET /companies/{companyId}/worklogs'>;

async function fetchWorklogs(input: ListInput): Promise<OfflineCopy['worklogs']> {
  const found: OfflineCopy['worklogs'] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const { worklogs, totals } = await api('GET /companies/{companyId}/worklogs', { ...input, page, pageSize });
    found.push(...worklogs);
    if (page * pageSize >= totals.items) break;
  }
  // A row that moved to the next page between two requests appears twice.
  return [...new Map(found.map((worklog) => [worklog.id, worklog])).values()];
}

const fetchDetails = (companyId: string, worklogs: OfflineCopy['worklogs']): Promise<WorklogDetails[]> =>
  Promise.all(
    worklogs
      .filter(({ receipts, actions }) => receipts > 0 && actions.amend === true)
      .slice(0, maxDetails)
      .map(({ id: worklogId }) => api('GET /companies/{companyId}/worklogs/{worklogId}', { companyId, worklogId })),
  );

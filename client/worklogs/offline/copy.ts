// What this device has copied of a company, so that the person's own worklogs can be read and entered without a connection: responses
// of the API, of one person at a time, as they were at `takenAt`.

import type { Session } from '#contract/identity.ts';
import type { Worklog } from '#contract/worklogs.ts';
import type { Day } from '#domain/calendar.ts';
import type { ApiOutput } from '../../api.ts';
import { createStore, isRecord, readStored, useStore } from '../../storage.ts';

export type WorklogDetails = ApiOutput<'GET /companies/{companyId}/worklogs/{worklogId}'>;

export type OfflineCopy = {
  format: 1;
  personId: string;
  companyId: string;
  /** By the clock of the server, which was so far ahead of the clock of this device. */
  takenAt: number;
  aheadMs: number;
  /** When the server was last restored from a backup, as it said then: absent if never, and in copies of an earlier release. */
  restoredAt?: string;
  session: Session;
  /** All own worklogs from this day on. */
  from: Day;
  worklogs: Worklog[];
  /** Of worklogs that can be changed and have receipts. */
  details: WorklogDetails[];
  tasks: ApiOutput<'GET /companies/{companyId}/loggable-tasks'>;
  company: ApiOutput<'GET /companies/{companyId}'>;
  timer: ApiOutput<'GET /companies/{companyId}/timer'>;
  /** Null in a company without tags. */
  tags: ApiOutput<'GET /companies/{companyId}/tags'> | null;
};

/** Null for what this release cannot read. */
export const parseOfflineCopy = (stored: unknown): OfflineCopy | null =>
  isRecord(stored) && stored.format === 1 && isCopy(stored) ? stored : null;

const isCopy = (stored: Record<string, unknown>): stored is OfflineCopy =>
  typeof stored.personId === 'string' &&
  typeof stored.companyId === 'string' &&
  typeof stored.takenAt === 'number' &&
  isRecord(stored.session) &&
  Array.isArray(stored.worklogs) &&
  isRecord(stored.tasks);

/** Who is signed in on this device, as far as it knows: all tabs have the same answer. */
export function storedPersonId(): string | null {
  const stored = readStored('auth');
  const user = isRecord(stored) && stored.isAuthenticated === true && isRecord(stored.user) ? stored.user : {};
  return typeof user.uid === 'string' ? user.uid : null;
}

/** Which companies the person has, as far as this device knows; null: it has not stored any list. */
export function storedCompanyIds(): readonly unknown[] | null {
  const stored = readStored('app-store');
  const companies = isRecord(stored) ? stored.availableCompanies : null;
  return Array.isArray(companies) ? companies.filter(isRecord).map(({ id }) => id) : null;
}

/** Companies of which there is a copy, and which the person has no more. Also copies of a later release. */
export const companiesLeft = (stored: readonly unknown[], companyIds: readonly string[]): string[] =>
  stored
    .map((copy) => (isRecord(copy) ? copy.companyId : null))
    .filter((id) => typeof id === 'string')
    .filter((id) => !companyIds.includes(id));

/** The copy that the page shows since the connection was lost. */
const shownStore = createStore<Pick<OfflineCopy, 'takenAt' | 'from'> | null>(null);

export const useShownOfflineCopy = () => useStore(shownStore);

export const showOfflineCopy = (copy: OfflineCopy | null): void =>
  shownStore.set(copy && { takenAt: copy.takenAt, from: copy.from });

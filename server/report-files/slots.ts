// Limits how many report files are written concurrently. Slots are advisory locks of the transaction that reads the rows, so that
// they count across all servers and end with it, however it ends. Files of this process are also counted in memory.

import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import {
  maxConcurrentFiles,
  maxConcurrentFilesPerCompany,
  maxConcurrentFilesPerPerson,
  maxFileMinutes,
} from '#domain/report-files.ts';
import type { Db } from '../request/context.ts';
import { refused } from '../request/refused.ts';
import type { Pace } from './pace.ts';

const retrySeconds = 5;

const tooManyOfPerson = () =>
  refused('file.too-many', { params: { seconds: retrySeconds, maximum: maxConcurrentFilesPerPerson } });
const tooManyOfCompany = () =>
  refused('file.too-many-of-company', { params: { seconds: retrySeconds, maximum: maxConcurrentFilesPerCompany } });
const busy = () => refused('file.busy', { params: { seconds: retrySeconds } });

export type FileOwner = { companyId: string; personId: string };
/** A file that is being written by this process: its owner, and how to abort it. */
export type FileSlot = FileOwner & { pace: Pace; abort: () => void };

const taken = new Map<FileSlot, Promise<void>>();

const countOf = (matches: (place: FileSlot) => boolean): number => taken.keys().filter(matches).toArray().length;

/** Refuses before a connection is used, so that waiting requests do not block others. */
export async function withExportSlot<T>(place: FileSlot, work: () => Promise<T>): Promise<T> {
  ensureShare(place);
  const over = Promise.withResolvers<void>();
  const freed = taken.size >= maxConcurrentFiles ? endSlowest(place) : null;
  taken.set(place, over.promise);
  try {
    await freed;
    return await work();
  } finally {
    taken.delete(place);
    over.resolve();
  }
}

/** Refuses if the slots of the person or company in this process are used up. */
export function ensureShare(owner: FileOwner): void {
  if (!hasOwnShare(owner)) throw tooManyOfPerson();
  if (!hasShareOfCompany(owner)) throw tooManyOfCompany();
}

export const hasShare = (owner: FileOwner): boolean => hasOwnShare(owner) && hasShareOfCompany(owner);

const hasOwnShare = (owner: FileOwner): boolean =>
  countOf(({ personId }) => personId === owner.personId) < maxConcurrentFilesPerPerson;

const hasShareOfCompany = (owner: FileOwner): boolean =>
  countOf(({ companyId }) => companyId === owner.companyId) < maxConcurrentFilesPerCompany;

/** Aborts the slowest client to make room for the first file of another company. */
function endSlowest({ companyId }: FileSlot): Promise<void> {
  const isFirst = countOf((place) => place.companyId === companyId) === 0;
  const [slowest] = [...taken]
    .filter(([place]) => isFirst && place.pace.isWaitingForClient())
    .toSorted(([one], [other]) => other.pace.waitedMs() - one.pace.waitedMs());
  if (!slowest) throw busy();
  const [place, over] = slowest;
  // No longer counted, so that the next request aborts another one.
  taken.delete(place);
  place.abort();
  return over;
}

export async function takeSlots(db: Db, { companyId, personId }: FileOwner): Promise<void> {
  if (!(await takeSlot(db, ofPerson(personId), maxConcurrentFilesPerPerson))) throw tooManyOfPerson();
  if (!(await takeSlot(db, ofCompany(companyId), maxConcurrentFilesPerCompany))) throw tooManyOfCompany();
  // The transaction of an aborted file may not have ended in the database yet.
  for (let attempts = 0; !(await takeSlot(db, ofAll, maxConcurrentFiles)); attempts += 1) {
    if (attempts === maxAttempts) throw busy();
    await sleep(50);
  }
}

const maxAttempts = 10;

/** Refuses if no slot is free now. Takes none, so that checking does not block anybody. */
export async function ensureSlotFree(db: Db, { companyId, personId }: FileOwner): Promise<void> {
  if (!(await isFree(db, ofPerson(personId), maxConcurrentFilesPerPerson))) throw tooManyOfPerson();
  if (!(await isFree(db, ofCompany(companyId), maxConcurrentFilesPerCompany))) throw tooManyOfCompany();
  if (taken.keys().some(({ pace }) => pace.isWaitingForClient())) return;
  if (!(await isFree(db, ofAll, maxConcurrentFiles))) throw busy();
}

const ofPerson = (personId: string) => sql`'file of ' || ${personId} || ' '`;
const ofCompany = (companyId: string) => sql`'file of company ' || ${companyId} || ' '`;
const ofAll = sql`'file '`;

const numbered = (name: RawBuilder<unknown>) => sql`hashtextextended('daybook ' || ${name} || n, 0)`;

/** Takes the first free one of the numbered locks. */
async function takeSlot(db: Db, name: RawBuilder<unknown>, max: number): Promise<boolean> {
  const { rows } = await sql`
    select from generate_series(1, ${max}::int) n
    where pg_try_advisory_xact_lock(${numbered(name)}) limit 1`.execute(db);
  return rows.length > 0;
}

/** pg_locks shows the lock key in two halves. */
async function isFree(db: Db, name: RawBuilder<unknown>, max: number): Promise<boolean> {
  const { rows } = await sql`
    select from generate_series(1, ${max}::int) n where ${numbered(name)} not in (
      select (classid::bigint << 32) | objid::bigint from pg_locks
      where locktype = 'advisory' and objsubid = 1 and granted
        and database = (select oid from pg_database where datname = current_database())) limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Prepares a transaction that lasts as long as its client reads, in the company's time zone. PostgreSQL itself checks, where
 * supported, whether the connection is still open while it is not sending.
 */
export async function prepareLongRead(db: Db, timeZone: string): Promise<void> {
  const maxMs = String(maxFileMinutes * 60_000);
  await sql`select set_config('statement_timeout', ${maxMs}, true),
      set_config('idle_in_transaction_session_timeout', ${maxMs}, true),
      set_local('timezone', ${timeZone}),
      set_local('max_parallel_workers_per_gather', '0'),
      case when version() !~ 'Visual C|mingw|Windows' then set_config('client_connection_check_interval', '500', true) end`.execute(
    db,
  );
}

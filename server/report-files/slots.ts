// Who may have a file written now. Held as locks of the transaction that reads for it, so that they count over all servers of
// an installation and end with it, however it ends. What this server alone is doing is known without asking.

import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { longestFileMinutes, mostFilesAtOnce, mostFilesOfCompany, mostFilesOfPerson } from '#domain/report-files.ts';
import type { Db } from '../request/context.ts';
import { refused } from '../request/refused.ts';
import type { Pace } from './pace.ts';

const retrySeconds = 5;

const tooMany = () => refused('file.too-many', { params: { seconds: retrySeconds, maximum: mostFilesOfPerson } });
const tooManyOfCompany = () =>
  refused('file.too-many-of-company', { params: { seconds: retrySeconds, maximum: mostFilesOfCompany } });
const busy = () => refused('file.busy', { params: { seconds: retrySeconds } });

export type Owner = { companyId: string; personId: string };
/** A file that is being written here: whose it is, and how to end it. */
export type Place = Owner & { pace: Pace; leave: () => void };

const taken = new Map<Place, Promise<void>>();

const countOf = (matches: (place: Place) => boolean): number => taken.keys().filter(matches).toArray().length;

/** Refused before a connection is taken: whoever waits for one would keep others from the answer that they may come again. */
export async function oneOfFewFiles<T>(place: Place, work: () => Promise<T>): Promise<T> {
  ensureShare(place);
  const over = Promise.withResolvers<void>();
  const freed = taken.size >= mostFilesAtOnce ? endSlowest(place) : null;
  taken.set(place, over.promise);
  try {
    await freed;
    return await work();
  } finally {
    taken.delete(place);
    over.resolve();
  }
}

/** As far as this server alone knows. */
export function ensureShare(owner: Owner): void {
  if (!hasOwnShare(owner)) throw tooMany();
  if (!hasShareOfCompany(owner)) throw tooManyOfCompany();
}

export const hasShare = (owner: Owner): boolean => hasOwnShare(owner) && hasShareOfCompany(owner);

const hasOwnShare = (owner: Owner): boolean =>
  countOf(({ personId }) => personId === owner.personId) < mostFilesOfPerson;

const hasShareOfCompany = (owner: Owner): boolean =>
  countOf(({ companyId }) => companyId === owner.companyId) < mostFilesOfCompany;

/** Readers who keep the server waiting for them cannot keep out the first file of another company. */
function endSlowest({ companyId }: Place): Promise<void> {
  const isFirst = countOf((place) => place.companyId === companyId) === 0;
  const [slowest] = [...taken]
    .filter(([place]) => isFirst && place.pace.isHeldUp())
    .toSorted(([one], [other]) => other.pace.waitedMs() - one.pace.waitedMs());
  if (!slowest) throw busy();
  const [place, over] = slowest;
  // Out of the count at once: whoever comes next finds another one.
  taken.delete(place);
  place.leave();
  return over;
}

export async function holdSlots(db: Db, { companyId, personId }: Owner): Promise<void> {
  if (!(await takes(db, ofPerson(personId), mostFilesOfPerson))) throw tooMany();
  if (!(await takes(db, ofCompany(companyId), mostFilesOfCompany))) throw tooManyOfCompany();
  // A reader who was ended a moment ago may not be gone for the database yet.
  for (let attempts = 0; !(await takes(db, ofAll, mostFilesAtOnce)); attempts += 1) {
    if (attempts === attemptsToTake) throw busy();
    await sleep(50);
  }
}

const attemptsToTake = 10;

/** Whether all could be had now. It takes none: who only asks must keep nobody from a file. */
export async function ensureRoom(db: Db, { companyId, personId }: Owner): Promise<void> {
  if (!(await isFree(db, ofPerson(personId), mostFilesOfPerson))) throw tooMany();
  if (!(await isFree(db, ofCompany(companyId), mostFilesOfCompany))) throw tooManyOfCompany();
  if (taken.keys().some(({ pace }) => pace.isHeldUp())) return;
  if (!(await isFree(db, ofAll, mostFilesAtOnce))) throw busy();
}

const ofPerson = (personId: string) => sql`'file of ' || ${personId} || ' '`;
const ofCompany = (companyId: string) => sql`'file of company ' || ${companyId} || ' '`;
const ofAll = sql`'file '`;

const numbered = (name: RawBuilder<unknown>) => sql`hashtextextended('daybook ' || ${name} || n, 0)`;

/** The first of the numbered locks that is free. */
async function takes(db: Db, name: RawBuilder<unknown>, most: number): Promise<boolean> {
  const { rows } = await sql`
    select from generate_series(1, ${most}::int) n
    where pg_try_advisory_xact_lock(${numbered(name)}) limit 1`.execute(db);
  return rows.length > 0;
}

/** PostgreSQL lists a lock by the halves of its number. */
async function isFree(db: Db, name: RawBuilder<unknown>, most: number): Promise<boolean> {
  const { rows } = await sql`
    select from generate_series(1, ${most}::int) n where ${numbered(name)} not in (
      select (classid::bigint << 32) | objid::bigint from pg_locks
      where locktype = 'advisory' and objsubid = 1 and granted
        and database = (select oid from pg_database where datname = current_database())) limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * The transaction lasts as long as its reader needs, and speaks the company's clock. PostgreSQL looks for itself, where it can,
 * whether anybody is still there, also while it has nothing to say.
 */
export async function prepareToRead(db: Db, timeZone: string): Promise<void> {
  const longest = String(longestFileMinutes * 60_000);
  await sql`select set_config('statement_timeout', ${longest}, true),
      set_config('idle_in_transaction_session_timeout', ${longest}, true),
      set_config('timezone', ${timeZone}, true),
      set_config('max_parallel_workers_per_gather', '0', true),
      case when version() !~ 'Visual C|mingw|Windows' then set_config('client_connection_check_interval', '500', true) end`.execute(
    db,
  );
}

// Who may have a file written now. Held as locks of the transaction that reads for it, so that they count over all servers of
// an installation and end with it, however it ends. What this server alone is doing is known without asking.

import { type RawBuilder, sql } from 'kysely';
import { longestFileMinutes, mostFilesAtOnce, mostFilesOfPerson } from '#domain/report-files.ts';
import type { Db } from '../context.ts';
import { refused } from '../refused.ts';

const retrySeconds = 5;

const tooMany = () => refused('file.too-many', { params: { seconds: retrySeconds, maximum: mostFilesOfPerson } });
const busy = () => refused('file.busy', { params: { seconds: retrySeconds } });

const writing = new Map<string, number>();

/** Refused before a connection is taken: whoever waits for one would keep others from the answer that they may come again. */
export async function oneOfFewFiles<T>(personId: string, work: () => Promise<T>): Promise<T> {
  const own = writing.get(personId) ?? 0;
  if (own >= mostFilesOfPerson) throw tooMany();
  if (writing.values().reduce((sum, count) => sum + count, 0) >= mostFilesAtOnce) throw busy();
  writing.set(personId, own + 1);
  try {
    return await work();
  } finally {
    const left = (writing.get(personId) ?? 1) - 1;
    if (left > 0) writing.set(personId, left);
    else writing.delete(personId);
  }
}

export async function holdSlots(db: Db, personId: string): Promise<void> {
  if (!(await takes(db, ofPerson(personId), mostFilesOfPerson))) throw tooMany();
  if (!(await takes(db, ofAll, mostFilesAtOnce))) throw busy();
}

/** Whether both could be had now. It takes neither: who only asks must keep nobody from a file. */
export async function ensureRoom(db: Db, personId: string): Promise<void> {
  if (!(await isFree(db, ofPerson(personId), mostFilesOfPerson))) throw tooMany();
  if (!(await isFree(db, ofAll, mostFilesAtOnce))) throw busy();
}

const ofPerson = (personId: string) => sql`'file of ' || ${personId} || ' '`;
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
      case when version() !~ 'Visual C|mingw|Windows' then set_config('client_connection_check_interval', '500', true) end`.execute(
    db,
  );
}

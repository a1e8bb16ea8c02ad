// One import by an admin at a time for each company, in whichever process: an advisory lock of the transaction of the import. Others see
// it without waiting.

import type { Query } from './tables.ts';

const key = `hashtextextended('daybook archive ' || $1, 0)`;

/** Held until the end of the transaction. */
export async function takeImportLock(query: Query, companyId: string): Promise<boolean> {
  const { rows } = await query<{ isFree: boolean }>(`select pg_try_advisory_xact_lock(${key}) as "isFree"`, [
    companyId,
  ]);
  return rows[0]?.isFree === true;
}

export async function isImporting(query: Query, companyId: string): Promise<boolean> {
  const { rows } = await query(
    `select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())
       and (classid::bigint << 32 | objid::bigint) = ${key}`,
    [companyId],
  );
  return rows.length > 0;
}

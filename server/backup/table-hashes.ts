// A hash of the rows of every table, at a moment that a restore can reach exactly: writers wait for a moment, while a restore point is
// written to the log and another transaction takes its snapshot; the hashes are computed in that snapshot afterwards.

import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type Client, type ClientConfig } from 'pg';
import { hasCode } from '../start-refusal.ts';
import type { TableHashes } from './manifest.ts';

/** Logged tables of Daybook and its queue; the names are quoted. */
const tablesQuery = `
  select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ('public', 'graphile_worker') order by 1`;

export type MarkedMoment = { tables: TableHashes; lastSegment: string; at: Date };

/** Writes a restore point and computes the hashes at it. */
export async function hashAtRestorePoint(administrator: ClientConfig, restorePoint: string): Promise<MarkedMoment> {
  const [writer, reader] = [clientOf(administrator), clientOf(administrator)];
  try {
    await Promise.all([writer.connect(), reader.connect()]);
    const at = await markMoment(writer, reader, restorePoint);
    const { rows } = await writer.query<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment');
    const tables = await hashTables(reader);
    return { tables, at, lastSegment: rows[0]?.segment ?? '' };
  } finally {
    await Promise.all([writer.end(), reader.end()]);
  }
}

export const clientOf = (config: ClientConfig): Client => {
  const client = new pg.Client({ ...config, application_name: 'daybook backup' });
  client.on('error', () => undefined);
  return client;
};

const lockTimeout = '55P03';
const maxAttempts = 60;

/** Leaves the snapshot open in the reader. A long writing transaction is not waited for, because others would wait, too. */
async function markMoment(writer: Client, reader: Client, restorePoint: string): Promise<Date> {
  const { rows: tables } = await writer.query<{ name: string }>(tablesQuery);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await writer.query(`begin; set local lock_timeout = '250ms'`);
      await writer.query(`lock table ${tables.map(({ name }) => name).join(', ')} in share mode`);
      await reader.query('begin isolation level repeatable read read only');
      const { rows } = await reader.query<{ at: Date }>('select clock_timestamp() as at');
      await writer.query('select pg_create_restore_point($1)', [restorePoint]);
      await writer.query('commit');
      return rows[0]?.at ?? new Date();
    } catch (error) {
      await writer.query('rollback');
      await reader.query('rollback');
      if (!hasCode(error, lockTimeout) || attempt === maxAttempts) throw error;
    }
    await sleep(1_000);
  }
}

/** Independent of the order of the rows. */
export async function hashTables(client: Client): Promise<TableHashes> {
  const { rows: tables } = await client.query<{ name: string }>(tablesQuery);
  const hashes: TableHashes = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: string; hash: string }>(
      `select count(*) as rows, coalesce(sum(hashtextextended(one::text, 42)::numeric), 0)::text as hash from ${name} one`,
    );
    hashes[name] = { rows: Number(rows[0]?.rows ?? 0), hash: rows[0]?.hash ?? '' };
  }
  return hashes;
}

/** The tables that differ, each in a sentence. */
export function differences(expected: TableHashes, found: TableHashes): string[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort().flatMap((table) => {
    const [before, after] = [expected[table], found[table]];
    if (before?.rows === after?.rows && before?.hash === after?.hash) return [];
    return [
      `${table}: ${before?.rows ?? 'no table'} rows before, ${after?.rows ?? 'no table'} restored, other content`,
    ];
  });
}

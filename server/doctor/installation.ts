// Checks of the whole installation: the secret, and the pages of tables and indexes, with the extension amcheck if the role may use
// it. Nothing is changed: the extension is created in a transaction that is rolled back.

import type { Pool, PoolClient } from 'pg';
import { inSavepoint } from '../db/savepoint.ts';
import { canUnseal, checkSecret, sealedValues } from '../db/secret-check.ts';
import { hasCode } from '../start-refusal.ts';
import type { Finding } from './table.ts';

export async function examineSecret(pool: Pool, secret: string | null): Promise<Finding[]> {
  const isOther = (await checkSecret(pool, secret)) === 'other';
  const sealed = await sealedValues(pool);
  const closed = sealed.filter((one) => secret === null || !canUnseal(one, secret));
  return [
    {
      name: 'the secret is the one of the database',
      count: isOther ? 1 : 0,
      example: isOther ? 'APP_SECRET, or DATA_DIR/app-secret, is missing or another one' : null,
    },
    {
      name: 'what is sealed opens with the secret',
      count: closed.length,
      example: closed[0] ? `${closed[0].purpose} ${closed[0].name}` : null,
    },
  ];
}

/** Null if amcheck is not available to this role. */
export async function examinePages(pool: Pool): Promise<Finding | null> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('create extension if not exists amcheck');
    const damaged = await damagedRelations(client);
    return { name: 'tables and indexes are whole', count: damaged.length, example: damaged[0] ?? null };
  } catch (error) {
    if (hasCode(error, insufficientPrivilege, extensionMissing, featureMissing)) return null;
    throw error;
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

const insufficientPrivilege = '42501';
const extensionMissing = '58P01';
const featureMissing = '0A000';

async function damagedRelations(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ relation: string; query: string }>(
    `select c.oid::regclass::text as relation,
       case c.relkind when 'r' then format('select msg from verify_heapam(%L)', c.oid::regclass)
         else format('select null as msg, bt_index_check(%L, true)', c.oid::regclass) end as query
     from pg_class c left join pg_am a on a.oid = c.relam
     where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and c.relpersistence = 'p'
       and (c.relkind = 'r' or (c.relkind = 'i' and a.amname = 'btree'))
     order by c.relkind desc, 1`,
  );
  const damaged: string[] = [];
  for (const { relation, query } of rows) {
    const wrong = await findDamage(client, query);
    if (wrong !== null) damaged.push(`${relation}: ${wrong}`);
  }
  return damaged;
}

async function findDamage(client: PoolClient, query: string): Promise<string | null> {
  try {
    const run = (statement: string) => client.query(statement);
    const { rows } = await inSavepoint(run, () => client.query<{ msg: string }>(query));
    return rows[0]?.msg ?? null;
  } catch (error) {
    if (hasCode(error, insufficientPrivilege)) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}

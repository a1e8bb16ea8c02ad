// Live messages: NOTIFY in the writing transaction, sent by PostgreSQL after the commit. Browsers of the company, or of one member of
// it, refetch the lists that the message names (server/live/).

import { sql, type Transaction } from 'kysely';
import type { ClientBase } from 'pg';
import type { Noun } from '#domain/nouns.ts';
import type { Database } from './schema.ts';
import { prepared } from './transact.ts';

export async function publishChange(
  db: Transaction<Database>,
  companyId: string,
  nouns: Iterable<Noun>,
  userId?: string,
): Promise<void> {
  const message = JSON.stringify({ companyId, userId, nouns: [...nouns] });
  await prepared(db, sql`select pg_notify('live', ${message})`);
}

/** For jobs and imports, which have a connection of their own. */
export async function publishChangeOfJob(client: ClientBase, companyId: string, nouns: readonly Noun[]): Promise<void> {
  await client.query(`select pg_notify('live', $1)`, [JSON.stringify({ companyId, nouns })]);
}

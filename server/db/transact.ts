// The transaction of a request, with pipelining: statements that are given without waiting for each other are one round trip,
// `inOrder` where their order matters. BEGIN is sent with the first statement, COMMIT with the last ones.
// An error fails every statement behind it, COMMIT included, so that a transaction is complete or has no effect.

import { Socket } from 'node:net';
import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DummyDriver,
  type Kysely,
  type KyselyConfig,
  sql,
  Transaction,
} from 'kysely';
import type { PoolClient } from 'pg';
import { traced, tracedBy } from '../tracing/spans.ts';
import { statementName } from '../tracing/statement-name.ts';
import type { ConnectionSource } from './connection-source.ts';
import type { Database } from './schema.ts';

/** Adds statements that only have to be complete before the commit; they are sent with it. */
export type BeforeCommit = (...sent: readonly Promise<unknown>[]) => void;

export type Work<T> = (db: Transaction<Database>, beforeCommit: BeforeCommit) => Promise<T>;
export type Isolation = 'read committed' | 'repeatable read';

export type Transact = <T>(work: Work<T>, isolation?: Isolation) => Promise<T>;

type Parts = {
  pool: ConnectionSource;
  kysely: Kysely<Database>;
  config: KyselyConfig;
  /** Behind a pooler, the next statement may run on another connection, without the prepared statements. */
  statements: 'prepared' | 'plain';
};

export function pipelinedTransactions(parts: Parts): Transact {
  return (work, isolation = 'read committed') =>
    traced({ name: `transaction, ${isolation}` }, () => onConnection(parts, work, isolation));
}

async function onConnection<T>(parts: Parts, work: Work<T>, isolation: Isolation): Promise<T> {
  const client = await parts.pool.connect();
  let fault: Error | undefined;
  try {
    return await inTransaction(client, parts, { work, isolation });
  } catch (error) {
    if (isOutdatedPlan(error)) fault = error;
    // Queued behind the statements that are still running.
    await client.query('rollback').catch((lost: Error) => {
      fault = lost;
    });
    throw error;
  } finally {
    client.release(fault);
  }
}

async function inTransaction<T>(
  client: PoolClient,
  { kysely, config, statements }: Parts,
  { work, isolation }: { work: Work<T>; isolation: Isolation },
): Promise<T> {
  const isPrepared = statements === 'prepared';
  const control = (text: string) => client.query({ text, ...(isPrepared ? { name: text } : {}) });
  const connection = connectionOn(client, isPrepared ? nameOfPrepared : () => undefined);
  let isOver = false;
  const provideConnection: ConnectionProvider['provideConnection'] = async (use) => {
    if (isOver) throw new Error('The transaction is over.');
    return use(connection);
  };
  const executor = kysely.getExecutor().withConnectionProvider({ provideConnection });
  const db = new Transaction<Database>({ config, dialect: config.dialect, driver: new DummyDriver(), executor });
  const { pending, beforeCommit } = collect();
  try {
    beforeCommit(control(`begin isolation level ${isolation}`));
    const result = await work(db, beforeCommit);
    const [{ command }] = await Promise.all([control('commit'), ...pending]);
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed.');
    return result;
  } finally {
    isOver = true;
  }
}

function collect(): { pending: Promise<unknown>[]; beforeCommit: BeforeCommit } {
  const pending: Promise<unknown>[] = [];
  const beforeCommit: BeforeCommit = (...sent) => {
    // Failures are handled with the commit; until then they must not count as unhandled rejections.
    for (const one of sent) one.catch(() => undefined);
    pending.push(...sent);
  };
  return { pending, beforeCommit };
}

/** Statements in one round trip, executed as listed. `Promise.all` is for those whose order does not matter. */
export const inOrder = <const Statements extends readonly unknown[]>(statements: Statements) => Promise.all(statements);

/** The same without pipelining, for connections that use COPY. */
export const sequentialTransactions =
  (kysely: Kysely<Database>): Transact =>
  (work, isolation = 'read committed') =>
    kysely
      .transaction()
      .setIsolationLevel(isolation)
      .execute(async (db) => {
        const { pending, beforeCommit } = collect();
        const result = await work(db, beforeCommit);
        await Promise.all(pending);
        return result;
      });

/** A migration changed the result type of a prepared statement: its connection must be discarded and the work retried. */
export const isOutdatedPlan = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === '0A000';

const preparedQueries = new WeakSet<CompiledQuery>();
const names = new Map<string, string>();
/** Each connection keeps the plans of all prepared statements. */
const maxPreparedStatements = 100;

/**
 * Runs a prepared statement: each connection parses and plans it once. For frequent statements whose text does not vary and
 * whose best plan does not depend on the values: ids, not ranges.
 */
export async function prepared<Row>(
  db: Transaction<Database>,
  query: { compile(db: Transaction<Database>): CompiledQuery<Row> },
): Promise<Row[]> {
  const compiled = query.compile(db);
  preparedQueries.add(compiled);
  const { rows } = await db.executeQuery(compiled);
  return rows;
}

/** For `= any(…)` in a prepared statement. Hides the number of ids from the planner, which would plan again for each number. */
export const anyOf = (ids: readonly string[]) => sql`any((select ${ids}::uuid[])::uuid[])`;

function nameOfPrepared(query: CompiledQuery): string | undefined {
  if (!preparedQueries.has(query)) return undefined;
  const known = names.get(query.sql);
  if (known !== undefined || names.size >= maxPreparedStatements) return known;
  const name = `daybook-${names.size + 1}`;
  names.set(query.sql, name);
  return name;
}

function connectionOn(client: PoolClient, nameOf: (query: CompiledQuery) => string | undefined): DatabaseConnection {
  return {
    executeQuery: async (query) => {
      const name = nameOf(query);
      const statement = { text: query.sql, values: [...query.parameters], ...(name === undefined ? {} : { name }) };
      const { command, rowCount, rows } = await tracedBy(
        () => ({ name: statementName(query.sql), kind: 'client' }),
        () => client.query(statement),
      );
      const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE';
      return { rows, ...(isWrite ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
    },
    streamQuery: () => {
      throw new Error('Rows are not streamed inside the transaction of a request.');
    },
  };
}

/** A socket that sends everything written in one tick as one packet, instead of one for each statement. */
export function batchingSocket(): Socket {
  const socket = new Socket();
  const uncork = socket.uncork.bind(socket);
  socket.uncork = () => process.nextTick(uncork);
  return socket;
}

/** Reports of all companies together. Each occupies a core of the database while it reads. */
export const maxConcurrentReports = 4;

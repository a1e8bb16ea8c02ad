// The transaction of a request. Statements that are given together travel together: `await Promise.all([one.execute(),
// other.execute()])` is one round trip, done in this order. BEGIN travels with the first one, COMMIT with the last.
// What the database refuses fails everything behind it, COMMIT included, so that nothing is ever half done.

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
import type { Pool, PoolClient } from 'pg';
import type { Database } from './schema.ts';

/** Takes statements whose outcome nothing waits for but the commit. */
export type Lastly = (...sent: readonly Promise<unknown>[]) => void;

type Work<T> = (db: Transaction<Database>, lastly: Lastly) => Promise<T>;
type Isolation = 'read committed' | 'repeatable read';

export type Transact = <T>(work: Work<T>, isolation?: Isolation) => Promise<T>;

type Parts = {
  pool: Pool;
  kysely: Kysely<Database>;
  config: KyselyConfig;
  /** Behind a pooler a statement that was prepared may be on another connection. */
  statements: 'prepared' | 'plain';
};

export function pipelinedTransactions(parts: Parts): Transact {
  return async (work, isolation = 'read committed') => {
    const client = await parts.pool.connect();
    let fault: Error | undefined;
    try {
      return await inTransaction(client, parts, { work, isolation });
    } catch (error) {
      if (isOutdatedPlan(error)) fault = error;
      // Behind everything that is still on its way.
      await client.query('rollback').catch((lost: Error) => {
        fault = lost;
      });
      throw error;
    } finally {
      client.release(fault);
    }
  };
}

async function inTransaction<T>(
  client: PoolClient,
  { kysely, config, statements }: Parts,
  { work, isolation }: { work: Work<T>; isolation: Isolation },
): Promise<T> {
  const isKeeping = statements === 'prepared';
  const control = (text: string) => client.query({ text, ...(isKeeping ? { name: text } : {}) });
  const connection = connectionOn(client, isKeeping ? nameOfPrepared : () => undefined);
  let isOver = false;
  const provideConnection: ConnectionProvider['provideConnection'] = async (use) => {
    if (isOver) throw new Error('The transaction is over.');
    return use(connection);
  };
  const executor = kysely.getExecutor().withConnectionProvider({ provideConnection });
  const db = new Transaction<Database>({ config, dialect: config.dialect, driver: new DummyDriver(), executor });
  const { last, lastly } = gather();
  try {
    lastly(control(`begin isolation level ${isolation}`));
    const result = await work(db, lastly);
    const [{ command }] = await Promise.all([control('commit'), ...last]);
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed.');
    return result;
  } finally {
    isOver = true;
  }
}

function gather(): { last: Promise<unknown>[]; lastly: Lastly } {
  const last: Promise<unknown>[] = [];
  const lastly: Lastly = (...sent) => {
    // Looked at with the commit; until then a failure of one is no unhandled one.
    for (const one of sent) one.catch(() => undefined);
    last.push(...sent);
  };
  return { last, lastly };
}

/** The same one statement after the other, for connections on which rows are copied: those cannot be pipelined. */
export const transactionsInTurn =
  (kysely: Kysely<Database>): Transact =>
  (work, isolation = 'read committed') =>
    kysely
      .transaction()
      .setIsolationLevel(isolation)
      .execute(async (db) => {
        const { last, lastly } = gather();
        const result = await work(db, lastly);
        await Promise.all(last);
        return result;
      });

/** A migration changed what a prepared statement answers: its connection would refuse it for ever. Worth another attempt. */
export const isOutdatedPlan = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === '0A000';

const kept = new WeakSet<CompiledQuery>();
const names = new Map<string, string>();
/** Every connection keeps the plans of all. */
const mostNames = 100;

/**
 * Runs a statement that each connection parses and plans once. For those of many requests whose text does not vary, and whose
 * best plan does not depend on the values: ids, not ranges.
 */
export async function prepared<Row>(
  db: Transaction<Database>,
  query: { compile(db: Transaction<Database>): CompiledQuery<Row> },
): Promise<Row[]> {
  const compiled = query.compile(db);
  kept.add(compiled);
  const { rows } = await db.executeQuery(compiled);
  return rows;
}

/** For `= any(…)` in a prepared statement. The planner does not see how many there are: it would plan anew for each number. */
export const anyOf = (ids: readonly string[]) => sql`any((select ${ids}::uuid[])::uuid[])`;

function nameOfPrepared(query: CompiledQuery): string | undefined {
  if (!kept.has(query)) return undefined;
  const known = names.get(query.sql);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `daybook-${names.size + 1}`;
  names.set(query.sql, name);
  return name;
}

function connectionOn(client: PoolClient, nameOf: (query: CompiledQuery) => string | undefined): DatabaseConnection {
  return {
    executeQuery: async (query) => {
      const name = nameOf(query);
      const statement = { text: query.sql, values: [...query.parameters], ...(name === undefined ? {} : { name }) };
      const { command, rowCount, rows } = await client.query(statement);
      const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE';
      return { rows, ...(isWrite ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
    },
    streamQuery: () => {
      throw new Error('Rows are not streamed inside the transaction of a request.');
    },
  };
}

/** For a connection: what is written in one tick leaves as one packet, instead of one for each statement. */
export function gatheringSocket(): Socket {
  const socket = new Socket();
  const uncork = socket.uncork.bind(socket);
  socket.uncork = () => process.nextTick(uncork);
  return socket;
}

// A separate database for a test file: a copy of the migrated one, created in milliseconds.
import { randomBytes } from 'node:crypto';
import pg, { type ClientConfig } from 'pg';
import { inject } from 'vitest';
import type { DatabaseObserver } from '#server/db/connection-source.ts';
import { addressOf } from './cluster.ts';

export type TestDatabase = {
  name: string;
  owner: ClientConfig;
  app: ClientConfig;
  /** Like `app`, on a replica. */
  replica?: ClientConfig;
  observer?: DatabaseObserver;
  /** Not restricted by row-level security; used by tests, never by the product. */
  superuserConfig: ClientConfig;
  drop(): Promise<void>;
};

/** Copying files takes a third of the time of the default, which writes every page to the write-ahead log. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const host = inject('clusterHost');
  const hosts = [host, ...inject('workerHosts')];
  const name = `test_${randomBytes(6).toString('hex')}`;
  const onEach = async (statement: string) => {
    await Promise.all(hosts.map((one) => asSuperuser(one, statement)));
  };
  await onEach(`create database ${name} template daybook strategy file_copy owner daybook_owner`);
  return {
    name,
    owner: addressOf(host, name, 'daybook_owner'),
    app: addressOf(host, name, 'daybook_app'),
    superuserConfig: addressOf(host, name, 'postgres'),
    drop: () => onEach(`drop database if exists ${name} with (force)`),
  };
}

/** Dropping the database may end a connection that is being closed; both the pool and its client emit the error. */
export function openSuperuserPool({ superuserConfig }: TestDatabase, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ ...superuserConfig, max: 2, ...options });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function asSuperuser(host: string, statement: string): Promise<void> {
  const client = new pg.Client(addressOf(host, 'postgres', 'postgres'));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

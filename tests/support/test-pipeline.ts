// Without the HTTP layer: a separate pool of the application role, and handlers of a test run by the real pipeline.

import { join } from 'node:path';
import pg from 'pg';
import { endpoints } from '#contract/index.ts';
import { type OpenDatabase, openDatabase } from '#server/db/connect.ts';
import { createLog } from '#server/log.ts';
import { builtInBilling } from '#server/ports/billing/open.ts';
import { diskReceipts } from '#server/ports/receipts/disk.ts';
import { withAuthorisation } from '#server/request/authorise.ts';
import { asMember, type CompanyContext } from '#server/request/context.ts';
import { createHashing } from '#server/request/hashing.ts';
import type { Pipeline } from '#server/request/pipeline.ts';
import type { Actor, TestApp } from './app.ts';

/** Connection options for the test's database, as a role. */
export function connectionAs(
  { superuser }: TestApp,
  user: 'daybook_app' | 'daybook_owner' | 'postgres',
): pg.ClientConfig {
  const { host, port, database } = superuser.options;
  return { ...(host ? { host } : {}), ...(port ? { port } : {}), ...(database ? { database } : {}), user };
}

export async function connectAsApp(test: TestApp): Promise<pg.Client> {
  const client = new pg.Client(connectionAs(test, 'daybook_app'));
  await client.connect();
  return client;
}

/** Like a second process on the same database, with its own pool. */
export function openPipeline(test: TestApp, poolSize: number): Pipeline & { opened: OpenDatabase } {
  const log = createLog('silent');
  const opened = openDatabase({
    owner: connectionAs(test, 'daybook_owner'),
    app: connectionAs(test, 'daybook_app'),
    log,
    poolSize,
  });
  const hashing = createHashing();
  const receipts = diskReceipts(join(test.config.dataDir, 'receipts'));
  const { app: database, transact, transactHeavy } = opened;
  return {
    database,
    transact,
    transactHeavy,
    config: test.config,
    hashing,
    billing: builtInBilling,
    receipts,
    opened,
  };
}

/** Runs `handle` as a read request of `actor` in a company, with the context of real handlers. */
export const runInCompany = <T>(
  pipeline: Pipeline,
  actor: Actor,
  companyId: string,
  handle: (ctx: CompanyContext) => Promise<T>,
): Promise<T> => {
  const request = {
    path: { companyId },
    rest: {},
    sessionToken: actor.cookie.split('=')[1] ?? '',
    browserToken: null,
    idempotencyKey: null,
    locale: 'en',
    client: { address: actor.address, userAgent: 'test' },
  } as const;
  return withAuthorisation(pipeline, { rule: endpoints.getCompany, request }, (ctx) => handle(asMember(ctx)));
};

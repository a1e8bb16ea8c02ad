// Behind the HTTP edge: a pool of the application role of one's own, and handlers of a test run by the real pipeline.

import { join } from 'node:path';
import pg from 'pg';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { type OpenDatabase, openDatabase } from '#server/db/connect.ts';
import { createIdentity } from '#server/identity/identity.ts';
import { createLog } from '#server/log.ts';
import { builtInBilling } from '#server/ports/billing/built-in.ts';
import { diskReceipts } from '#server/ports/receipts/disk.ts';
import type { AnyContext, CompanyContext } from '#server/request/context.ts';
import { handleRequest, type Pipeline } from '#server/request/pipeline.ts';
import type { Actor, TestApp } from './app.ts';

/** How to reach the database of the test as a role. */
export function reach({ oracle }: TestApp, user: 'daybook_app' | 'daybook_owner' | 'postgres'): pg.ClientConfig {
  const { host, port, database } = oracle.options;
  return { ...(host ? { host } : {}), ...(port ? { port } : {}), ...(database ? { database } : {}), user };
}

export async function connectAsApp(test: TestApp): Promise<pg.Client> {
  const client = new pg.Client(reach(test, 'daybook_app'));
  await client.connect();
  return client;
}

/** A second process on the same database, as it were, with its own pool. */
export function openPipeline(test: TestApp, poolSize: number): Pipeline & { opened: OpenDatabase } {
  const log = createLog('silent');
  const opened = openDatabase({ owner: reach(test, 'daybook_owner'), app: reach(test, 'daybook_app'), log, poolSize });
  const identity = createIdentity({ config: test.config, log });
  const receipts = diskReceipts(join(test.config.dataDir, 'receipts'));
  const { app: database, transact, transactHeavy } = opened;
  return {
    database,
    transact,
    transactHeavy,
    config: test.config,
    identity,
    billing: builtInBilling,
    receipts,
    opened,
  };
}

/** Runs `handle` as a reading request of `actor` in a company, with the context that real handlers get. */
export async function inCompany<T>(
  pipeline: Pipeline,
  actor: Actor,
  companyId: string,
  handle: (ctx: CompanyContext) => Promise<T>,
): Promise<T | undefined> {
  const endpoint: Endpoint = endpoints.getCompany;
  let result: T | undefined;
  await handleRequest(pipeline, {
    endpoint: { ...endpoint, output: endpoints.signOut.output },
    handle: async (ctx) => {
      if (!isOfCompany(ctx)) throw new Error('There is no company.');
      result = await handle(ctx);
      return null;
    },
    path: { companyId },
    rest: {},
    sessionToken: actor.cookie.split('=')[1] ?? '',
    browserToken: null,
    idempotencyKey: null,
    locale: 'en',
    client: { address: actor.address, userAgent: 'test' },
  });
  return result;
}

const isOfCompany = (ctx: AnyContext): ctx is CompanyContext => 'company' in ctx && ctx.company !== null;

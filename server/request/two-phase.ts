// For a handler that needs a provider on the network: nothing may wait for one inside a transaction. What it did so far is
// committed, `run` talks to the provider, and what `run` gives answers in a second transaction, judged anew.
// A kill in between leaves the first half: it has to be such that somebody finds and ends it.

import { sql } from 'kysely';
import { prepared } from '../db/transact.ts';
import type { DatabaseHandle, Db, Noun } from './context.ts';
import { enterCompany } from './tenant.ts';

const mark: unique symbol = Symbol('outside');

export type Outside<Ctx, Out> = { readonly [mark]: true; run(inCompany: InCompany): Promise<Conclusion<Ctx, Out>> };

/** Methods, so that the pipeline may hold those of narrower contexts: the second judgement is the one of the first. */
type Conclusion<Ctx, Out> = { answer(ctx: Ctx): Promise<Out> };

export const outside = <Ctx, Out>(
  run: (inCompany: InCompany) => Promise<(ctx: Ctx) => Promise<Out>>,
): Outside<Ctx, Out> => ({ [mark]: true, run: async (inCompany) => ({ answer: await run(inCompany) }) });

export const isOutside = <Ctx>(result: unknown): result is Outside<Ctx, unknown> =>
  typeof result === 'object' && result !== null && mark in result;

/** A short transaction of its own in one company, for work that no request carries. */
export type InCompany = <T>(companyId: string, work: (db: Db, now: Date) => Promise<T>) => Promise<T>;

export const shortTransactions =
  (database: DatabaseHandle): InCompany =>
  (companyId, work) =>
    database.transaction().execute(async (db) => {
      await enterCompany(db, companyId);
      const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
      return work(db, rows[0]?.now ?? new Date());
    });

/** Tells the browsers of a company, or of one member in it, once the transaction commits, which nouns to fetch again. */
export async function tellBrowsers(db: Db, companyId: string, nouns: Iterable<Noun>, userId?: string): Promise<void> {
  const message = JSON.stringify({ companyId, userId, nouns: [...nouns] });
  await prepared(db, sql`select pg_notify('live', ${message})`);
}

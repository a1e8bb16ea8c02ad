// Two-phase requests: for handlers that call an external provider, because no transaction may stay open during a network call.
// The first transaction commits, `run` calls the provider, and the function that `run` returns answers in a second
// transaction, authorised again. If the process is killed in between, only the first part is done: something must find and
// finish it.

import { sql } from 'kysely';
import type { Noun } from '#domain/nouns.ts';
import { prepared } from '../db/transact.ts';
import type { DatabaseHandle, Db } from './context.ts';
import { enterCompany } from './tenant.ts';

const brand: unique symbol = Symbol('two-phase');

export type TwoPhase<Ctx, Out> = { readonly [brand]: true; run(inCompany: InCompany): Promise<SecondPhase<Ctx, Out>> };

/** A method, so that the pipeline accepts narrower contexts; the second transaction authorises like the first. */
type SecondPhase<Ctx, Out> = { answer(ctx: Ctx): Promise<Out> };

export const afterCommit = <Ctx, Out>(
  run: (inCompany: InCompany) => Promise<(ctx: Ctx) => Promise<Out>>,
): TwoPhase<Ctx, Out> => ({ [brand]: true, run: async (inCompany) => ({ answer: await run(inCompany) }) });

export const isTwoPhase = <Ctx>(result: unknown): result is TwoPhase<Ctx, unknown> =>
  typeof result === 'object' && result !== null && brand in result;

/** A short transaction in one company, for work outside of a request. */
export type InCompany = <T>(companyId: string, work: (db: Db, now: Date) => Promise<T>) => Promise<T>;

export const shortTransactions =
  (database: DatabaseHandle): InCompany =>
  (companyId, work) =>
    database.transaction().execute(async (db) => {
      await enterCompany(db, companyId);
      const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
      return work(db, rows[0]?.now ?? new Date());
    });

/** After the commit, sends a live message: the browsers of a company, or of one member of it, refetch these lists. */
export async function publishChange(db: Db, companyId: string, nouns: Iterable<Noun>, userId?: string): Promise<void> {
  const message = JSON.stringify({ companyId, userId, nouns: [...nouns] });
  await prepared(db, sql`select pg_notify('live', ${message})`);
}

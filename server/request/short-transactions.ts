// Short transactions in one company, for work outside of a request: jobs, and what comes after the first commit of a two-phase request.

import { sql } from 'kysely';
import type { DatabaseHandle, Db } from './context.ts';
import { setCurrentCompany } from './tenant.ts';

export type InCompany = <T>(companyId: string, work: (db: Db, now: Date) => Promise<T>) => Promise<T>;

export const shortTransactions =
  (database: DatabaseHandle): InCompany =>
  (companyId, work) =>
    database.transaction().execute(async (db) => {
      await setCurrentCompany(db, companyId);
      const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
      return work(db, rows[0]?.now ?? new Date());
    });

// Work inside a request that may be refused without refusing the whole request, or that is undone.

import { sql } from 'kysely';
import { inSavepoint, undoneInSavepoint } from '../db/savepoint.ts';
import type { Db } from './context.ts';
import { RefusalError } from './refused.ts';

/** The result of `act`; or its refusal, with everything that it wrote rolled back. */
export async function attempt<T>(db: Db, act: () => Promise<T>): Promise<T | RefusalError> {
  try {
    return await inSavepoint(runOn(db), act);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return error;
  }
}

/** The result of `act`. What it wrote is kept or rolled back; both run equivalent statements, so that the time reveals neither. */
export const writeInSavepoint = <T>(db: Db, outcome: 'kept' | 'undone', act: () => Promise<T>): Promise<T> =>
  (outcome === 'kept' ? inSavepoint : undoneInSavepoint)(runOn(db), act);

const runOn = (db: Db) => (statement: string) => sql.raw(statement).execute(db);

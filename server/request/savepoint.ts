// Work inside a request that may be refused without refusing the whole request.

import { sql } from 'kysely';
import { inSavepoint } from '../db/savepoint.ts';
import type { Db } from './context.ts';
import { RefusalError } from './refused.ts';

/** The result of `act`; or its refusal, with everything that it wrote rolled back. */
export async function attempt<T>(db: Db, act: () => Promise<T>): Promise<T | RefusalError> {
  try {
    return await inSavepoint((statement) => sql.raw(statement).execute(db), act);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return error;
  }
}

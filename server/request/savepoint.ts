// Work inside a request that may be refused without refusing the whole request.

import { sql } from 'kysely';
import type { Db } from './context.ts';
import { RefusalError } from './refused.ts';

/** The result of `act`; or its refusal, with everything that it wrote rolled back. */
export async function attempt<T>(db: Db, act: () => Promise<T>): Promise<T | RefusalError> {
  await sql`savepoint attempt`.execute(db);
  try {
    const result = await act();
    await sql`release savepoint attempt`.execute(db);
    return result;
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    await sql`rollback to savepoint attempt`.execute(db);
    return error;
  }
}

// Enters a company for the rest of a transaction that did not start in one: founding it, joining it.
// Row-level security shows and takes only that company's rows from here on.

import { sql } from 'kysely';
import type { Db } from './context.ts';

export async function enterCompany(db: Db, companyId: string): Promise<void> {
  await sql`select set_config('app.company_id', ${companyId}, true)`.execute(db);
}

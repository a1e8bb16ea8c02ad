// Sets the company for the rest of a transaction that did not begin in one: founding a company, joining one.
// From here on row-level security applies to that company's rows.

import { sql } from 'kysely';
import type { Db } from './context.ts';

export async function enterCompany(db: Db, companyId: string): Promise<void> {
  await sql`select set_config('app.company_id', ${companyId}, true)`.execute(db);
}

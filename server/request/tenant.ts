// The company and the person of the current transaction, which row-level security compares the rows with. A request begins with them
// (open-request.ts); these are for transactions that change one, and for work outside of a request.

import { sql } from 'kysely';
import type { Db } from './context.ts';

export async function setCurrentCompany(db: Db, companyId: string): Promise<void> {
  await sql`select set_local('app.company_id', ${companyId})`.execute(db);
}

/** Outside of any company. */
export async function setCurrentPerson(db: Db, userId: string): Promise<void> {
  await sql`select set_local('app.company_id', ''), set_local('app.user_id', ${userId})`.execute(db);
}

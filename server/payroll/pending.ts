// Pending worklogs of the whole company up to a day; after closing the period they can be decided but no longer amended.

import { sql } from 'kysely';
import type { Day } from '#domain/calendar.ts';
import type { CompanyContext } from '../request/context.ts';

export const countPending = ({ db, company }: CompanyContext, until: Day) =>
  db
    .selectFrom('worklogs')
    .where('companyId', '=', company.id)
    .where('status', '=', 'pending')
    .where('day', '<=', until)
    .select([sql<number>`count(*)`.as('pending'), sql<Day | null>`min(day)`.as('oldestPendingOn')])
    .executeTakeFirstOrThrow();

// Active members whose last mail about work could not be delivered, for those who can help them.

import { sql } from 'kysely';
import type { z } from 'zod';
import { type dashboard, maxDashboardPeople } from '#contract/dashboard.ts';
import { isAllowed } from '#domain/permissions.ts';
import type { CompanyContext } from '../request/context.ts';

type FailedMails = z.input<typeof dashboard>['failedMails'];

export async function findFailedMails({ db, company }: CompanyContext): Promise<FailedMails> {
  if (!isAllowed(company, 'members.update')) return null;
  const rows = await db
    .selectFrom('failedMails as f')
    .innerJoin('members as m', (join) =>
      join.onRef('m.companyId', '=', 'f.companyId').onRef('m.userId', '=', 'f.userId'),
    )
    .innerJoin('users as u', 'u.id', 'f.userId')
    .where('f.companyId', '=', company.id)
    .where('m.deactivatedAt', 'is', null)
    .select(['f.userId', 'u.name', 'f.since', 'f.reason', sql<number>`count(*) over ()`.as('count')])
    .orderBy('f.since')
    .orderBy('u.id')
    .limit(maxDashboardPeople)
    .execute();
  return {
    count: rows[0]?.count ?? 0,
    people: rows.map(({ userId, name, since, reason }) => ({ userId, name, since: since.toISOString(), reason })),
  };
}

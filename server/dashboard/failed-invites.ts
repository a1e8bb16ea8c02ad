// Open invites whose mail will not arrive, for those who can send them again.

import { sql } from 'kysely';
import type { z } from 'zod';
import { type dashboard, maxDashboardPeople } from '#contract/dashboard.ts';
import { isAllowed } from '#domain/permissions.ts';
import type { CompanyContext } from '../request/context.ts';

type FailedInvites = z.input<typeof dashboard>['failedInvites'];

export async function findFailedInvites({ db, company }: CompanyContext): Promise<FailedInvites> {
  if (!isAllowed(company, 'invites.manage')) return null;
  const rows = await db
    .selectFrom('invites')
    .where('companyId', '=', company.id)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('undeliverable', 'is not', null)
    .select(['id', 'email', 'sentAt', 'undeliverable', sql<number>`count(*) over ()`.as('count')])
    .$narrowType<{ undeliverable: 'address-refused' | 'message-refused' | 'not-sent' }>()
    .orderBy('sentAt', 'desc')
    .orderBy('id')
    .limit(maxDashboardPeople)
    .execute();
  return {
    count: rows[0]?.count ?? 0,
    invites: rows.map(({ id, email, sentAt, undeliverable }) => ({
      id,
      email,
      sentAt: sentAt.toISOString(),
      reason: undeliverable,
    })),
  };
}

// Synchronises with the payment provider where an event may have been missed: an unfinished change of seats, a checkout that
// may have been paid, and once a day every paying company. A failing company does not delay the others.

import type { Pool } from 'pg';
import { seatChangeLockMinutes } from '#domain/billing.ts';
import { synchronise } from '../billing/synchronise.ts';
import type { Log } from '../log.ts';
import type { Billing } from '../ports/billing/billing.ts';
import type { DatabaseHandle } from '../request/context.ts';
import { shortTransactions } from '../request/short-transactions.ts';

type Parts = { billing: Promise<Billing>; ownerPool: Pool; app: DatabaseHandle; log: Log };

/** Per run; the rest is done in the next. */
const maxCompaniesPerRun = 200;

export async function synchroniseWaiting({ billing, ownerPool, app, log }: Parts): Promise<void> {
  const { provider } = await billing;
  if (provider === null) return;
  const { rows } = await ownerPool.query<{ companyId: string }>(
    `select company_id as "companyId" from subscriptions
     where changed_at < now() - make_interval(mins => $1)
       or checkout_id is not null and synchronised_at < now() - interval '4 minutes'
       or status in ('active', 'past due') and synchronised_at < now() - interval '1 day'
     order by synchronised_at limit $2`,
    [seatChangeLockMinutes, maxCompaniesPerRun],
  );
  for (const { companyId } of rows) {
    await synchronise({ inCompany: shortTransactions(app), provider }, companyId).catch((error: unknown) =>
      log.warn(
        { companyId, error: error instanceof Error ? error.message : String(error) },
        'payment synchronisation failed',
      ),
    );
  }
}

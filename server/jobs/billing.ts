// Asks the payment provider again where its word may have been missed: a change of seats that was never ended, a checkout
// that may have been paid, and once a day everybody who pays. One failing company does not keep the others waiting.

import type { Pool } from 'pg';
import { seatChangeMinutes } from '#domain/billing.ts';
import { synchronise } from '../billing/synchronise.ts';
import type { Log } from '../log.ts';
import type { Billing } from '../ports/billing/billing.ts';
import type { DatabaseHandle } from '../request/context.ts';
import { shortTransactions } from '../request/two-phase.ts';

type Parts = { billing: Promise<Billing>; ownerPool: Pool; app: DatabaseHandle; log: Log };

/** In one run; the rest waits for the next. */
const most = 200;

export async function synchroniseWaiting({ billing, ownerPool, app, log }: Parts): Promise<void> {
  const { provider } = await billing;
  if (provider === null) return;
  const { rows } = await ownerPool.query<{ companyId: string }>(
    `select company_id as "companyId" from subscriptions
     where changed_at < now() - make_interval(mins => $1)
       or checkout_id is not null and synchronised_at < now() - interval '4 minutes'
       or status in ('active', 'past due') and synchronised_at < now() - interval '1 day'
     order by synchronised_at limit $2`,
    [seatChangeMinutes, most],
  );
  for (const { companyId } of rows) {
    await synchronise({ inCompany: shortTransactions(app), provider }, companyId).catch((error: unknown) =>
      log.warn(
        { companyId, error: error instanceof Error ? error.message : String(error) },
        'what a company pays for could not be asked',
      ),
    );
  }
}

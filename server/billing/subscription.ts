// The subscription row of a company, and the change of seats that may be in progress.
// Except for `findSubscription`, everything is read and written under the company's lock, which the caller takes.

import type { Selectable } from 'kysely';
import { seatChangeLockMinutes } from '#domain/billing.ts';
import { newId } from '../db/ids.ts';
import type { SubscriptionsTable } from '../db/schema.ts';
import type { Checkout } from '../ports/billing/billing.ts';
import type { Db } from '../request/context.ts';
import { refused } from '../request/refused.ts';

export type SubscriptionRow = Selectable<SubscriptionsTable>;

export const findSubscription = (db: Db, companyId: string): Promise<SubscriptionRow | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('companyId', '=', companyId).executeTakeFirst();

/** The change in progress. One whose process was killed expires after some minutes. */
export const changeInProgress = (row: SubscriptionRow | undefined, now: Date): { seats: number } | null =>
  row?.changedAt && row.changeSeats !== null && now.getTime() - row.changedAt.getTime() < seatChangeLockMinutes * 60_000
    ? { seats: row.changeSeats }
    : null;

/** Reserves a change of seats at the provider; returns its id. */
export async function beginChange(
  { db, now }: { db: Db; now: Date },
  { companyId, seats }: { companyId: string; seats: number },
): Promise<string> {
  if (changeInProgress(await findSubscription(db, companyId), now)) throw refused('billing.change-in-progress');
  const changeId = newId();
  const change = { changeId, changeSeats: seats, changedAt: now };
  await db
    .insertInto('subscriptions')
    .values({ companyId, ...change })
    .onConflict((conflict) =>
      conflict.column('companyId').doUpdateSet((eb) => ({ ...change, version: eb('subscriptions.version', '+', 1) })),
    )
    .execute();
  return changeId;
}

export const noChange = { changeId: null, changeSeats: null, changedAt: null };

/** Cancels a reserved change. */
export async function cancelChange(db: Db, companyId: string, changeId: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set((eb) => ({ ...noChange, version: eb('version', '+', 1) }))
    .where('companyId', '=', companyId)
    .where('changeId', '=', changeId)
    .execute();
}

/** False if the change expired before the provider responded: another one may have begun. */
export async function storeCheckout(
  { db, now }: { db: Db; now: Date },
  { companyId, changeId, checkout }: { companyId: string; changeId: string; checkout: Checkout },
): Promise<boolean> {
  const updated = await db
    .updateTable('subscriptions')
    .set((eb) => ({
      ...noChange,
      customerId: checkout.customerId,
      checkoutId: checkout.id,
      checkoutAt: now,
      version: eb('version', '+', 1),
    }))
    .where('companyId', '=', companyId)
    .where('changeId', '=', changeId)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

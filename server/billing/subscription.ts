// The row of what a company pays for, and the one change of seats that may be in progress in it.
// Everything here is read and written under the company's lock, taken by the caller, but for `findSubscription`.

import type { Selectable } from 'kysely';
import { seatChangeMinutes } from '#domain/billing.ts';
import type { SubscriptionsTable } from '../db/schema.ts';
import type { Checkout } from '../ports/billing/billing.ts';
import type { Db } from '../request/context.ts';
import { newId } from '../request/ids.ts';
import { refused } from '../request/refused.ts';

export type SubscriptionRow = Selectable<SubscriptionsTable>;

export const findSubscription = (db: Db, companyId: string): Promise<SubscriptionRow | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('companyId', '=', companyId).executeTakeFirst();

/** A change that its maker was killed in is over after a while; before, it may still be under way. */
export const changeUnderWay = (row: SubscriptionRow | undefined, now: Date): { seats: number } | null =>
  row?.changedAt && row.changeSeats !== null && now.getTime() - row.changedAt.getTime() < seatChangeMinutes * 60_000
    ? { seats: row.changeSeats }
    : null;

/** Reserves the right to talk to the provider about the seats; gives the name of the change. */
export async function beginChange(
  { db, now }: { db: Db; now: Date },
  { companyId, seats }: { companyId: string; seats: number },
): Promise<string> {
  if (changeUnderWay(await findSubscription(db, companyId), now)) throw refused('billing.change-in-progress');
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

/** Nothing came of it, and nothing depends on it. */
export async function dropChange(db: Db, companyId: string, changeId: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set((eb) => ({ ...noChange, version: eb('version', '+', 1) }))
    .where('companyId', '=', companyId)
    .where('changeId', '=', changeId)
    .execute();
}

/** False when the change was over before the provider answered: somebody else may have begun one. */
export async function keepCheckout(
  { db, now }: { db: Db; now: Date },
  { companyId, changeId, checkout }: { companyId: string; changeId: string; checkout: Checkout },
): Promise<boolean> {
  const kept = await db
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
  return kept.numUpdatedRows > 0n;
}

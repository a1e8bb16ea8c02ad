// Brings seats and subscription of a company to what the provider says now. The only place that does: after a change of
// ours, for an event, and by the clock, so that a lost event or a kill between two steps is made good.
// What is fetched is applied only if nothing became known meanwhile; else it is fetched again. So order does not matter.

import { seatsAfter } from '#domain/billing.ts';
import { lockCompany } from '../members/seats.ts';
import type { BillingEvent, PaymentProvider, Subscription } from '../ports/billing/billing.ts';
import type { Db } from '../request/context.ts';
import { refused } from '../request/refused.ts';
import { type InCompany, tellBrowsers } from '../request/two-phase.ts';
import { tellOfUnpaidInvoice } from './mails.ts';
import { changeUnderWay, findSubscription, noChange, type SubscriptionRow } from './subscription.ts';

export type Synchronising = { inCompany: InCompany; provider: PaymentProvider };

/** Why it is done: the change that ends with it, or the event that is thereby taken in. */
type Because = { changeId?: string; event?: BillingEvent };

const attempts = 5;
/** Checkouts of Stripe cannot be paid any more after a day. */
const checkoutLivesMs = 24 * 60 * 60_000;

export async function synchronise(
  { inCompany, provider }: Synchronising,
  companyId: string,
  because: Because = {},
): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const seen = await inCompany(companyId, (db) => findSubscription(db, companyId));
    if (!seen) return;
    const { customerId } = seen;
    const told = customerId === null ? null : await provider.findSubscription({ companyId, customerId });
    if (await inCompany(companyId, (db, now) => apply({ db, now }, { seen, told, because }))) return;
  }
  throw refused('billing.unavailable', { params: { seconds: 30 } });
}

type Found = { seen: SubscriptionRow; told: Subscription | null; because: Because };

/** False when the row has changed since it was seen: then what was told may be older than what is known. */
async function apply(
  { db, now }: { db: Db; now: Date },
  { seen, told, because: { changeId, event } }: Found,
): Promise<boolean> {
  const { companyId } = seen;
  await lockCompany(db, companyId);
  const row = await findSubscription(db, companyId);
  if (!row || row.version !== seen.version) return false;
  if (event && !(await takeIn(db, event))) return true;
  const isOver = changeId === row.changeId || !changeUnderWay(row, now);
  const status = told?.status ?? (row.status === 'none' ? 'none' : 'ended');
  const reserved = isOver ? null : row.changeSeats;
  const hasNewSeats = await setSeatsPaid(db, companyId, (seats) =>
    seatsAfter({ seats, before: row.status, now: told, reserved }),
  );
  const isCheckoutDone = status === 'active' || now.getTime() - (row.checkoutAt?.getTime() ?? 0) > checkoutLivesMs;
  await db
    .updateTable('subscriptions')
    .set({
      version: row.version + 1,
      status,
      subscriptionId: told?.id ?? row.subscriptionId,
      priceId: told?.priceId ?? row.priceId,
      endsAt: told?.endsAt ?? null,
      synchronisedAt: now,
      ...(isOver ? noChange : {}),
      ...(isCheckoutDone ? { checkoutId: null, checkoutAt: null } : {}),
    })
    .where('companyId', '=', companyId)
    .execute();
  if (status === 'past due' && row.status !== 'past due') await tellOfUnpaidInvoice(db, companyId);
  const hasNews = status !== row.status || told?.endsAt?.getTime() !== row.endsAt?.getTime();
  if (hasNewSeats) await tellBrowsers(db, companyId, ['session', 'companies', 'members', 'invites', 'dashboard']);
  else if (hasNews) await tellBrowsers(db, companyId, ['companies']);
  return true;
}

/** False when the event was taken in before. */
async function takeIn(db: Db, { id, companyId, kind, happenedAt }: BillingEvent): Promise<boolean> {
  const taken = await db
    .insertInto('billingEvents')
    .values({ companyId, id, kind, happenedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Not `setSeats`: what is paid for holds, even where it is less than what is in use. */
async function setSeatsPaid(db: Db, companyId: string, seatsOf: (seats: number) => number): Promise<boolean> {
  const { seats } = await db
    .selectFrom('companies')
    .select('seats')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const paid = seatsOf(seats);
  if (paid === seats) return false;
  await db.updateTable('companies').set({ seats: paid }).where('id', '=', companyId).execute();
  return true;
}

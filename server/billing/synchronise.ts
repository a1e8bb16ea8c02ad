// Updates seats and subscription of a company to the current state at the provider. The only place that does: after our own
// changes, for events, and on schedule, so that lost events and killed processes are corrected.
// A fetched state is applied only if the row has not changed meanwhile; otherwise it is fetched again. So order does not matter.

import { type NotNull, sql } from 'kysely';
import { seatsForSubscription } from '#domain/billing.ts';
import { isPremium } from '#domain/companies.ts';
import { isLocale } from '#domain/settings.ts';
import { publishChange } from '../db/publish.ts';
import type { Mail } from '../mail/payload.ts';
import { isActiveAdminIn } from '../members/active-admins.ts';
import { lockCompany } from '../members/seats.ts';
import type { BillingEvent, PaymentProvider, Subscription } from '../ports/billing/billing.ts';
import { recordAudit } from '../request/audit.ts';
import type { Db } from '../request/context.ts';
import { refused } from '../request/refused.ts';
import { notifyRightsOfMembers } from '../request/rights-changed.ts';
import type { InCompany } from '../request/short-transactions.ts';
import { changeInProgress, findSubscription, noChange, type SubscriptionRow } from './subscription.ts';

export type Synchronising = { inCompany: InCompany; provider: PaymentProvider };

/** What caused it: the change that it completes and who asked for it, or the event that it processes. */
type Cause = { changeId?: string; actorId?: string; event?: BillingEvent };

const attempts = 5;
/** Checkouts of Stripe expire after a day. */
const checkoutLifetimeMs = 24 * 60 * 60_000;

export async function synchronise(
  { inCompany, provider }: Synchronising,
  companyId: string,
  cause: Cause = {},
): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const seen = await inCompany(companyId, (db) => findSubscription(db, companyId));
    if (!seen) return;
    const { customerId } = seen;
    const current = customerId === null ? null : await provider.findSubscription({ companyId, customerId });
    if (await inCompany(companyId, (db, now) => apply({ db, now }, { seen, current, cause }))) return;
  }
  throw refused('billing.unavailable', { params: { seconds: 30 } });
}

type Fetched = { seen: SubscriptionRow; current: Subscription | null; cause: Cause };

/** False if the row has changed since it was read: the fetched state may then be older than the stored one. */
async function apply(
  { db, now }: { db: Db; now: Date },
  { seen, current, cause: { changeId, actorId, event } }: Fetched,
): Promise<boolean> {
  const { companyId } = seen;
  await lockCompany(db, companyId);
  const row = await findSubscription(db, companyId);
  if (!row || row.version !== seen.version) return false;
  if (event && !(await recordEvent(db, event))) return true;
  const isCompleted = changeId === row.changeId || !changeInProgress(row, now);
  const status = current?.status ?? (row.status === 'none' ? 'none' : 'ended');
  const reserved = isCompleted ? null : row.changeSeats;
  const by = { db, now, actorId: actorId ?? null };
  const hasNewSeats = await setSeatsPaid(by, companyId, (seats) =>
    seatsForSubscription({ seats, before: row.status, now: current, reserved }),
  );
  if (status !== row.status)
    await recordAudit(by, companyId, [{ kind: 'subscription', actorId: by.actorId, from: row.status, to: status }]);
  const isCheckoutDone = status === 'active' || now.getTime() - (row.checkoutAt?.getTime() ?? 0) > checkoutLifetimeMs;
  await db
    .updateTable('subscriptions')
    .set({
      version: row.version + 1,
      status,
      subscriptionId: current?.id ?? row.subscriptionId,
      priceId: current?.priceId ?? row.priceId,
      endsAt: current?.endsAt ?? null,
      synchronisedAt: now,
      ...(isCompleted ? noChange : {}),
      ...(isCheckoutDone ? { checkoutId: null, checkoutAt: null } : {}),
    })
    .where('companyId', '=', companyId)
    .execute();
  if (status === 'past due' && row.status !== 'past due') await notifyUnpaidInvoice(db, companyId);
  const hasChanged = status !== row.status || current?.endsAt?.getTime() !== row.endsAt?.getTime();
  if (hasNewSeats) await publishChange(db, companyId, ['session', 'companies', 'members', 'invites', 'dashboard']);
  else if (hasChanged) await publishChange(db, companyId, ['companies']);
  return true;
}

/** False if the event was processed before. */
async function recordEvent(db: Db, { id, companyId, kind, happenedAt }: BillingEvent): Promise<boolean> {
  const recorded = await db
    .insertInto('billingEvents')
    .values({ companyId, id, kind, happenedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return recorded !== undefined;
}

type By = { db: Db; now: Date; actorId: string | null };

/** Unlike `setSeats` this allows fewer seats than are in use: the paid number applies. */
async function setSeatsPaid(
  { db, now, actorId }: By,
  companyId: string,
  seatsOf: (seats: number) => number,
): Promise<boolean> {
  const { seats } = await db
    .selectFrom('companies')
    .select('seats')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const paid = seatsOf(seats);
  if (paid === seats) return false;
  await db.updateTable('companies').set({ seats: paid }).where('id', '=', companyId).execute();
  await recordAudit({ db, now }, companyId, [{ kind: 'seats', actorId, from: seats, to: paid }]);
  if (isPremium(seats) !== isPremium(paid)) await notifyRightsOfMembers(db, companyId);
  return true;
}

/** To every company admin, each in their language. */
async function notifyUnpaidInvoice(db: Db, companyId: string): Promise<void> {
  const admins = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .innerJoin('companies as c', 'c.id', 'm.companyId')
    .select(['u.name', 'u.email', sql<string>`u.settings ->> 'locale'`.as('locale'), 'c.name as companyName'])
    .where('m.companyId', '=', companyId)
    .where(isActiveAdminIn('m'))
    .where('u.closedAt', 'is', null)
    .$narrowType<{ email: NotNull }>()
    .execute();
  for (const { name, email, locale, companyName } of admins) {
    const mail: Mail = {
      template: 'payment-failed',
      to: email,
      locale: isLocale(locale) ? locale : 'en',
      params: { name, companyName },
    };
    await sql`select enqueue('send-mail', ${JSON.stringify(mail)}::json)`.execute(db);
  }
}

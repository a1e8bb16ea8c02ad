// The two changes of seats that go through the payment provider: changing a subscription, and a checkout. Each begins in the
// transaction of the request, which reserves the change, and continues outside of it. When seats are reduced, they are given up
// first, so that no invite claims them meanwhile. Without a response of the provider, the reservation stays until it expires
// and the scheduled job synchronises (jobs/billing.ts).

import type { SeatCounts } from '#domain/seats.ts';
import { setSeats } from '../members/seats.ts';
import { AlreadyPaid, type PaymentProvider, PaymentRefused } from '../ports/billing/billing.ts';
import type { CompanyContext } from '../request/context.ts';
import type { InCompany } from '../request/short-transactions.ts';
import { asRefusal } from './refusals.ts';
import { beginChange, cancelChange, type SubscriptionRow, storeCheckout } from './subscription.ts';
import { synchronise } from './synchronise.ts';

/** Calls the provider; returns the URL where the person pays, or null if no payment is needed. */
type Change = { run(inCompany: InCompany): Promise<string | null> };

type RequestedSeats = { provider: PaymentProvider; seats: number };

export async function changeSubscription(
  ctx: CompanyContext,
  { provider, use, seats, subscriptionId }: RequestedSeats & { use: SeatCounts; subscriptionId: string },
): Promise<Change> {
  const { id: companyId } = ctx.company;
  const { id: actorId } = ctx.person;
  const changeId = await beginChange(ctx, { companyId, seats });
  if (seats < use.seats) await setSeats(ctx, seats);
  return {
    run: async (inCompany) => {
      const refusal = await provider
        .changeSeats({ subscriptionId, changeId, seats })
        .then(() => null)
        .catch((error: unknown) => {
          if (error instanceof PaymentRefused) return asRefusal(error);
          throw asRefusal(error);
        });
      await synchronise({ inCompany, provider }, companyId, { changeId, actorId }).catch((error: unknown) => {
        throw asRefusal(error);
      });
      if (refusal !== null) throw refusal;
      return null;
    },
  };
}

export async function openCheckout(
  ctx: CompanyContext,
  { provider, seats, subscription }: RequestedSeats & { subscription: SubscriptionRow | undefined },
): Promise<Change> {
  const { id: companyId, name: companyName } = ctx.company;
  const changeId = await beginChange(ctx, { companyId, seats });
  const page = `${ctx.config.baseUrl}/upgrade`;
  const checkoutRequest = {
    companyId,
    changeId,
    seats,
    customerId: subscription?.customerId ?? null,
    earlierCheckoutId: subscription?.checkoutId ?? null,
    email: ctx.person.email,
    companyName,
    locale: ctx.locale,
    paidUrl: `${page}?payment=made`,
    cancelledUrl: `${page}?payment=cancelled`,
  };
  return {
    run: async (inCompany) => {
      try {
        const checkout = await provider.startCheckout(checkoutRequest);
        const isStored = await inCompany(companyId, (db, now) =>
          storeCheckout({ db, now }, { companyId, changeId, checkout }),
        );
        if (!isStored) throw new AlreadyPaid();
        return checkout.url;
      } catch (error) {
        // The person has not been redirected yet, so this checkout cannot be paid.
        await inCompany(companyId, (db) => cancelChange(db, companyId, changeId));
        if (error instanceof AlreadyPaid) await synchronise({ inCompany, provider }, companyId);
        throw asRefusal(error);
      }
    },
  };
}

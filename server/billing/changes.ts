// The two ways to seats that go through the provider. Each begins in the transaction of the request, which reserves the
// change, and goes on outside of any. Whoever lowers gives the seats up first: no invite can claim them meanwhile.
// Without a word from the provider the reservation stays until it is over and the clock asks (jobs.ts).

import type { SeatUse } from '#domain/seats.ts';
import { setSeats } from '../members/seats.ts';
import { AlreadyPaid, type PaymentProvider, PaymentRefused } from '../ports/billing/billing.ts';
import type { CompanyContext } from '../request/context.ts';
import type { InCompany } from '../request/two-phase.ts';
import { asRefusal } from './refusals.ts';
import { beginChange, dropChange, keepCheckout, type SubscriptionRow } from './subscription.ts';
import { synchronise } from './synchronise.ts';

/** Talks to the provider; gives the address where the person pays, or null where the seats are settled. */
type Change = { run(inCompany: InCompany): Promise<string | null> };

type Wish = { provider: PaymentProvider; seats: number };

export async function changeSubscription(
  ctx: CompanyContext,
  { provider, use, seats, subscriptionId }: Wish & { use: SeatUse; subscriptionId: string },
): Promise<Change> {
  const { id: companyId } = ctx.company;
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
      await synchronise({ inCompany, provider }, companyId, { changeId }).catch((error: unknown) => {
        throw asRefusal(error);
      });
      if (refusal !== null) throw refusal;
      return null;
    },
  };
}

export async function openCheckout(
  ctx: CompanyContext,
  { provider, seats, subscription }: Wish & { subscription: SubscriptionRow | undefined },
): Promise<Change> {
  const { id: companyId, name: companyName } = ctx.company;
  const changeId = await beginChange(ctx, { companyId, seats });
  const page = `${ctx.config.baseUrl}/upgrade`;
  const wish = {
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
        const checkout = await provider.startCheckout(wish);
        const isKept = await inCompany(companyId, (db, now) =>
          keepCheckout({ db, now }, { companyId, changeId, checkout }),
        );
        if (!isKept) throw new AlreadyPaid();
        return checkout.url;
      } catch (error) {
        // Nobody was sent anywhere yet, so nothing can be paid by it.
        await inCompany(companyId, (db) => dropChange(db, companyId, changeId));
        if (error instanceof AlreadyPaid) await synchronise({ inCompany, provider }, companyId);
        throw asRefusal(error);
      }
    },
  };
}

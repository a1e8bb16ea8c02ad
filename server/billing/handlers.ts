// Seats of a company and changing their number. Without a payment provider changes apply immediately; with one the change is
// reserved, then made at the provider, then read back from it: synchronise.ts confirms or reverts it.

import type { z } from 'zod';
import type { billingEndpoints, seatUsage } from '#contract/billing.ts';
import { isRunning, seatChangeMethod, seatChangeRefusal } from '#domain/billing.ts';
import { findSeatUse, lockOwnCompany, setSeats } from '../members/seats.ts';
import { PaymentRefused } from '../ports/billing/billing.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureAllowed } from '../request/refused.ts';
import { afterCommit } from '../request/two-phase.ts';
import { changeSubscription, openCheckout } from './changes.ts';
import { findAllowance } from './invite-allowance.ts';
import { asRefusal } from './refusals.ts';
import { findSubscription, type SubscriptionRow } from './subscription.ts';

export const billingHandlers: Handlers<typeof billingEndpoints> = {
  async getSeatUse(ctx) {
    return seatUseOf(ctx);
  },

  async changeSeats(ctx, { companyId, seats }) {
    await lockOwnCompany(ctx);
    const { name, provider } = ctx.billing;
    const use = await findSeatUse(ctx, companyId);
    const subscription = await findSubscription(ctx.db, companyId);
    const change = { use, seats, status: subscription?.status ?? 'none', provider: name };
    ensureAllowed(seatChangeRefusal(change));
    const method = seatChangeMethod(change);
    if (provider === null || method === 'free') {
      await setSeats(ctx, seats);
      ctx.publishChange(companyId, 'session', 'companies', 'members', 'invites', 'dashboard');
      return { use: await seatUseOf(ctx), checkoutUrl: null };
    }
    const running = method === 'subscription' ? (subscription?.subscriptionId ?? null) : null;
    if (running !== null && seats === use.seats) return { use: await seatUseOf(ctx), checkoutUrl: null };
    const { run } =
      running === null
        ? await openCheckout(ctx, { provider, seats, subscription })
        : await changeSubscription(ctx, { provider, use, seats, subscriptionId: running });
    return afterCommit(async (inCompany) => {
      const checkoutUrl = await run(inCompany);
      return async (again: CompanyContext) => ({ use: await seatUseOf(again), checkoutUrl });
    });
  },

  async getSeatPrice(ctx, { companyId }) {
    const { provider } = ctx.billing;
    if (provider === null) return { price: null };
    const subscription = await findSubscription(ctx.db, companyId);
    const priceId = subscription && isRunning(subscription.status) ? subscription.priceId : null;
    return afterCommit(async () => {
      const price = await provider.findPrice(priceId).catch((error: unknown) => {
        if (error instanceof PaymentRefused) return null;
        throw asRefusal(error);
      });
      return async () => ({ price });
    });
  },

  async openBillingPortal(ctx, { companyId }) {
    const { provider } = ctx.billing;
    const subscription = await findSubscription(ctx.db, companyId);
    const customerId = customerOf(subscription);
    if (provider === null || customerId === null) return { url: null };
    const { locale, config } = ctx;
    return afterCommit(async () => {
      const page = { customerId, locale, returnUrl: `${config.baseUrl}/upgrade` };
      const url = await provider.openPortal(page).catch((error: unknown) => {
        throw asRefusal(error);
      });
      return async () => ({ url });
    });
  },
};

async function seatUseOf(ctx: CompanyContext): Promise<z.input<typeof seatUsage>> {
  const { name, provider } = ctx.billing;
  const use = await findSeatUse(ctx, ctx.company.id);
  const row = provider === null ? undefined : await findSubscription(ctx.db, ctx.company.id);
  const isPaying = row !== undefined && isRunning(row.status);
  return {
    ...use,
    invitesToday: await findAllowance(ctx),
    provider: name,
    isCustomer: customerOf(row) !== null,
    subscription: isPaying ? { isPastDue: row.status === 'past due', endsAt: row.endsAt?.toISOString() ?? null } : null,
  };
}

/** Null if the company only opened a checkout: the provider then has neither cards nor invoices of it. */
const customerOf = (row: SubscriptionRow | undefined): string | null =>
  row === undefined || row.status === 'none' ? null : row.customerId;

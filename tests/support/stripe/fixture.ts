// The product with Stripe configured, and a company on the Free plan.

import { synchroniseWaiting } from '#server/jobs/billing.ts';
import { createLog } from '#server/log.ts';
import { openBilling } from '#server/ports/billing/open.ts';
import { type Actor, startTestApp, type TestApp } from '../app.ts';
import { FakeStripe, type SignedEvent, webhookSecret } from './fake.ts';

export type BillingFixture = {
  test: TestApp;
  stripe: FakeStripe;
  founder(): Promise<{ admin: Actor; companyId: string }>;
  /** A company that pays for its seats. */
  payer(seats: number): Promise<{ admin: Actor; companyId: string }>;
  deliver(event: SignedEvent): Promise<number>;
  /** Lets more than five minutes pass, then runs the scheduled synchronisation. */
  laterOn(): Promise<void>;
  close(): Promise<void>;
};

const stripeKeys = {
  STRIPE_SECRET_KEY: 'sk_test_recorded',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_PRICE_ID: 'price_1SeatMonthly',
};

export async function openBillingFixture(): Promise<BillingFixture> {
  const stripe = await new FakeStripe().start();
  const test = await startTestApp({ ...stripeKeys, STRIPE_API_URL: stripe.url });
  const founder = async () => {
    const admin = await test.person('Founder');
    const { id } = await admin.ok('POST /companies', {
      name: 'Warung Data',
      timeZone: 'Asia/Jakarta',
      currency: 'IDR',
    });
    return { admin, companyId: id };
  };
  const deliver = async ({ payload, signature }: SignedEvent) => {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    const { statusCode } = await test.app.inject({ method: 'POST', url: '/webhooks/stripe', payload, headers });
    return statusCode;
  };
  return {
    test,
    stripe,
    founder,
    deliver,
    payer: async (seats) => {
      const company = await founder();
      const { checkoutUrl } = await company.admin.ok('PUT /companies/{companyId}/seats', {
        companyId: company.companyId,
        seats,
      });
      await deliver(stripe.pay(checkoutUrl));
      return company;
    },
    laterOn: async () => {
      await test.superuser.query(`update subscriptions set changed_at = changed_at - interval '6 minutes',
        synchronised_at = synchronised_at - interval '6 minutes'`);
      const { ownerPool, app } = test.database;
      await synchroniseWaiting({ billing: openBilling(test.config), ownerPool, app, log: createLog('silent') });
    },
    close: async () => {
      await test.close();
      await stripe.close();
    },
  };
}

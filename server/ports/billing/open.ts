// Which way seats are paid for. Stripe's package is loaded only where its keys are set.

import type { Config } from '../../config/config.ts';
import type { Billing } from './billing.ts';
import { builtInBilling } from './built-in.ts';

export async function openBilling({ stripe }: Pick<Config, 'stripe'>): Promise<Billing> {
  if (stripe === undefined) return builtInBilling;
  const { stripeProvider } = await import('./stripe.ts');
  return { name: 'stripe', provider: stripeProvider(stripe) };
}

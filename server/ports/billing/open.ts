// Selects the payment provider. Stripe's package is loaded only if its keys are configured.

import type { Config } from '../../config/config.ts';
import type { Billing } from './billing.ts';

/** The default: no payment provider, so seats are active immediately. */
export const builtInBilling: Billing = { name: 'built-in', provider: null };

export async function openBilling({ stripe }: Pick<Config, 'stripe'>): Promise<Billing> {
  if (stripe === undefined) return builtInBilling;
  const { stripeProvider } = await import('./stripe.ts');
  return { name: 'stripe', provider: stripeProvider(stripe) };
}

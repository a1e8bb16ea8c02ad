// Selects the payment provider. Stripe's package is loaded only if its keys are configured.

import type { Config } from '../../config/config.ts';
import type { Billing } from './billing.ts';
import { builtInBilling } from './built-in.ts';

export async function openBilling({ stripe }: Pick<Config, 'stripe'>): Promise<Billing> {
  if (stripe === undefined) return builtInBilling;
  const { stripeProvider } = await import('./stripe.ts');
  return { name: 'stripe', provider: stripeProvider(stripe) };
}

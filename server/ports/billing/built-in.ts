// The default of self-hosting: no payment provider is configured, so seats are active at once. Does no I/O.

import type { Billing } from './billing.ts';

export const builtInBilling: Billing = { name: 'built-in', provider: null };

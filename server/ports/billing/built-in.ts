// The default: no payment provider, so seats are active immediately. No I/O.

import type { Billing } from './billing.ts';

export const builtInBilling: Billing = { name: 'built-in', provider: null };

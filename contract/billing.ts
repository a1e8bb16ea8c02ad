// Seats and their price. The billing port handles payments; without a provider seats are active at once.

import { z } from 'zod';
import { maxSeats } from '#domain/companies.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, currency, instant } from './fields.ts';

export const seatUsage = z
  .object({
    seats: z.int(),
    members: z.int(),
    pendingInvites: z.int(),
    invitesToday: z
      .object({ most: z.int(), left: z.int() })
      .nullable()
      .describe('Invites that may be sent within a day, and how many are left; null if not limited'),
    provider: z.enum(['built-in', 'stripe']),
    isCustomer: z.boolean().describe('The provider has cards and invoices of the company to show'),
    subscription: z
      .object({
        isPastDue: z.boolean().describe('The last invoice is unpaid; the seats stay while the provider retries'),
        endsAt: instant.nullable().describe('When it ends, if it was cancelled'),
      })
      .nullable()
      .describe('Null while nothing is paid for'),
  })
  .meta({ id: 'SeatUse' });
export type SeatUsage = z.infer<typeof seatUsage>;

export const seatPrice = z
  .object({
    amountMinor: z.int().nullable().describe('Null where it depends on how many seats are bought'),
    currency,
    interval: z.enum(['day', 'week', 'month', 'year']),
    intervalCount: z.int(),
  })
  .meta({ id: 'SeatPrice' });
export type SeatPrice = z.infer<typeof seatPrice>;

export const billingEndpoints = {
  getSeatUse: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/seats',
    summary: 'Seats paid for and seats in use',
    can: 'billing.manage',
    onFreePlan: true,
    input: z.strictObject(companyPath),
    output: seatUsage,
  }),
  changeSeats: endpoint({
    method: 'PUT',
    path: '/companies/{companyId}/seats',
    summary:
      'Choose the number of seats: active at once, charged to the running subscription, or to be paid at an address',
    can: 'billing.manage',
    onFreePlan: true,
    returnsSecret: true,
    input: z.strictObject({ ...companyPath, seats: z.int().min(1).max(maxSeats) }),
    output: z.object({ use: seatUsage, checkoutUrl: z.url().nullable() }),
    refuses: [
      'seats.below-use',
      'billing.cancel-for-free-plan',
      'billing.change-in-progress',
      'billing.changed-meanwhile',
      'billing.payment-refused',
      'billing.unavailable',
    ],
  }),
  getSeatPrice: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/seats/price',
    summary: 'What one seat costs; null where nothing has to be paid',
    can: 'billing.manage',
    onFreePlan: true,
    input: z.strictObject(companyPath),
    output: z.object({ price: seatPrice.nullable() }),
    refuses: ['billing.unavailable'],
  }),
  openBillingPortal: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/billing-portal',
    summary: 'The address of the provider’s page for cards, invoices and cancelling',
    can: 'billing.manage',
    onFreePlan: true,
    // The URL alone gives access to the billing portal.
    returnsSecret: true,
    input: z.strictObject(companyPath),
    output: z.object({ url: z.url().nullable().describe('Null where nothing was ever paid for') }),
    refuses: ['billing.unavailable'],
  }),
};

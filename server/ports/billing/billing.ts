// Payment, as the product knows it: somebody asks for a number of seats, and they are active at once or wait for a payment.
// A provider that talks to the network is never called inside a transaction.

export type SeatRequest = { companyId: string; seats: number };

/** Either the seats are active now, or the person pays at an address of the provider first. */
export type SeatAnswer = { isActivated: true } | { isActivated: false; checkoutUrl: string };

export type Billing = {
  name: 'built-in' | 'stripe';
  requestSeats: (request: SeatRequest) => Promise<SeatAnswer>;
};

// Stripe's minor units differ from ISO 4217 for some currencies: two have hundredths that do not exist, and the ariary (five
// iraimbilanja) has none. https://docs.stripe.com/currencies#special-cases

const inHundredths: ReadonlySet<string> = new Set(['ISK', 'UGX']);
const whole: ReadonlySet<string> = new Set(['MGA']);

/** Converts an amount of Stripe to the minor unit of domain/money.ts. */
export function minorOfStripe(amount: number, currency: string): number {
  if (inHundredths.has(currency)) return Math.round(amount / 100);
  return whole.has(currency) ? amount * 100 : amount;
}

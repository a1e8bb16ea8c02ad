// Stripe counts some currencies otherwise than ISO 4217 does: these two in hundredths that do not exist, and the ariary
// (five iraimbilanja) whole. https://docs.stripe.com/currencies#special-cases

const inHundredths: ReadonlySet<string> = new Set(['ISK', 'UGX']);
const whole: ReadonlySet<string> = new Set(['MGA']);

/** An amount of Stripe in the minor unit of domain/money.ts. */
export function minorOfStripe(amount: number, currency: string): number {
  if (inHundredths.has(currency)) return Math.round(amount / 100);
  return whole.has(currency) ? amount * 100 : amount;
}

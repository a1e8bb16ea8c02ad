// The parts of the configuration that reach a provider: a database elsewhere, payment and the bucket of receipts. The last
// two are given whole or not at all.

export type DatabaseConfig = { url: string; directUrl?: string | undefined; replicaUrl?: string | undefined };

export type StripeConfig = {
  secretKey: string;
  webhookSecret: string;
  priceId: string;
  apiUrl: string | undefined;
};

export type S3Config = { url: string; region: string; keyId: string; secret: string };

const stripeTogether = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID'] as const;
const bucketTogether = ['RECEIPTS_S3_URL', 'RECEIPTS_S3_KEY_ID', 'RECEIPTS_S3_SECRET'] as const;

type Name = (typeof stripeTogether)[number] | (typeof bucketTogether)[number] | 'STRIPE_API_URL' | 'RECEIPTS_S3_REGION';
type Values = { [One in Name]?: string | undefined };

type Addresses = {
  [One in 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_REPLICA_URL']?: string | undefined;
};

export function databaseOf(values: Addresses): DatabaseConfig | undefined {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_REPLICA_URL: replicaUrl } = values;
  return url === undefined ? undefined : { url, directUrl, replicaUrl };
}

export function stripeOf(values: Values): StripeConfig | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICE_ID: priceId } = values;
  if (secretKey === undefined || webhookSecret === undefined || priceId === undefined) return undefined;
  return { secretKey, webhookSecret, priceId, apiUrl: values.STRIPE_API_URL };
}

export function receiptsOf(values: Values): S3Config | undefined {
  const { RECEIPTS_S3_URL: url, RECEIPTS_S3_KEY_ID: keyId, RECEIPTS_S3_SECRET: secret } = values;
  if (url === undefined || keyId === undefined || secret === undefined) return undefined;
  return { url, keyId, secret, region: values.RECEIPTS_S3_REGION ?? 'us-east-1' };
}

export const providerContradictions = (values: Values): string[] => [
  ...incomplete(values, 'Payment through Stripe needs', stripeTogether, values.STRIPE_API_URL),
  ...incomplete(values, 'Receipts in a bucket need', bucketTogether, values.RECEIPTS_S3_REGION),
];

/** `further` makes no sense without the others. */
function incomplete(values: Values, what: string, together: readonly Name[], further: string | undefined): string[] {
  const missing = together.filter((name) => values[name] === undefined);
  const isMeant = missing.length < together.length || further !== undefined;
  if (missing.length === 0 || !isMeant) return [];
  return [`${what} ${together.join(', ')}, but ${missing.join(' and ')} is not set.`];
}

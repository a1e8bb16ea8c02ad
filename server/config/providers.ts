// Configuration of providers: an external database, payment, and the bucket for receipts. The variables of the last two must be
// set together or not at all.

import { z } from 'zod';
import { isBucket, matching } from './values.ts';

export type DatabaseConfig = {
  url: string;
  directUrl?: string | undefined;
  replicaUrl?: string | undefined;
  distribution?: 'none' | 'citus' | undefined;
};

export type StripeConfig = {
  secretKey: string;
  webhookSecret: string;
  priceId: string;
  apiUrl: string | undefined;
};

export type S3Config = { url: string; region: string; keyId: string; secret: string };

const stripeRequired = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID'] as const;
const bucketRequired = ['RECEIPTS_S3_URL', 'RECEIPTS_S3_KEY_ID', 'RECEIPTS_S3_SECRET'] as const;

type Name = (typeof stripeRequired)[number] | (typeof bucketRequired)[number] | 'STRIPE_API_URL' | 'RECEIPTS_S3_REGION';
type Values = { [One in Name]?: string | undefined };

type DatabaseValues = {
  [One in 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_REPLICA_URL']?: string | undefined;
} & { DATABASE_DISTRIBUTION?: DatabaseConfig['distribution'] };

export function databaseOf(values: DatabaseValues): DatabaseConfig | undefined {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_REPLICA_URL: replicaUrl } = values;
  return url === undefined
    ? undefined
    : { url, directUrl, replicaUrl, distribution: values.DATABASE_DISTRIBUTION ?? 'none' };
}

/** A copy of one node has not the rows of the others. */
export function citusContradictions({ DATABASE_URL: url, DATABASE_REPLICA_URL: replicaUrl }: DatabaseValues): string[] {
  const found: string[] = [];
  if (url === undefined) found.push('DATABASE_DISTRIBUTION=citus must come with DATABASE_URL, which is not set.');
  if (replicaUrl !== undefined)
    found.push('DATABASE_DISTRIBUTION=citus and DATABASE_REPLICA_URL must not be set together.');
  return found;
}

export function stripeOf(values: Values): StripeConfig | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICE_ID: priceId } = values;
  if (secretKey === undefined || webhookSecret === undefined || priceId === undefined) return undefined;
  return { secretKey, webhookSecret, priceId, apiUrl: values.STRIPE_API_URL };
}

function receiptsOf(values: Values): S3Config | undefined {
  const { RECEIPTS_S3_URL: url, RECEIPTS_S3_KEY_ID: keyId, RECEIPTS_S3_SECRET: secret } = values;
  if (url === undefined || keyId === undefined || secret === undefined) return undefined;
  return { url, keyId, secret, region: values.RECEIPTS_S3_REGION ?? 'us-east-1' };
}

export const receipts = {
  schema: {
    RECEIPTS_S3_URL: z.string().refine(isBucket).optional(),
    RECEIPTS_S3_REGION: matching(/^[a-z0-9-]{1,60}$/),
    RECEIPTS_S3_KEY_ID: matching(/^\S+$/),
    RECEIPTS_S3_SECRET: matching(/^\S+$/),
  },
  variables: {
    RECEIPTS_S3_URL: {
      byDefault: 'none',
      means: 'An S3-compatible bucket for receipts: see `docs/operating.md`. Without it they are files in `DATA_DIR`.',
      mustBe: 'the address of a bucket, such as https://s3.eu-central-1.amazonaws.com/my-bucket',
    },
    RECEIPTS_S3_REGION: {
      byDefault: 'us-east-1',
      means: 'Region of the bucket.',
      mustBe: 'a name such as eu-central-1',
    },
    RECEIPTS_S3_KEY_ID: { byDefault: 'none', means: 'Id of the key for the bucket.', mustBe: 'an id without spaces' },
    RECEIPTS_S3_SECRET: {
      byDefault: 'none',
      means: 'Secret of the key for the bucket.',
      mustBe: 'a secret without spaces',
      secret: true,
    },
  } as const,
  of: receiptsOf,
};

export const providerContradictions = (values: Values): string[] => [
  ...incomplete(values, 'Payment through Stripe needs', stripeRequired, values.STRIPE_API_URL),
  ...incomplete(values, 'Receipts in a bucket need', bucketRequired, values.RECEIPTS_S3_REGION),
];

/** `optional` has no effect without the required ones. */
function incomplete(values: Values, what: string, required: readonly Name[], optional: string | undefined): string[] {
  const missing = required.filter((name) => values[name] === undefined);
  const isUsed = missing.length < required.length || optional !== undefined;
  if (missing.length === 0 || !isUsed) return [];
  return [`${what} ${required.join(', ')}, but ${missing.join(' and ')} is not set.`];
}

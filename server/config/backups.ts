// Backups of the embedded database: where they are stored, for how long, and for whom they are encrypted. On by default; a
// PostgreSQL of the operator has its own backup (docs/operating.md).

import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { S3Config } from './providers.ts';
import { isBucket, matching, wholeNumber } from './values.ts';

const isPlace = (text: string): boolean =>
  !text.includes('\0') && (!/^\w+:\/\//.test(text) || isBucket(text)) && !text.startsWith('s3:');

const schema = {
  BACKUP_PLACE: z.string().refine(isPlace).optional(),
  BACKUP_S3_REGION: matching(/^[a-z0-9-]{1,60}$/),
  BACKUP_S3_KEY_ID: matching(/^\S+$/),
  BACKUP_S3_SECRET: matching(/^\S+$/),
  BACKUP_RECIPIENT: matching(/^age1[a-z0-9]{20,3000}$/),
  BACKUP_DAYS: wholeNumber(1, 3650).optional(),
  BACKUP_DRILL: z.enum(['0', '1']).optional(),
};

const backupVariables = {
  BACKUP_PLACE: {
    byDefault: 'DATA_DIR/backups',
    means:
      'Where the embedded database is backed up to: a folder, best on another disk, or the address of an S3-compatible bucket. `off` for no backups. With `DATABASE_URL`: where `npm run backup` stores the receipts and the secret. See `docs/operating.md`.',
    mustBe:
      'the path of a folder, the address of a bucket such as https://s3.eu-central-1.amazonaws.com/my-bucket, or off',
  },
  BACKUP_S3_REGION: {
    byDefault: 'us-east-1',
    means: 'Region of the bucket for backups.',
    mustBe: 'a name such as eu-central-1',
  },
  BACKUP_S3_KEY_ID: {
    byDefault: 'none',
    means: 'Id of the key for the bucket for backups.',
    mustBe: 'an id without spaces',
  },
  BACKUP_S3_SECRET: {
    byDefault: 'none',
    means: 'Secret of that key.',
    mustBe: 'a secret without spaces',
    secret: true,
  },
  BACKUP_RECIPIENT: {
    byDefault: 'none',
    means:
      'Public key for which backups are encrypted; `npm run backup -- --new-key FILE` makes a pair. Only the private key can restore them.',
    mustBe: 'a public key of age, which begins with age1',
  },
  BACKUP_DAYS: {
    byDefault: '7',
    means: 'Every moment of this many days can be restored; older backups are deleted.',
    mustBe: 'a whole number from 1 to 3650',
  },
  BACKUP_DRILL: {
    byDefault: '0',
    means: '`1` restores each daily backup into a temporary database and compares it. Not with `BACKUP_RECIPIENT`.',
    mustBe: '0 or 1',
  },
} as const;

export type BackupConfig = {
  place: { kind: 'folder'; path: string } | ({ kind: 'bucket' } & S3Config);
  recipient: string | undefined;
  days: number;
  drill: boolean;
};

type Values = { [One in keyof typeof schema]?: z.output<(typeof schema)[One]> } & {
  DATABASE_URL?: string | undefined;
};

/** Undefined if backups are off. */
function of(values: Values, dataDir: string): BackupConfig | undefined {
  const { BACKUP_PLACE: place = join(dataDir, 'backups') } = values;
  if (values.DATABASE_URL !== undefined || place === 'off') return undefined;
  return configOf(place, values);
}

/** The backup of receipts, the secret and closed accounts beside a PostgreSQL of the operator; undefined unless a place is named. */
function ofFiles(values: Values): BackupConfig | undefined {
  const { BACKUP_PLACE: place = 'off' } = values;
  return values.DATABASE_URL === undefined || place === 'off' ? undefined : configOf(place, values);
}

function configOf(place: string, values: Values): BackupConfig {
  return {
    place: placeOf(place, values),
    recipient: values.BACKUP_RECIPIENT,
    days: values.BACKUP_DAYS ?? 7,
    drill: values.BACKUP_DRILL === '1' && values.BACKUP_RECIPIENT === undefined,
  };
}

function placeOf(place: string, values: Values): BackupConfig['place'] {
  if (!isUrl(place)) return { kind: 'folder', path: resolve(place) };
  return {
    kind: 'bucket',
    url: place,
    keyId: values.BACKUP_S3_KEY_ID ?? '',
    secret: values.BACKUP_S3_SECRET ?? '',
    region: values.BACKUP_S3_REGION ?? 'us-east-1',
  };
}

const isUrl = (place: string): boolean => /^https?:/.test(place);

function contradictions(values: Values): string[] {
  const isBucketPlace = isUrl(values.BACKUP_PLACE ?? '');
  const keys = ['BACKUP_S3_KEY_ID', 'BACKUP_S3_SECRET'] as const;
  const missing = keys.filter((name) => values[name] === undefined);
  const isUsed = [...keys, 'BACKUP_S3_REGION' as const].some((name) => values[name] !== undefined);
  if (isBucketPlace && missing.length > 0)
    return [`Backups in a bucket need ${keys.join(' and ')}, but ${missing.join(' and ')} is not set.`];
  if (!isBucketPlace && isUsed)
    return ['BACKUP_S3_REGION, BACKUP_S3_KEY_ID and BACKUP_S3_SECRET need the address of a bucket in BACKUP_PLACE.'];
  return [];
}

function warnings({ BACKUP_DRILL: drill, BACKUP_RECIPIENT: recipient }: Values): string[] {
  if (drill !== '1' || recipient === undefined) return [];
  return [
    'BACKUP_DRILL is not carried out: the key of BACKUP_RECIPIENT is not on this machine. Run npm run doctor -- --restore --key FILE where it is.',
  ];
}

export const backups = { schema, variables: backupVariables, of, ofFiles, contradictions, warnings };

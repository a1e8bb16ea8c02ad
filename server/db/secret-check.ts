// Checks that APP_SECRET is the one the database was created with. With another one all authenticator apps stop working, and
// links and tokens in mails become invalid; so a start with another secret is refused before anything is changed.
// For an installation from before fingerprints were stored, the check is whether the secret decrypts its sealed values.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { ClientBase, ClientConfig } from 'pg';
import type { ReadConfig } from '../config/config.ts';
import { ensureAppSecret, findAppSecret, secretFile } from '../secrets/app-secret.ts';
import { secondFactorBinding, signingKeyBinding } from '../secrets/bindings.ts';
import { unseal } from '../secrets/seal.ts';
import { StartRefusal } from '../start-refusal.ts';
import { asOwner } from './as-owner.ts';

type Source = Pick<ReadConfig, 'appSecret' | 'dataDir'>;

/** Result of the check; `new` if nothing in the database depends on a secret. */
export type SecretState = 'same' | 'other' | 'new';

export async function refuseOtherSecret(owner: ClientConfig, source: Source): Promise<void> {
  const secret = findAppSecret(source);
  const secretState = await asOwner(owner, (client) => checkSecret(client, secret));
  if (secretState !== 'other') return;
  const isMissing = secret === null;
  const place = source.appSecret === undefined ? secretFile(source.dataDir) : 'APP_SECRET';
  throw new StartRefusal(
    isMissing
      ? `The database was created with a secret that is missing: APP_SECRET is not set, and there is no ${place}.`
      : `The secret in ${place} is not the one that the database was created with.`,
    'Restore the secret from the backup that the database belongs to, and start again. Nothing was created or changed.',
    'To continue with another secret (authenticator apps must then be set up again): npm run doctor -- --accept-secret',
  );
}

/** After the migrations: returns the secret, generated if there is none, and stores its fingerprint if there is none. */
export async function rememberSecret(owner: ClientConfig, source: Source): Promise<string> {
  const secret = ensureAppSecret(source);
  await asOwner(owner, (client) =>
    client.query('update installation set secret_fingerprint = $1 where secret_fingerprint is null', [
      fingerprintOf(secret),
    ]),
  );
  // If several servers without a common secret started at the same time, only the first one may continue.
  await refuseOtherSecret(owner, { ...source, appSecret: secret });
  return secret;
}

export async function acceptSecret(owner: ClientConfig, source: Source): Promise<void> {
  const fingerprint = fingerprintOf(ensureAppSecret(source));
  await asOwner(owner, (client) => client.query('update installation set secret_fingerprint = $1', [fingerprint]));
}

export async function checkSecret(client: Pick<ClientBase, 'query'>, secret: string | null): Promise<SecretState> {
  const stored = await storedFingerprint(client);
  if (stored !== null) return secret !== null && timingSafeEqual(stored, fingerprintOf(secret)) ? 'same' : 'other';
  const sealed = await sealedValues(client);
  if (sealed.length === 0) return 'new';
  const opens = secret !== null && sealed.some((one) => canUnseal(one, secret));
  return opens ? 'same' : 'other';
}

type Sealed = { purpose: 'factor' | 'key'; name: string; sealed: Buffer };

export function canUnseal({ purpose, name, sealed }: Sealed, secret: string): boolean {
  const binding = purpose === 'factor' ? secondFactorBinding(name, secret) : signingKeyBinding(name, secret);
  return unseal(sealed, binding) !== null;
}

/** Secrets of authenticator apps and the newest signing key; older keys may have been sealed with an earlier secret. */
export async function sealedValues(client: Pick<ClientBase, 'query'>): Promise<Sealed[]> {
  if (!(await hasTable(client, 'second_factors'))) return [];
  const { rows } = await client.query<Sealed>(
    `select 'factor' as purpose, user_id::text as name, sealed_secret as sealed from second_factors
     union all (select 'key', kid, sealed_private from signing_keys order by signs_from desc limit 1)`,
  );
  return rows;
}

async function storedFingerprint(client: Pick<ClientBase, 'query'>): Promise<Buffer | null> {
  if (!(await hasTable(client, 'installation'))) return null;
  const { rows } = await client.query<{ fingerprint: Buffer | null }>(
    'select secret_fingerprint as fingerprint from installation',
  );
  return rows[0]?.fingerprint ?? null;
}

async function hasTable(client: Pick<ClientBase, 'query'>, table: string): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>('select to_regclass($1) is not null as has', [table]);
  return rows[0]?.has === true;
}

/** Reveals nothing about the secret: it is derived with a purpose of its own, which is used for nothing else. */
function fingerprintOf(secret: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fingerprint', 32));
  return createHmac('sha256', key).update('daybook').digest();
}

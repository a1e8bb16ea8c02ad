// The keys that sign the claims token. The first one is generated on first use; afterwards a job generates a new one every month. Each
// is published before it signs and until the last token signed with it has expired. Private keys are stored sealed; one that
// was sealed with an older APP_SECRET stays published but no longer signs. The public keys (JWKS) can be read by anybody.

import type { FastifyInstance } from 'fastify';
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, importPKCS8 } from 'jose';
import { sql } from 'kysely';
import { claimsTokenLifetimeMinutes, signingKeyLifetimeDays, signingKeyOverlapMinutes } from '#domain/tokens.ts';
import type { Db } from '../request/context.ts';
import type { Pipeline } from '../request/pipeline.ts';
import { signingKeyBinding } from '../secrets/bindings.ts';
import { seal, unseal } from '../secrets/seal.ts';

export const signingAlgorithm = 'ES256';

/** Much shorter than a new key is published before it signs. */
const maxAgeSeconds = 300;

export type SigningKey = { kid: string; privateKey: CryptoKey };

/** The current signing key. If several servers need the first one at the same time, only one generates it. */
export async function getSigningKey(db: Db, secret: string): Promise<SigningKey> {
  const current = await findCurrent(db, secret);
  if (current) return current;
  await lockKeys(db);
  return (await findCurrent(db, secret)) ?? generateKey(db, secret, 0);
}

/** Readable from any site. */
export function mountPublishedKeys(app: FastifyInstance, { database, config }: Pipeline): void {
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    const keys = await database.transaction().execute((db) => listPublicKeys(db, config.appSecret));
    return reply
      .headers({
        'content-type': 'application/jwk-set+json',
        'cache-control': `public, max-age=${maxAgeSeconds}`,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(JSON.stringify({ keys }));
  });
}

/** The public keys of all unexpired tokens, and of keys that will sign soon. */
async function listPublicKeys(db: Db, secret: string): Promise<unknown[]> {
  await getSigningKey(db, secret);
  const rows = await db.selectFrom('signingKeys').select('publicJwk').orderBy('signsFrom', 'desc').execute();
  return rows.map(({ publicJwk }) => publicJwk);
}

/** The scheduled job: generates the next key in time, and deletes keys whose last token has expired. Idempotent. */
export async function rotateSigningKeys(db: Db, secret: string): Promise<void> {
  await lockKeys(db);
  const newest = await db
    .selectFrom('signingKeys')
    .select(sql<boolean>`signs_from < now() - make_interval(days => ${signingKeyLifetimeDays})`.as('isDue'))
    .orderBy('signsFrom', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest?.isDue) await generateKey(db, secret, signingKeyOverlapMinutes);
  const expiredAfterMinutes = claimsTokenLifetimeMinutes + signingKeyOverlapMinutes;
  await sql`
    delete from signing_keys old where exists (
      select from signing_keys next where next.signs_from > old.signs_from
        and next.signs_from < now() - make_interval(mins => ${expiredAfterMinutes}))`.execute(db);
}

async function findCurrent(db: Db, secret: string): Promise<SigningKey | null> {
  const rows = await db
    .selectFrom('signingKeys')
    .select(['kid', 'sealedPrivate'])
    // Not now(), the start of this transaction: the first key may have been generated while it waited for the lock.
    .where('signsFrom', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('signsFrom', 'desc')
    .execute();
  for (const { kid, sealedPrivate } of rows) {
    const opened = unseal(sealedPrivate, signingKeyBinding(kid, secret));
    if (opened !== null) return { kid, privateKey: await importPKCS8(opened, signingAlgorithm) };
  }
  return null;
}

async function generateKey(db: Db, secret: string, minutesUntilSigning: number): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  await db
    .insertInto('signingKeys')
    .values({
      kid,
      publicJwk: JSON.stringify({ ...jwk, kid, alg: signingAlgorithm, use: 'sig' }),
      sealedPrivate: seal(await exportPKCS8(privateKey), signingKeyBinding(kid, secret)),
      signsFrom: sql<Date>`now() + make_interval(mins => ${minutesUntilSigning})`,
    })
    .execute();
  return { kid, privateKey };
}

/** Until the transaction ends. */
async function lockKeys(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('daybook signing keys', 0))`.execute(db);
}

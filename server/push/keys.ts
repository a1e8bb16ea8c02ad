// The key pair that identifies this installation to push services (VAPID, RFC 8292). Generated on first use, and never replaced while
// APP_SECRET stays the same: subscriptions are bound to it. The private key is stored sealed, and so is in every backup.

import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../request/context.ts';
import { pushKeyBinding } from '../secrets/bindings.ts';
import { seal, unseal } from '../secrets/seal.ts';

/** In base64url, as Web Push uses them: the uncompressed point, and the scalar. */
export type PushKeys = { publicKey: string; privateKey: string };

/** If several servers need the first pair at the same time, only one generates it. */
export async function getPushKeys(db: Db, secret: string): Promise<PushKeys> {
  const known = await findPushKeys(db, secret);
  if (known) return known;
  await lockKeys(db);
  return (await findPushKeys(db, secret)) ?? generateKeys(db, secret);
}

export async function findPushKeys(db: Db, secret: string): Promise<PushKeys | null> {
  const rows = await db
    .selectFrom('pushKeys')
    .select(['publicKey', 'sealedPrivate'])
    .orderBy('createdAt', 'desc')
    .execute();
  for (const { publicKey, sealedPrivate } of rows) {
    const privateKey = unseal(sealedPrivate, pushKeyBinding(publicKey, secret));
    if (privateKey !== null) return { publicKey, privateKey };
  }
  return null;
}

async function generateKeys(db: Db, secret: string): Promise<PushKeys> {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const publicKey = point.toString('base64url');
  await db
    .insertInto('pushKeys')
    .values({ publicKey, sealedPrivate: seal(d, pushKeyBinding(publicKey, secret)) })
    .execute();
  return { publicKey, privateKey: d };
}

/** Until the transaction ends. */
async function lockKeys(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('daybook push keys', 0))`.execute(db);
}

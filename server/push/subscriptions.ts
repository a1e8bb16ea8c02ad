// The devices on which a person has turned notifications on. A subscription belongs to the session that made it, and the database
// deletes both together: it ends by signing out, by whatever else ends the session, and when somebody else signs in there.
// What the browser supplied is sealed: the address of a device allows following it, and its keys decrypt notifications.

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { newId } from '../db/ids.ts';
import type { Db, PersonContext } from '../request/context.ts';
import { pushSubscriptionBinding } from '../secrets/bindings.ts';
import { seal, unseal } from '../secrets/seal.ts';

const subscription = z.object({ endpoint: z.url(), p256dh: z.string(), auth: z.string() });
export type DeviceSubscription = z.output<typeof subscription>;

/** Replaces an earlier one of the session, and one of the same browser, also of another person. */
export async function addDevice({ db, person, config }: PersonContext, added: DeviceSubscription): Promise<void> {
  const endpointHash = createHash('sha256').update(added.endpoint).digest('base64url');
  await sql`select set_local('app.push_endpoint', ${endpointHash})`.execute(db);
  await db
    .deleteFrom('pushSubscriptions')
    .where((eb) => eb.or([eb('endpointHash', '=', endpointHash), eb('sessionId', '=', person.sessionId)]))
    .execute();
  const id = newId();
  const sealed = seal(JSON.stringify(added), pushSubscriptionBinding(id, config.appSecret));
  await db
    .insertInto('pushSubscriptions')
    .values({ id, userId: person.id, sessionId: person.sessionId, endpointHash, sealed })
    .execute();
}

export async function removeDevice(db: Db, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const removed = await db
    .deleteFrom('pushSubscriptions')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** Null if it has ended, its session has expired, or it was sealed with another APP_SECRET. */
export async function findDevice(
  db: Db,
  { id, userId, secret }: { id: string; userId: string; secret: string },
): Promise<DeviceSubscription | null> {
  const row = await db
    .selectFrom('pushSubscriptions as p')
    .innerJoin('sessions as s', (join) => join.onRef('s.id', '=', 'p.sessionId').onRef('s.userId', '=', 'p.userId'))
    .where('p.id', '=', id)
    .where('p.userId', '=', userId)
    .where('s.expiresAt', '>', sql<Date>`now()`)
    .select('p.sealed')
    .executeTakeFirst();
  const opened = row ? unseal(row.sealed, pushSubscriptionBinding(id, secret)) : null;
  return opened === null ? null : subscription.parse(JSON.parse(opened));
}

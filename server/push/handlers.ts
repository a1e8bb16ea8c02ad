// The person's devices with notifications. Nobody sees or changes those of others.

import { sql } from 'kysely';
import type { PushState, pushEndpoints } from '#contract/push.ts';
import { maxSessions } from '#domain/sessions.ts';
import { isCallable } from '../ports/push/public-address.ts';
import type { PersonContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureFound, refused } from '../request/refused.ts';
import { getPushKeys } from './keys.ts';
import { findQuietHours, storeQuietHours } from './quiet-hours.ts';
import { addDevice, removeDevice } from './subscriptions.ts';

export const pushHandlers: Handlers<typeof pushEndpoints> = {
  getPush: (ctx) => readState(ctx),

  async addPushDevice(ctx, subscription) {
    const { push } = ctx.config;
    if (push === undefined) throw refused('push.off');
    if (!isCallable(new URL(subscription.endpoint), push)) throw refused('push.address-refused', { path: 'endpoint' });
    await addDevice(ctx, subscription);
    return readState(ctx);
  },

  async removePushDevice(ctx, { deviceId }) {
    const wasRemoved = await removeDevice(ctx.db, { id: deviceId, userId: ctx.person.id });
    ensureFound(wasRemoved || null, 'push.missing');
    return readState(ctx);
  },

  async setQuietHours(ctx, { quietHours }) {
    await storeQuietHours(ctx.db, ctx.person.id, quietHours);
    return readState(ctx);
  },
};

async function readState({ db, person, config }: PersonContext): Promise<PushState> {
  const keys = config.push === undefined ? null : await getPushKeys(db, config.appSecret);
  const rows = await db
    .selectFrom('pushSubscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.sessionId')
    .where('p.userId', '=', person.id)
    .where('s.expiresAt', '>', sql<Date>`now()`)
    .select(['p.id', 'p.createdAt', 'p.sessionId', 'p.endpointHash', 's.userAgent'])
    .orderBy('p.createdAt', 'desc')
    .orderBy('p.id')
    .limit(maxSessions)
    .execute();
  return {
    publicKey: keys?.publicKey ?? null,
    devices: rows.map(({ id, createdAt, sessionId, userAgent }) => ({
      id,
      userAgent: userAgent ?? '',
      createdAt: createdAt.toISOString(),
      isCurrent: sessionId === person.sessionId,
    })),
    endpointHash: rows.find(({ sessionId }) => sessionId === person.sessionId)?.endpointHash ?? null,
    quietHours: await findQuietHours(db, person.id),
  };
}

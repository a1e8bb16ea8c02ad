// The public keys of the claims token, where services look for them. Anybody may read them, from any site, and keep them for
// a few minutes: far less than a new key is published before it signs.

import type { FastifyInstance } from 'fastify';
import type { Pipeline } from '../request/pipeline.ts';
import { listPublicKeys } from './signing-keys.ts';

const maximumAgeSeconds = 300;

export function mountPublishedKeys(app: FastifyInstance, { database, config }: Pipeline): void {
  app.get('/.well-known/jwks.json', { exposeHeadRoute: false }, async (_request, reply) => {
    const keys = await database.transaction().execute((db) => listPublicKeys(db, config.appSecret));
    return reply
      .headers({
        'content-type': 'application/jwk-set+json',
        'cache-control': `public, max-age=${maximumAgeSeconds}`,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(JSON.stringify({ keys }));
  });
}

// The public keys of the claims token (JWKS). Readable by anybody from any site, and cacheable for a few minutes: much shorter than a
// new key is published before it signs.

import type { FastifyInstance } from 'fastify';
import type { Pipeline } from '../request/pipeline.ts';
import { listPublicKeys } from './signing-keys.ts';

const maxAgeSeconds = 300;

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

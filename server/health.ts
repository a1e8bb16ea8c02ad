// `/health`: this process is alive. `/ready`: the database answers and its migrations are done (they are before we listen).

import type { FastifyInstance } from 'fastify';
import type { OpenDatabase } from './db/connect.ts';

export function mountHealth(app: FastifyInstance, database: OpenDatabase): void {
  app.get('/health', { exposeHeadRoute: false }, () => ({ status: 'ok' }));
  app.get('/ready', { exposeHeadRoute: false }, async (_request, reply) => {
    try {
      await database.pool.query('select 1');
      return { status: 'ok' };
    } catch {
      return reply.code(503).header('retry-after', '1').send({ status: 'database unreachable' });
    }
  });
}

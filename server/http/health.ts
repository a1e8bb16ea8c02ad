// `/health`: this process is running. `/ready`: it can answer requests (db/readiness.ts) and has received no signal to stop;
// migrations are complete before the port is opened.

import type { FastifyInstance } from 'fastify';
import { refuse } from '#domain/reasons.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { readinessOf } from '../db/readiness.ts';
import { sendProblem } from './endpoints.ts';

export function mountHealth(app: FastifyInstance, database: OpenDatabase, stopping: AbortSignal | undefined): void {
  const isReady = readinessOf(database.pool);
  app.get('/health', () => ({ status: 'ok' }));
  app.get('/ready', async (request, reply) => {
    if (!stopping?.aborted && (await isReady())) return { status: 'ok' };
    return sendProblem(request, reply, [refuse('server.unavailable')]);
  });
}

// Measures every request of the HTTP server by the name of its endpoint, so that addresses with ids never become labels.

import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { endpoint = 'other' } = request.routeOptions.config;
    if (endpoint !== null)
      metrics.observeRequest({
        endpoint,
        status: reply.statusCode,
        seconds: reply.elapsedTime / 1_000,
        refusal: request.refusalCode,
      });
    done();
  });
}

// A span for every request of the HTTP server, named by the template of its route, so that addresses with ids never become part of a
// trace. The trace of a caller is continued only behind a trusted proxy: others could mix their requests into the traces of this one.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestSpan, RequestTracer } from './open-telemetry.ts';

export function traceRequests(app: FastifyInstance, tracer: RequestTracer): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    // A stream without end would be a span without end.
    if (request.routeOptions.config.endpoint === null) return done();
    const span = tracer.start(trustedParent(request));
    spans.set(request, span);
    span.run(done);
  });
  // The body is read by events of the connection, which are not part of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'other' } = request.routeOptions;
    const { endpoint = 'other' } = request.routeOptions.config;
    const { refusalCode } = request;
    spans.get(request)?.end({
      name: `${request.method} ${route}`,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'daybook.endpoint': endpoint ?? 'other',
        ...(refusalCode === null ? {} : { 'daybook.refusal': refusalCode }),
      },
      isFailed: reply.statusCode >= 500,
    });
    done();
  });
}

/** `ips` has a second address only if the peer is a proxy of TRUST_PROXY. */
function trustedParent({ ips, headers }: FastifyRequest): string | null {
  const { traceparent } = headers;
  return (ips?.length ?? 0) > 1 && typeof traceparent === 'string' ? traceparent : null;
}

// Graceful shutdown. From the signal on, `/ready` fails and every response closes its connection, so that proxies use other
// servers while requests are still accepted; then new requests are refused with 503, and running ones get a moment to finish.
// What is unfinished then is answered with 503, or aborted if a response is being sent: a truncated file never looks complete.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#domain/reasons.ts';
import { sendProblem } from './endpoints.ts';

/** For running requests, once new ones are refused. */
const drainMs = 700;

type EndSignals = readonly (AbortSignal | undefined)[];

export function mountShutdown(app: FastifyInstance, signals: EndSignals): void {
  const open = new Map<FastifyReply, FastifyRequest>();
  let isClosed = false;
  app.addHook('onRequest', async (request, reply) => {
    if (isClosed) return sendProblem(request, reply, [refuse('server.unavailable')]);
    open.set(reply, request);
    reply.raw.once('close', () => open.delete(reply));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosed || signals.some((signal) => signal?.aborted)) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    isClosed = true;
    // Not cleared when the server is closed: one that never listened is closed at once, with requests still running.
    const limit = setTimeout(() => {
      for (const [reply, request] of open) abortRequest(request, reply);
      // Also the connections on which a request is just being received.
      setImmediate(() => app.server.closeAllConnections());
    }, drainMs);
    limit.unref();
  });
}

function abortRequest(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent || reply.raw.headersSent) reply.raw.destroy();
  else sendProblem(request, reply, [refuse('server.unavailable')]);
}

// How the HTTP application ends. From the signal on `/ready` fails and every answer closes its connection, so that proxies go
// elsewhere while requests are still served; then new requests are refused with 503, and those under way get a moment.
// What is not done by then is answered with 503 or, where a file is on its way, cut off: a cut transfer never looks whole.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#domain/reasons.ts';
import { sendProblem } from './endpoints.ts';

/** For requests that are under way when no new ones are taken any more. */
export const drainMs = 700;

export function mountShutdown(app: FastifyInstance, stopping: AbortSignal | undefined): void {
  const open = new Map<FastifyReply, FastifyRequest>();
  let isClosed = false;
  app.addHook('onRequest', async (request, reply) => {
    if (isClosed) return sendProblem(request, reply, [refuse('server.unavailable')]);
    open.set(reply, request);
    reply.raw.once('close', () => open.delete(reply));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosed || stopping?.aborted) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    isClosed = true;
    const limit = setTimeout(() => {
      for (const [reply, request] of open) cutOff(request, reply);
      // Those that are just sending a request, too.
      setImmediate(() => app.server.closeAllConnections());
    }, drainMs);
    app.server.once('close', () => clearTimeout(limit));
  });
}

function cutOff(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent || reply.raw.headersSent) reply.raw.destroy();
  else sendProblem(request, reply, [refuse('server.unavailable')]);
}

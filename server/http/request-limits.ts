// How long a request may take to arrive; more only serves who wants to hold connections. Headers and JSON are small on any
// line; a photograph of ten megabytes needs 80 seconds at 1 Mbit/s. So files get minutes, and a person few of them at once.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refused } from '../request/refused.ts';
import { lateAnswer } from './client-error.ts';

export type ArrivalLimits = { headersMs: number; bodyMs: number; fileMs: number; lookEveryMs: number };

/** Node looks only now and then: what is late is ended within `lookEveryMs` more. */
const usualLimits: ArrivalLimits = { headersMs: 10_000, bodyMs: 30_000, fileMs: 300_000, lookEveryMs: 5_000 };

declare module 'fastify' {
  interface FastifyContextConfig {
    takesFile?: true;
  }
}

/** A filter with a thousand ids in its address, the most that is read (contract/worklogs.ts), and room for the rest. */
const largestHeadersBytes = 64 * 1024;

/** Of Node, which knows one limit for all bodies: that of files. `endLateBodies` holds the others to theirs. */
export const arrivalOptions = ({ headersMs, fileMs, lookEveryMs }: ArrivalLimits = usualLimits) => ({
  requestTimeout: fileMs,
  // A request without a Host header is refused like one with a wrong name, by server/http/hosts.ts.
  http: {
    requireHostHeader: false,
    headersTimeout: headersMs,
    connectionsCheckingInterval: lookEveryMs,
    maxHeaderSize: largestHeadersBytes,
  },
});

export function endLateBodies(
  app: FastifyInstance,
  headers: Record<string, string>,
  { bodyMs }: ArrivalLimits = usualLimits,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.takesFile || !hasBody(request)) return;
    const timer = setTimeout(() => endLate(request, reply, headers), bodyMs).unref();
    for (const over of ['end', 'close']) request.raw.once(over, () => clearTimeout(timer));
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** As Node does it: there is nobody yet to whom a sentence could be told. */
function endLate({ raw }: FastifyRequest, reply: FastifyReply, headers: Record<string, string>): void {
  if (raw.complete) return;
  if (!reply.raw.headersSent) raw.socket.write(lateAnswer(headers));
  raw.destroy();
}

/** Two windows and a telephone; the form sends two at a time. */
const mostFilesOfPerson = 6;
const retrySeconds = 10;
const arriving = new Map<string, number>();

/** A slow line may hold a connection for minutes: so many for each person, in each process. */
export async function oneOfFew<T>(personId: string, work: () => Promise<T>): Promise<T> {
  const before = arriving.get(personId) ?? 0;
  if (before >= mostFilesOfPerson) throw refused('request.throttled', { params: { seconds: retrySeconds } });
  arriving.set(personId, before + 1);
  try {
    return await work();
  } finally {
    const left = (arriving.get(personId) ?? 1) - 1;
    if (left > 0) arriving.set(personId, left);
    else arriving.delete(personId);
  }
}

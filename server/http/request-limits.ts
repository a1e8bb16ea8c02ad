// Timeouts for receiving requests, against clients that only hold connections. Headers and JSON are small on any connection; a
// photograph of ten megabytes needs 80 seconds at 1 Mbit/s. Files therefore get minutes, and each person few uploads at once.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refused } from '../request/refused.ts';
import { timeoutResponse } from './client-error.ts';

export type RequestLimits = { headersMs: number; bodyMs: number; fileMs: number; checkIntervalMs: number };

/** Node checks at intervals: a late request is ended at most `checkIntervalMs` after its timeout. */
const defaultLimits: RequestLimits = { headersMs: 10_000, bodyMs: 30_000, fileMs: 300_000, checkIntervalMs: 5_000 };

declare module 'fastify' {
  interface FastifyContextConfig {
    takesFile?: true;
  }
}

/** Room for a filter with a thousand ids in the URL, the maximum (contract/worklogs.ts), and other headers. */
const maxHeaderBytes = 64 * 1024;

/** Node has one timeout for all bodies, here that of files; `endSlowBodies` applies the shorter one to the others. */
export const requestLimitOptions = ({ headersMs, fileMs, checkIntervalMs }: RequestLimits = defaultLimits) => ({
  requestTimeout: fileMs,
  // A request without a Host header is refused by server/http/hosts.ts, like one with an unknown name.
  http: {
    requireHostHeader: false,
    headersTimeout: headersMs,
    connectionsCheckingInterval: checkIntervalMs,
    maxHeaderSize: maxHeaderBytes,
  },
});

export function endSlowBodies(
  app: FastifyInstance,
  headers: Record<string, string>,
  { bodyMs }: RequestLimits = defaultLimits,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.takesFile || !hasBody(request)) return;
    const timer = setTimeout(() => endLate(request, reply, headers), bodyMs).unref();
    for (const event of ['end', 'close']) request.raw.once(event, () => clearTimeout(timer));
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Writes the response to the socket, as Node does: there is no reply yet. */
function endLate({ raw }: FastifyRequest, reply: FastifyReply, headers: Record<string, string>): void {
  if (raw.complete) return;
  if (!reply.raw.headersSent) raw.socket.write(timeoutResponse(headers));
  raw.destroy();
}

/** Enough for two windows and a telephone; the form uploads two files at a time. */
const maxUploadsPerPerson = 6;
const retrySeconds = 10;
const uploads = new Map<string, number>();

/** Limits concurrent uploads per person and process, because a slow upload holds a connection for minutes. */
export async function withUploadSlot<T>(personId: string, work: () => Promise<T>): Promise<T> {
  const before = uploads.get(personId) ?? 0;
  if (before >= maxUploadsPerPerson) throw refused('request.throttled', { params: { seconds: retrySeconds } });
  uploads.set(personId, before + 1);
  try {
    return await work();
  } finally {
    const left = (uploads.get(personId) ?? 1) - 1;
    if (left > 0) uploads.set(personId, left);
    else uploads.delete(personId);
  }
}

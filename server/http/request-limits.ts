// Timeouts for receiving requests, against clients that only hold connections. Headers and JSON are small on any connection. A
// file has time as long as it makes progress, because a photograph of 5 MB needs nine minutes at 10 kB/s; each person has
// few uploads at once.

import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refused } from '../request/refused.ts';
import { timeoutResponse } from './client-error.ts';

export type RequestLimits = {
  headersMs: number;
  /** Of everything but files. */
  bodyMs: number;
  /** Of a whole file, whatever its progress. */
  fileMs: number;
  /** How often the progress of a file is checked: on average it must have `minBytesPerSecond` since the last time. */
  progressMs: number;
  minBytesPerSecond: number;
  /** Node checks at intervals: a late request is ended at most this long after its timeout. */
  checkIntervalMs: number;
};

/**
 * The browser ends an upload itself after 30 s without a byte, and sends two at once: each has half of the slowest mobile connection,
 * GPRS. In an hour, that is a receipt of 7 MB; the largest one needs 3 kB/s.
 */
const defaultLimits: RequestLimits = {
  headersMs: 10_000,
  bodyMs: 30_000,
  fileMs: 3_600_000,
  progressMs: 60_000,
  minBytesPerSecond: 2_000,
  checkIntervalMs: 5_000,
};

declare module 'fastify' {
  interface FastifyContextConfig {
    takesFile?: true;
  }
}

/** Room for a filter with a thousand ids in the URL, the maximum (contract/worklogs.ts), and other headers. */
const maxHeaderBytes = 64 * 1024;

/** Node has one timeout for all bodies, here that of files; `endSlowBodies` applies the others. */
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
  limits: RequestLimits = defaultLimits,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return;
    const end = () => endLate(request, reply, headers);
    const isFile = request.routeOptions.config.takesFile === true;
    const timer = isFile ? checkProgress(request.raw.socket, limits, end) : setTimeout(end, limits.bodyMs);
    timer.unref();
    for (const event of ['end', 'close']) request.raw.once(event, () => clearTimeout(timer));
  });
}

/** Counts what the socket has received, because a listener of the body would begin to read it before it is authorised. */
function checkProgress(socket: Socket, { progressMs, minBytesPerSecond }: RequestLimits, end: () => void) {
  let before = socket.bytesRead;
  return setInterval(() => {
    const received = socket.bytesRead - before;
    before = socket.bytesRead;
    if (received < (progressMs / 1_000) * minBytesPerSecond) end();
  }, progressMs);
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

/** Limits concurrent uploads per person and process, because a slow upload holds a connection for up to an hour. */
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

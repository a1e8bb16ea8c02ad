// Responses to what Node could not parse as a request. Without headers the language is unknown, so they are in all languages;
// they have the security headers of every response.

import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '#contract/problem.ts';
import { type ReasonCode, refuse } from '#domain/reasons.ts';
import { locales } from '#domain/settings.ts';
import { problemOf, sentenceOf } from '../request/problem.ts';

type Headers = Readonly<Record<string, string>>;

export function sendClientError({ code }: NodeJS.ErrnoException, socket: Socket, headers: Headers): void {
  if (code === 'ECONNRESET') socket.destroy();
  // Further data on this connection is also unparsable; it was answered already.
  if (!socket.writable) return;
  socket.end(responseTo(code, headers));
  // The client loses the response if the connection is closed while it is still sending.
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

const lingerMs = 3_000;

/** For a body that was not received in time. */
export const timeoutResponse = (headers: Headers): string =>
  responseWith('408 Request Timeout', 'request.unreadable', headers);

function responseTo(code: string | undefined, headers: Headers): string {
  if (code === 'HPE_HEADER_OVERFLOW')
    return responseWith('431 Request Header Fields Too Large', 'request.address-too-long', headers);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return timeoutResponse(headers);
  return responseWith('400 Bad Request', 'request.unreadable', headers);
}

function responseWith(status: string, reason: ReasonCode, headers: Headers): string {
  const body = JSON.stringify(problemIn(status, reason));
  const head = {
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

function problemIn(status: string, reason: ReasonCode): Problem {
  const refusal = refuse(reason);
  const detail = locales.map((locale) => sentenceOf(refusal, locale)).join(' / ');
  const title = status.slice(4);
  return { ...problemOf([refusal], 'en', randomUUID()), title, status: Number(status.slice(0, 3)), detail };
}

/** Replaces Node's own responses, which lack our headers: to unknown `Expect` headers and to CONNECT. */
export function rejectExpectations(server: Server, headers: () => Headers): void {
  server.on('checkExpectation', ({ socket }) => {
    socket.end(responseWith('417 Expectation Failed', 'request.unreadable', headers()));
  });
  server.on('connect', (_request, socket) => {
    socket.end(
      responseWith('405 Method Not Allowed', 'request.method-not-allowed', { ...headers(), allow: 'GET, HEAD' }),
    );
  });
}

// What never became a request. It is told in every language, as nothing was read of who asks, with the headers of any answer.

import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '#contract/problem.ts';
import { type ReasonCode, refuse } from '#domain/reasons.ts';
import { locales } from '#domain/settings.ts';
import { problemOf, sentenceOf } from './problem.ts';

type Headers = Readonly<Record<string, string>>;

export function answerUnreadable({ code }: NodeJS.ErrnoException, socket: Socket, headers: Headers): void {
  if (code === 'ECONNRESET') socket.destroy();
  // The rest of what was being sent is as unreadable, and was answered already.
  if (!socket.writable) return;
  socket.end(answerTo(code, headers));
  // An answer is lost where the connection is cut while the other side still sends.
  const timer = setTimeout(() => socket.destroy(), unreadMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

const unreadMs = 3_000;

/** For a body that did not arrive in time. */
export const lateAnswer = (headers: Headers): string => answerOf('408 Request Timeout', 'request.unreadable', headers);

function answerTo(code: string | undefined, headers: Headers): string {
  if (code === 'HPE_HEADER_OVERFLOW')
    return answerOf('431 Request Header Fields Too Large', 'request.address-too-long', headers);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return lateAnswer(headers);
  return answerOf('400 Bad Request', 'request.unreadable', headers);
}

function answerOf(status: string, reason: ReasonCode, headers: Headers): string {
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

/** What Node would answer by itself, without our headers: expectations that nobody has, and tunnels through us. */
export function answerExpectations(server: Server, headers: () => Headers): void {
  server.on('checkExpectation', ({ socket }) => {
    socket.end(answerOf('417 Expectation Failed', 'request.unreadable', headers()));
  });
  server.on('connect', (_request, socket) => {
    socket.end(answerOf('405 Method Not Allowed', 'request.method-not-allowed', { ...headers(), allow: 'GET, HEAD' }));
  });
}

// What never became a request. An address that is too long is told in every language, as nothing was read of who asks; the rest
// is answered as Node does, as no browser sends it.

import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Problem } from '#contract/problem.ts';
import { refuse } from '#domain/reasons.ts';
import { locales } from '#domain/settings.ts';
import { problemOf, sentenceOf } from './problem.ts';

export function answerUnreadable({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET') socket.destroy();
  // The rest of what was being sent is as unreadable, and was answered already.
  if (!socket.writable) return;
  socket.end(answerTo(code));
  // An answer is lost where the connection is cut while the other side still sends.
  const timer = setTimeout(() => socket.destroy(), unreadMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

const unreadMs = 3_000;

function answerTo(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return answerOf('431 Request Header Fields Too Large', addressTooLong());
  return answerOf(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request');
}

function answerOf(status: string, problem?: Problem): string {
  const body = problem === undefined ? '' : JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${status}`,
    ...(problem ? ['content-type: application/problem+json; charset=utf-8', 'cache-control: no-store'] : []),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function addressTooLong(): Problem {
  const refusal = refuse('request.address-too-long');
  const detail = locales.map((locale) => sentenceOf(refusal, locale)).join(' / ');
  const title = 'Request Header Fields Too Large';
  return { ...problemOf([refusal], 'en', randomUUID()), title, status: 431, detail };
}

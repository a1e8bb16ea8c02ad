// The open streams of a process by company and by person, writing to one, and authorising it again.

import type { FastifyReply } from 'fastify';
import { RefusalError } from '../request/refused.ts';

/** Messages are small; a browser with so much unread data does not read at all. */
const maxUnreadBytes = 64_000;

export type Stream = {
  companyId: string;
  personId: string;
  reply: FastifyReply;
  isStillAllowed: () => Promise<boolean>;
};

export type OpenStream = Stream & {
  /** The latest authorisation: nothing is sent until it has succeeded. */
  authorisation: Promise<boolean>;
};

export type StreamRegistry = ReturnType<typeof createStreamRegistry>;

export function createStreamRegistry() {
  const all = new Set<OpenStream>();
  const byCompany = new Map<string, Set<OpenStream>>();
  const byPerson = new Map<string, Set<OpenStream>>();
  let isRetired = false;
  return {
    all: (): ReadonlySet<OpenStream> => all,
    ofCompany: (companyId: string): OpenStream[] => [...(byCompany.get(companyId) ?? [])],
    ofPerson: (personId: string): OpenStream[] => [...(byPerson.get(personId) ?? [])],
    add: (stream: Stream): OpenStream => {
      const listed = { ...stream, authorisation: Promise.resolve(true) };
      all.add(listed);
      list(byCompany, stream.companyId, listed);
      list(byPerson, stream.personId, listed);
      return listed;
    },
    endIfRetired: (stream: Stream): void => {
      if (isRetired) endWithConnection(stream);
    },
    retire: (): void => {
      isRetired = true;
      for (const stream of all) endWithConnection(stream);
    },
    remove: (listed: OpenStream): void => {
      all.delete(listed);
      unlist(byCompany, listed.companyId, listed);
      unlist(byPerson, listed.personId, listed);
    },
  };
}

/** Writes the head of the response, with the headers set so far. */
export function startStream({ reply }: Stream): void {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}

export const sendEvent = (stream: Stream, event: string, payload: unknown): void =>
  write(stream, `event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`);

/** Writes a comment line, which browsers ignore. */
export const sendKeepAlive = (stream: Stream): void => write(stream, ': still here\n\n');

/** Otherwise the browser would send its next request on the same connection, to this process. */
function endWithConnection({ reply: { raw } }: Stream): void {
  const { socket } = raw;
  raw.end(() => socket?.end());
}

/** Skips streams that have just ended and are still registered: writing to them would be an error. */
function write({ reply: { raw } }: Stream, text: string): void {
  if (raw.writableEnded) return;
  raw.write(text);
  // A browser that still reads will reconnect and fetch everything again.
  if (raw.writableLength > maxUnreadBytes) raw.destroy();
}

export function reauthorise(stream: OpenStream): Promise<boolean> {
  stream.authorisation = checkStream(stream);
  return stream.authorisation;
}

/**
 * Authorises the stream again; if refused, the browser gets `ended`, and the stream is closed. If the check fails because the
 * database is unavailable, the next heartbeat decides.
 */
async function checkStream(stream: Stream): Promise<boolean> {
  const isAllowed = await stream.isStillAllowed().catch((error: unknown) => !(error instanceof RefusalError));
  if (!isAllowed) {
    sendEvent(stream, 'ended', {});
    stream.reply.raw.end();
  }
  return isAllowed;
}

function list<T>(index: Map<string, Set<T>>, key: string, one: T): void {
  index.set(key, (index.get(key) ?? new Set()).add(one));
}

function unlist<T>(index: Map<string, Set<T>>, key: string, one: T): void {
  const set = index.get(key);
  set?.delete(one);
  if (set?.size === 0) index.delete(key);
}

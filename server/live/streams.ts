// The open streams of a process by company and by person, what is written to one, and whether it goes on.

import type { FastifyReply } from 'fastify';
import { Refused } from '../request/refused.ts';

/** What is said fits into a packet; a browser that leaves so much of it lying reads none of it. */
const mostUnreadBytes = 64_000;

export type Stream = {
  companyId: string;
  personId: string;
  reply: FastifyReply;
  isStillAllowed: () => Promise<boolean>;
};

export type Listed = Stream & {
  /** Whether the stream goes on, while it is being judged: until then nothing more is told. */
  judgement: Promise<boolean>;
};

export type Streams = ReturnType<typeof listStreams>;

export function listStreams() {
  const everyone = new Set<Listed>();
  const byCompany = new Map<string, Set<Listed>>();
  const byPerson = new Map<string, Set<Listed>>();
  return {
    everyone: (): ReadonlySet<Listed> => everyone,
    ofCompany: (companyId: string): Listed[] => [...(byCompany.get(companyId) ?? [])],
    ofPerson: (personId: string): Listed[] => [...(byPerson.get(personId) ?? [])],
    add: (stream: Stream): Listed => {
      const listed = { ...stream, judgement: Promise.resolve(true) };
      everyone.add(listed);
      list(byCompany, stream.companyId, listed);
      list(byPerson, stream.personId, listed);
      return listed;
    },
    remove: (listed: Listed): void => {
      everyone.delete(listed);
      unlist(byCompany, listed.companyId, listed);
      unlist(byPerson, listed.personId, listed);
    },
  };
}

/** The head of the answer, with the headers it has got so far. */
export function begin({ reply }: Stream): void {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}

export const say = (stream: Stream, event: string, payload: unknown): void =>
  write(stream, `event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`);

/** A line that browsers pass over. */
export const sayNothing = (stream: Stream): void => write(stream, ': still here\n\n');

/** A stream that was ended a moment ago is still listed: writing to it would be a fault. */
function write({ reply: { raw } }: Stream, text: string): void {
  if (raw.writableEnded) return;
  raw.write(text);
  // Whoever reads opens it anew and fetches everything again.
  if (raw.writableLength > mostUnreadBytes) raw.destroy();
}

export function judgeAgain(stream: Listed): Promise<boolean> {
  stream.judgement = judge(stream);
  return stream.judgement;
}

/** Whether the stream goes on; where it does not, the browser is told to ask who it is now. What cannot be judged now, as the database is away, is judged at the next heartbeat. */
async function judge(stream: Stream): Promise<boolean> {
  const isAllowed = await stream.isStillAllowed().catch((error: unknown) => !(error instanceof Refused));
  if (!isAllowed) {
    say(stream, 'ended', {});
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

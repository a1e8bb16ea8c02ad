// Live updates: NOTIFY in the writing transaction → one LISTEN connection per process → server-sent events per company.
// Messages carry ids and nouns only; what changed is fetched through the ordinary endpoints with their ordinary rights.
// A stream is opened like any request. The database tells every process whose sessions or memberships changed (0012): then the
// streams of that person are judged again, and end where the session, the membership or the role is another.

import type { FastifyReply } from 'fastify';
import pg from 'pg';
import type { Log } from './log.ts';
import { Refused, refused } from './refused.ts';

const reconnectMs = 500;

/** A person has a few browsers with a few tabs each; a process holds as many sockets as it can serve within a heartbeat. */
const liveLimits: LiveLimits = { perPerson: 24, perProcess: 5_000, heartbeatMs: 20_000 };

/** What is said fits into a packet; a browser that leaves so much of it lying reads none of it. */
const mostUnreadBytes = 64_000;

const tooManySeconds = 60;
const fullSeconds = 30;

type Stream = {
  companyId: string;
  personId: string;
  reply: FastifyReply;
  isStillAllowed: () => Promise<boolean>;
};

type Listed = Stream & {
  /** Whether the stream goes on, while it is being judged: until then nothing more is told. */
  judgement: Promise<boolean>;
};

export type LiveLimits = {
  perPerson: number;
  perProcess: number;
  /** Also how long a stream outlives a session that ran out: time tells nobody. */
  heartbeatMs: number;
};

export type Live = {
  /** Refuses one stream too many, before anything is spent on it. */
  ensureRoom: (personId: string) => void;
  /** Takes the reply over; it ends when the browser goes, the right ends or the process stops. */
  open: (stream: Stream) => void;
  close: () => Promise<void>;
};

export async function startLive(direct: pg.ClientConfig, log: Log, limits: LiveLimits = liveLimits): Promise<Live> {
  const everyone = new Set<Listed>();
  const byCompany = new Map<string, Set<Listed>>();
  const byPerson = new Map<string, Set<Listed>>();
  let isClosing = false;
  let client: pg.Client | null = null;

  /** A stream that was ended a moment ago is still listed: writing to it would be a fault. */
  const write = ({ reply: { raw } }: Stream, text: string): void => {
    if (raw.writableEnded) return;
    raw.write(text);
    // Whoever reads opens it anew and fetches everything again.
    if (raw.writableLength > mostUnreadBytes) raw.destroy();
  };

  const say = (stream: Stream, event: string, payload: unknown) =>
    write(stream, `event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`);

  const onChange = async (payload: string): Promise<void> => {
    const { companyId, userId, nouns }: { companyId: string; userId?: string; nouns: string[] } = JSON.parse(payload);
    const streams = [...(byCompany.get(companyId) ?? [])];
    await Promise.all(
      streams.map(async (stream) => {
        if (userId !== undefined && stream.personId !== userId) return;
        if (await stream.judgement) say(stream, 'changed', { nouns });
      }),
    );
  };

  /** Whether the stream goes on. What cannot be judged now, as the database is away, is judged at the next heartbeat. */
  const judge = async (stream: Stream): Promise<boolean> => {
    const isAllowed = await stream.isStillAllowed().catch((error: unknown) => !(error instanceof Refused));
    if (!isAllowed) stream.reply.raw.end();
    return isAllowed;
  };

  const judgeAgain = (stream: Listed): Promise<boolean> => {
    stream.judgement = judge(stream);
    return stream.judgement;
  };

  const onNotification = async ({ channel, payload = '' }: pg.Notification): Promise<void> => {
    if (channel === 'live') await onChange(payload);
    else await Promise.all([...(byPerson.get(payload) ?? [])].map(judgeAgain));
  };

  const listen = async (): Promise<void> => {
    const fresh = new pg.Client(direct);
    fresh.on('error', () => undefined);
    fresh.on('end', () => {
      if (client === fresh) retry();
    });
    fresh.on('notification', (notification) => {
      onNotification(notification).catch((error: unknown) => log.error(error, 'a live message could not be passed on'));
    });
    await fresh.connect();
    await fresh.query('listen live; listen rights');
    client = fresh;
    // What was missed while nobody listened is fetched by everyone.
    for (const stream of everyone) void judgeAgain(stream).then((isAllowed) => isAllowed && say(stream, 'hello', {}));
  };

  const retry = () => {
    client = null;
    if (isClosing) return;
    setTimeout(() => {
      if (!isClosing) listen().catch(retry);
    }, reconnectMs).unref();
  };

  const beat = async (): Promise<void> => {
    for (const stream of everyone) if (await judgeAgain(stream)) write(stream, ': still here\n\n');
  };
  const heartbeat = setInterval(() => {
    beat().catch((error: unknown) => log.error(error, 'a heartbeat failed'));
  }, limits.heartbeatMs);
  heartbeat.unref();

  await listen();

  return {
    ensureRoom: (personId) => {
      if (everyone.size >= limits.perProcess) throw refused('live.full', { params: { seconds: fullSeconds } });
      const own = byPerson.get(personId)?.size ?? 0;
      if (own >= limits.perPerson) throw refused('live.too-many', { params: { seconds: tooManySeconds } });
    },
    open: (stream) => {
      const listed: Listed = { ...stream, judgement: Promise.resolve(true) };
      const { reply, companyId, personId } = stream;
      reply.hijack();
      // Whoever left while the request was judged has closed already, and will not be told of again.
      if (reply.raw.destroyed) return;
      everyone.add(listed);
      list(byCompany, companyId, listed);
      list(byPerson, personId, listed);
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      reply.raw.on('close', () => {
        everyone.delete(listed);
        unlist(byCompany, companyId, listed);
        unlist(byPerson, personId, listed);
      });
      say(listed, 'hello', {});
      // The right may have ended between judging the request and listing the stream here.
      void judgeAgain(listed);
    },
    close: async () => {
      isClosing = true;
      clearInterval(heartbeat);
      for (const stream of everyone) stream.reply.raw.end();
      await client?.end();
    },
  };
}

function list<T>(index: Map<string, Set<T>>, key: string, one: T): void {
  index.set(key, (index.get(key) ?? new Set()).add(one));
}

function unlist<T>(index: Map<string, Set<T>>, key: string, one: T): void {
  const set = index.get(key);
  set?.delete(one);
  if (set?.size === 0) index.delete(key);
}

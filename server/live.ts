// Live updates: NOTIFY in the writing transaction → one LISTEN connection per process → server-sent events per company.
// Messages carry ids and nouns only; what changed is fetched through the ordinary endpoints with their ordinary rights.
// A stream is opened like any request and judged again whenever members or companies change, so a right that ended ends it.

import type { FastifyReply } from 'fastify';
import pg from 'pg';
import type { Log } from './log.ts';
import { Refused } from './refused.ts';

/** Also how long a stream outlives a session that ended: signing out tells no company. */
const heartbeatMs = 20_000;
const reconnectMs = 500;

type Stream = { reply: FastifyReply; isStillAllowed: () => Promise<boolean> };

export type Live = {
  /** Takes the reply over; it ends when the browser goes, the right ends or the process stops. */
  open: (companyId: string, stream: Stream) => void;
  close: () => Promise<void>;
};

export async function startLive(direct: pg.ClientConfig, log: Log): Promise<Live> {
  const streams = new Map<string, Set<Stream>>();
  const everyone = () => [...streams.values()].flatMap((set) => [...set]);
  let isClosing = false;
  let client: pg.Client | null = null;

  /** A stream that was ended a moment ago is still listed: writing to it would be a fault. */
  const write = ({ reply }: Stream, text: string): void => {
    if (!reply.raw.writableEnded) reply.raw.write(text);
  };

  const say = (stream: Stream, event: string, payload: unknown) =>
    write(stream, `event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`);

  const onNotification = async (payload: string | undefined) => {
    const message: { companyId: string; nouns: string[] } = JSON.parse(payload ?? '{}');
    const listeners = [...(streams.get(message.companyId) ?? [])];
    const mayHaveEnded = message.nouns.includes('members');
    for (const stream of listeners) {
      if (!mayHaveEnded || (await keepIfAllowed(stream))) say(stream, 'changed', { nouns: message.nouns });
    }
  };

  /** Whether the stream goes on. What cannot be judged now, as the database is away, is judged at the next heartbeat. */
  const keepIfAllowed = async (stream: Stream): Promise<boolean> => {
    const isAllowed = await stream.isStillAllowed().catch((error: unknown) => !(error instanceof Refused));
    if (!isAllowed) stream.reply.raw.end();
    return isAllowed;
  };

  const listen = async (): Promise<void> => {
    const fresh = new pg.Client(direct);
    fresh.on('error', () => undefined);
    fresh.on('end', () => {
      if (client === fresh) retry();
    });
    fresh.on('notification', ({ payload }) => {
      onNotification(payload).catch((error: unknown) => log.error(error, 'a live message could not be passed on'));
    });
    await fresh.connect();
    await fresh.query('listen live');
    client = fresh;
    // What was missed while nobody listened is fetched by everyone.
    for (const stream of everyone()) say(stream, 'hello', {});
  };

  const retry = () => {
    client = null;
    if (isClosing) return;
    setTimeout(() => {
      if (!isClosing) listen().catch(retry);
    }, reconnectMs).unref();
  };

  const beat = async (): Promise<void> => {
    for (const stream of everyone()) if (await keepIfAllowed(stream)) write(stream, ': still here\n\n');
  };
  const heartbeat = setInterval(() => {
    beat().catch((error: unknown) => log.error(error, 'a heartbeat failed'));
  }, heartbeatMs);
  heartbeat.unref();

  await listen();

  return {
    open: (companyId, stream) => {
      const { reply } = stream;
      const set = streams.get(companyId) ?? new Set<Stream>();
      streams.set(companyId, set.add(stream));
      reply.hijack();
      const headers = reply.getHeaders();
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) reply.raw.setHeader(name, value);
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      reply.raw.on('close', () => {
        set.delete(stream);
        if (set.size === 0) streams.delete(companyId);
      });
      say(stream, 'hello', {});
      // The right may have ended between judging the request and listing the stream here.
      void keepIfAllowed(stream);
    },
    close: async () => {
      isClosing = true;
      clearInterval(heartbeat);
      for (const stream of everyone()) stream.reply.raw.end();
      await client?.end();
    },
  };
}

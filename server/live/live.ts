// Live updates: NOTIFY in the writing transaction → one LISTEN connection per process → server-sent events per company.
// Messages carry ids and nouns only; what changed is fetched through the ordinary endpoints with their ordinary rights.
// A stream is opened like any request. The database tells every process whose sessions or memberships changed (0012): then the
// streams of that person are judged again, and end where the session, the membership or the role is another.

import type pg from 'pg';
import type { Log } from '../log.ts';
import { refused } from '../request/refused.ts';
import { listenTo } from './listening.ts';
import { begin, judgeAgain, listStreams, type Stream, type Streams, say, sayNothing } from './streams.ts';

/** A person has a few browsers with a few tabs each; a process holds as many sockets as it can serve within a heartbeat. */
const liveLimits: LiveLimits = { perPerson: 24, perProcess: 5_000, heartbeatMs: 20_000 };

const tooManySeconds = 60;
const fullSeconds = 30;

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
  const streams = listStreams();
  const stopListening = await listenTo(direct, {
    channels: ['live', 'rights'],
    onMessage: (message) => {
      passOn(streams, message).catch((error: unknown) => log.error(error, 'a live message could not be passed on'));
    },
    onListening: () => greet(streams),
  });
  const heartbeat = setInterval(() => {
    beat(streams).catch((error: unknown) => log.error(error, 'a heartbeat failed'));
  }, limits.heartbeatMs);
  heartbeat.unref();
  return {
    ensureRoom: (personId) => {
      if (streams.everyone().size >= limits.perProcess)
        throw refused('live.full', { params: { seconds: fullSeconds } });
      const own = streams.ofPerson(personId).length;
      if (own >= limits.perPerson) throw refused('live.too-many', { params: { seconds: tooManySeconds } });
    },
    open: (stream) => {
      stream.reply.hijack();
      // Whoever left while the request was judged has closed already, and will not be told of again.
      if (stream.reply.raw.destroyed) return;
      const listed = streams.add(stream);
      begin(listed);
      listed.reply.raw.on('close', () => streams.remove(listed));
      say(listed, 'hello', {});
      // The right may have ended between judging the request and listing the stream here.
      void judgeAgain(listed);
    },
    close: async () => {
      clearInterval(heartbeat);
      for (const { reply } of streams.everyone()) reply.raw.end();
      await stopListening();
    },
  };
}

async function passOn(streams: Streams, { channel, payload = '' }: pg.Notification): Promise<void> {
  if (channel === 'live') await tellCompany(streams, payload);
  else await tellPerson(streams, payload);
}

/** Streams that go on are told too: another company, session or plan of the person changed. */
async function tellPerson(streams: Streams, personId: string): Promise<void> {
  await Promise.all(
    streams.ofPerson(personId).map(async (stream) => {
      if (await judgeAgain(stream)) say(stream, 'changed', { nouns: ['session'] });
    }),
  );
}

async function tellCompany(streams: Streams, payload: string): Promise<void> {
  const { companyId, userId, nouns }: { companyId: string; userId?: string; nouns: string[] } = JSON.parse(payload);
  await Promise.all(
    streams.ofCompany(companyId).map(async (stream) => {
      if (userId !== undefined && stream.personId !== userId) return;
      if (await stream.judgement) say(stream, 'changed', { nouns });
    }),
  );
}

/** What was missed while nobody listened is fetched by everyone. */
function greet(streams: Streams): void {
  for (const stream of streams.everyone())
    void judgeAgain(stream).then((isAllowed) => isAllowed && say(stream, 'hello', {}));
}

async function beat(streams: Streams): Promise<void> {
  for (const stream of streams.everyone()) if (await judgeAgain(stream)) sayNothing(stream);
}

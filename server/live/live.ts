// Live updates: NOTIFY in the writing transaction → one LISTEN connection per process → server-sent events per company.
// Messages contain only ids and nouns; browsers fetch what changed through the ordinary endpoints with their ordinary rights.
// A stream is authorised like any request. The database notifies every process of changed sessions and memberships (0012): the
// streams of that person are then authorised again, and end if the session, the membership or the role is another.
// The first message of a stream, `hello`, says what changed while the page was loading (recent-changes.ts).

import type pg from 'pg';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { refused } from '../request/refused.ts';
import { listenTo } from './pg-listener.ts';
import { createRecentChanges, type RecentChanges } from './recent-changes.ts';
import {
  createStreamRegistry,
  reauthorise,
  type Stream,
  type StreamRegistry,
  sendEvent,
  sendKeepAlive,
  startStream,
} from './streams.ts';

/** A few browsers with a few tabs each per person; as many sockets per process as it can check within one heartbeat. */
const liveLimits: LiveLimits = { perPerson: 24, perProcess: 5_000, heartbeatMs: 20_000 };

const tooManySeconds = 60;
const fullSeconds = 30;

export type LiveLimits = {
  perPerson: number;
  perProcess: number;
  /** Also the maximum time that a stream outlives an expired session, because expiry sends no notification. */
  heartbeatMs: number;
};

export type Live = {
  /** Refuses a stream beyond the limits. */
  ensureCapacity: (personId: string) => void;
  /** Takes over the reply; the stream ends when the browser disconnects, the right ends or the process stops. */
  open: (stream: Stream) => void;
  countOpen: () => number;
  /** Ends all streams with their connections, also those opened later: browsers connect again, to another process. */
  retire: () => void;
  close: () => Promise<void>;
};

export async function startLive(direct: pg.ClientConfig, log: Log, limits: LiveLimits = liveLimits): Promise<Live> {
  const streams = createStreamRegistry();
  const recent = createRecentChanges();
  const stopListening = await listenTo(direct, {
    channels: ['live', 'rights'],
    onMessage: (message) => {
      deliver(streams, recent, message).catch((error: unknown) =>
        log.error(error, 'live message could not be delivered'),
      );
    },
    onListening: () => {
      recent.restart();
      sendAllMissedChanges(streams, recent);
    },
  });
  const stopChecking = checkRepeatedly(streams, recent, { log, everyMs: limits.heartbeatMs });
  return {
    ensureCapacity: (personId) => {
      if (streams.all().size >= limits.perProcess) throw refused('live.full', { params: { seconds: fullSeconds } });
      const own = streams.ofPerson(personId).length;
      if (own >= limits.perPerson) throw refused('live.too-many', { params: { seconds: tooManySeconds } });
    },
    open: (stream) => openStream(streams, recent, stream),
    countOpen: () => streams.all().size,
    retire: streams.retire,
    close: async () => {
      stopChecking();
      for (const { reply } of streams.all()) reply.raw.end();
      await stopListening();
    },
  };
}

type Repeating = { log: Log; everyMs: number };

function checkRepeatedly(streams: StreamRegistry, recent: RecentChanges, { log, everyMs }: Repeating): () => void {
  const heartbeat = setInterval(() => {
    recent.prune();
    checkAll(streams).catch((error: unknown) => log.error(error, 'heartbeat failed'));
  }, everyMs);
  heartbeat.unref();
  return () => clearInterval(heartbeat);
}

function openStream(streams: StreamRegistry, recent: RecentChanges, stream: Stream): void {
  stream.reply.hijack();
  // A browser that disconnected during authorisation: its close event has been emitted already.
  if (stream.reply.raw.destroyed) return;
  const listed = streams.add(stream);
  startStream(listed);
  streams.endIfRetired(listed);
  listed.reply.raw.on('close', () => streams.remove(listed));
  sendMissedChanges(listed, recent);
  // The right may have ended between authorisation and registering the stream.
  void reauthorise(listed);
}

async function deliver(streams: StreamRegistry, recent: RecentChanges, message: pg.Notification): Promise<void> {
  const { channel, payload = '' } = message;
  if (channel === 'live') await sendToCompany(streams, recent, payload);
  else await sendToPerson(streams, recent, payload);
}

/** Streams that continue get a message too: another company, session or plan of the person changed. */
async function sendToPerson(streams: StreamRegistry, recent: RecentChanges, personId: string): Promise<void> {
  recent.add(personId, ['session']);
  await Promise.all(
    streams.ofPerson(personId).map(async (stream) => {
      if (await reauthorise(stream)) sendEvent(stream, 'changed', { nouns: ['session'] });
    }),
  );
}

/** As db/publish.ts writes it. A later release that runs beside this one may write nouns that are unknown here. */
const companyChange = z.object({
  companyId: z.string(),
  userId: z.string().optional(),
  nouns: z.array(z.string()),
});

async function sendToCompany(streams: StreamRegistry, recent: RecentChanges, payload: string): Promise<void> {
  const { companyId, userId, nouns } = companyChange.parse(JSON.parse(payload));
  recent.add(userId === undefined ? companyId : memberTopic(companyId, userId), nouns);
  await Promise.all(
    streams.ofCompany(companyId).map(async (stream) => {
      if (userId !== undefined && stream.personId !== userId) return;
      if (await stream.authorisation) sendEvent(stream, 'changed', { nouns });
    }),
  );
}

const memberTopic = (companyId: string, personId: string): string => `${companyId} ${personId}`;

function sendMissedChanges(stream: Stream, recent: RecentChanges): void {
  const { companyId, personId } = stream;
  sendEvent(stream, 'hello', recent.summarise([companyId, memberTopic(companyId, personId), personId]));
}

/** Makes every browser fetch what changed while the connection to the database was lost. */
function sendAllMissedChanges(streams: StreamRegistry, recent: RecentChanges): void {
  for (const stream of streams.all())
    void reauthorise(stream).then((isAllowed) => isAllowed && sendMissedChanges(stream, recent));
}

async function checkAll(streams: StreamRegistry): Promise<void> {
  for (const stream of streams.all()) if (await reauthorise(stream)) sendKeepAlive(stream);
}

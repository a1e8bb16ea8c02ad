// Notices a database that keeps its connections open and does not answer: a frozen machine, a network that drops packets.
// No timeout of the server fires then, so every query would wait for ever. A query every second on a connection of its own
// tells; once it stays without an answer, all connections are cut, requests fail with 503, and new ones are refused until
// the database answers again. A slow query is left alone: the database answers others meanwhile.
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type ClientConfig } from 'pg';
import type { Log } from '../log.ts';

export type Watchdog = {
  /** Makes the sockets of a pool: they end with the watched database. */
  guard(make?: () => Socket): () => Socket;
  /** Ends every connection at once, so that nothing waits for an answer any more. */
  cut(): void;
  close(): Promise<void>;
};

/** Together less than the five seconds within which every request is answered. */
const pauseMs = 1_000;
const tickMs = 250;
const maxTicks = 10;
const noticedWithinMs = pauseMs + maxTicks * tickMs;

/** A system error, which is answered as an outage. */
class Silence extends Error {
  readonly code = 'ETIMEDOUT';
}

export function watchDatabase(config: ClientConfig, log: Log | undefined): Watchdog {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const destroy = (socket: Socket) => socket.destroy(new Silence('the database does not answer'));
  const cut = () => {
    for (const socket of sockets) destroy(socket);
  };
  const guard = (make: () => Socket = () => new Socket()) => {
    return () => {
      const socket = make();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      // After the client has begun to connect, which it does at once.
      if (isSilent) process.nextTick(() => destroy(socket));
      return socket;
    };
  };
  const judge = (answered: boolean) => {
    if (answered !== isSilent) return;
    isSilent = !answered;
    if (answered) return log?.warn('the database answers again');
    log?.error({ noticedWithinMs }, 'the database does not answer: its connections are cut until it does');
    cut();
  };
  const close = startWatching(config, judge);
  return { guard, cut, close };
}

function startWatching(config: ClientConfig, judge: (answered: boolean) => void): Watchdog['close'] {
  const closing = new AbortController();
  const { signal } = closing;
  let probe: Probe | undefined;
  const watch = async () => {
    while (!signal.aborted) {
      probe ??= openProbe(config);
      const outcome = await inTime(probe.ask(), signal);
      if (signal.aborted) return;
      judge(outcome !== 'silent');
      if (outcome !== 'answered') {
        probe.destroy();
        probe = undefined;
      }
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const watching = watch();
  return async () => {
    closing.abort();
    await watching;
    await probe?.close();
  };
}

type Probe = {
  ask(): Promise<'answered' | 'lost'>;
  destroy(): void;
  close(): Promise<void>;
};

function openProbe(config: ClientConfig): Probe {
  const socket = new Socket();
  const client = new pg.Client({ ...config, application_name: 'daybook watchdog', stream: () => socket });
  client.on('error', () => undefined);
  const connected = client.connect();
  connected.catch(() => undefined);
  return {
    // An error is an answer, too: what it says reaches each request by itself.
    ask: () =>
      connected
        .then(() => client.query('select 1'))
        .then(
          () => 'answered',
          () => 'lost',
        ),
    destroy: () => socket.destroy(),
    close: async () => {
      await Promise.race([client.end().catch(() => undefined), sleep(tickMs)]);
      socket.destroy();
    },
  };
}

/** In ticks, as a process that had no time to read the answer must not blame the database for it. */
async function inTime<T>(asked: Promise<T>, signal: AbortSignal): Promise<T | 'silent'> {
  for (let ticks = 0; ticks < maxTicks && !signal.aborted; ticks += 1) {
    const tick = sleep(tickMs, 'silent' as const, { signal, ref: false }).catch(() => 'silent' as const);
    const outcome = await Promise.race([asked, tick]);
    if (outcome !== 'silent') return outcome;
  }
  return 'silent';
}

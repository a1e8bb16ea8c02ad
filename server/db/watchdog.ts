// Detects a database that keeps its connections open but does not respond: a frozen machine, a network that drops packets.
// No server-side timeout applies then, so queries would wait forever. A separate connection runs a query every second; if it
// gets no response, all connections are closed, requests fail with 503, and new connections are refused until the database
// responds again. Slow queries are not affected: the database still responds to the watchdog.
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type ClientConfig } from 'pg';
import type { Log } from '../log.ts';

export type Watchdog = {
  /** Wraps the socket factory of a pool: its sockets are destroyed when the database stops responding. */
  guard(make?: () => Socket): () => Socket;
  /** Destroys all connections immediately, so that nothing waits for a response any longer. */
  destroyAll(): void;
  /** For a shutdown, which cannot wait as long as a request: if the database does not respond now, destroys all connections. */
  checkNow(): Promise<boolean>;
  close(): Promise<void>;
};

/** Together less than five seconds, the maximum time until a request is answered. */
const pauseMs = 1_000;
const tickMs = 250;
const maxTicks = 10;
const noticedWithinMs = pauseMs + maxTicks * tickMs;
/** Fewer than for requests: a shutdown ends within two seconds. */
const ticksOfShutdown = 4;

/** Its code makes requests fail as an outage (503). */
class NoResponse extends Error {
  readonly code = 'ETIMEDOUT';
}

export function watchDatabase(config: ClientConfig, log: Log | undefined): Watchdog {
  const sockets = new Set<Socket>();
  let isUnresponsive = false;
  const destroy = (socket: Socket) => socket.destroy(new NoResponse('the database does not respond'));
  const cut = () => {
    for (const socket of sockets) destroy(socket);
  };
  const guard = (make: () => Socket = () => new Socket()) => {
    return () => {
      const socket = make();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      // In the next tick, after the client has begun to connect.
      if (isUnresponsive) process.nextTick(() => destroy(socket));
      return socket;
    };
  };
  const update = (answered: boolean) => {
    if (answered !== isUnresponsive) return;
    isUnresponsive = !answered;
    if (answered) return log?.warn('the database responds again');
    log?.error({ noticedWithinMs }, 'the database does not respond: its connections are closed until it does');
    cut();
  };
  const close = startWatching(config, update);
  const checkNow = async () => {
    if (!isUnresponsive) update(await respondsNow(config));
    return !isUnresponsive;
  };
  return { guard, destroyAll: cut, checkNow, close };
}

async function respondsNow(config: ClientConfig): Promise<boolean> {
  const probe = openProbe(config);
  const outcome = await inTime(probe.query(), { ticks: ticksOfShutdown });
  if (outcome === 'silent') probe.destroy();
  else await probe.close();
  return outcome !== 'silent';
}

function startWatching(config: ClientConfig, update: (answered: boolean) => void): Watchdog['close'] {
  const closing = new AbortController();
  const { signal } = closing;
  let probe: Probe | undefined;
  const watch = async () => {
    while (!signal.aborted) {
      probe ??= openProbe(config);
      const outcome = await inTime(probe.query(), { ticks: maxTicks, signal });
      if (signal.aborted) return;
      update(outcome !== 'silent');
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
  query(): Promise<'answered' | 'lost'>;
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
    // An error is a response, too: each request gets its own error.
    query: () =>
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

/** Waits in short ticks: if this process itself was blocked, it still gets a chance to read the response before the timeout. */
async function inTime<T>(
  response: Promise<T>,
  { ticks, signal }: { ticks: number; signal?: AbortSignal },
): Promise<T | 'silent'> {
  for (let passed = 0; passed < ticks && !signal?.aborted; passed += 1) {
    const tick = sleep(tickMs, 'silent' as const, { ref: false, ...(signal && { signal }) }).catch(
      () => 'silent' as const,
    );
    const outcome = await Promise.race([response, tick]);
    if (outcome !== 'silent') return outcome;
  }
  return 'silent';
}

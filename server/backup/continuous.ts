// In the process that runs the embedded database: stores the segments of its log, new receipts and erasures in the backup place every
// few seconds. An unavailable place is reported at once and then at growing intervals, and everything is stored when it is back.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientConfig } from 'pg';
import { walQueueOf } from '../db/cluster/wal-queue.ts';
import type { Log } from '../log.ts';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import { claimPlaceFor } from './claim.ts';
import { knownErasures, recordErasures } from './erasures.ts';
import type { Backups } from './open.ts';
import { discardIfDiskFull, hasWaiting, packQueue, type Queue, storeQueue } from './queue.ts';
import { copyReceipts, listKnownReceipts, listNewReceipts, storedReceipts } from './receipts.ts';
import { isContinuous, isSegment } from './segments.ts';
import { clientOf } from './table-hashes.ts';

const pauseMs = 2_000;
/** New receipts and erasures are found by queries. */
const rowsEveryMs = 15_000;
const endLimitMs = 1_000;
const closeLimitMs = 200;

type Parts = Backups & {
  administrator: ClientConfig;
  /** The data directory. */
  directory: string;
  receipts: ReceiptStore;
  log: Log;
  /** The log in the place has a gap: only a new base backup makes later moments possible to restore. */
  onGap: () => void;
};

export type Continuous = {
  /** To be called before the database stops. */
  stop(): Promise<void>;
  /** To be called after the database has stopped: stores its last segment, if that is possible quickly. */
  storeLast(): Promise<void>;
};

export function storeContinuously(parts: Parts): Continuous {
  const { log, place, packer, directory } = parts;
  const stopping = new AbortController();
  const queue = { folder: walQueueOf(directory), place, packer };
  const rows = rowsToStore(parts);
  const failures = reportFailures(log, place.name);
  const segments = segmentsToStore(queue, parts.onGap);
  const storeDue = oneAtATime(async () => {
    try {
      await storeRound(rows, segments);
      failures.end();
    } catch (error) {
      failures.report(error);
      if (await segments.discardIfDiskFull())
        log.error('the disk is almost full: parts of the write-ahead log were deleted before they were backed up');
    }
  });
  const running = repeat(storeDue, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([running, sleep(endLimitMs, undefined, { ref: false })]);
      await rows.close();
    },
    storeLast: async () => {
      // The place may be that of another installation.
      if (!rows.isClaimed()) return;
      const stored = segments
        .pack()
        .then(segments.store)
        .catch((error: unknown) => failures.report(error));
      await Promise.race([stored, sleep(endLimitMs, undefined, { ref: false })]);
    },
  };
}

async function storeRound(
  rows: ReturnType<typeof rowsToStore>,
  segments: ReturnType<typeof segmentsToStore>,
): Promise<void> {
  // First, so that only packed segments wait while the place is unavailable.
  await segments.pack();
  await rows.claim();
  // Before the segments, so that a receipt is stored when its row is. A receipt that cannot be read does not hold up the log.
  const [stored] = await Promise.allSettled([rows.store(await segments.areWaiting())]);
  await segments.store();
  if (stored.status === 'rejected') throw stored.reason;
}

async function repeat(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await work();
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

function segmentsToStore(queue: Queue, onGap: () => void) {
  let last: string | null = null;
  return {
    pack: () => packQueue(queue),
    areWaiting: () => hasWaiting(queue),
    store: async () => {
      for (const segment of (await storeQueue(queue)).filter(isSegment)) {
        if (last === null && !(await isContinuous(queue.place, segment))) onGap();
        last = segment;
      }
    },
    discardIfDiskFull: async () => {
      const count = await discardIfDiskFull(queue).catch(() => 0);
      if (count === 0) return false;
      last = null;
      return true;
    },
  };
}

/** A repeated call waits for the running one. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}

/** For rows whose transaction was committed long after the time they contain. */
const overlapMs = 3_600_000;

/** What is not in the log of the database, found by its rows. */
function rowsToStore({ place, packer, administrator, receipts: store }: Parts) {
  const connection = keepConnection(administrator);
  let known: { receipts: Set<string>; erasures: Set<string> } | null = null;
  let since: Date | null = null;
  let isClaimed = false;
  let storedAt = Number.NEGATIVE_INFINITY;
  return {
    isClaimed: () => isClaimed,
    claim: async () => {
      if (isClaimed) return;
      await claimPlaceFor(await connection.get(), place);
      isClaimed = true;
    },
    store: async (isDue: boolean) => {
      if (!isDue && performance.now() - storedAt < rowsEveryMs) return;
      // Until it succeeds, it is due in every round.
      storedAt = Number.NEGATIVE_INFINITY;
      const client = await connection.get();
      if (!(await isMigrated(client))) return;
      const begun = new Date(Date.now() - overlapMs);
      known ??= { receipts: await storedReceipts(place), erasures: await knownErasures(place) };
      const rows = await (since ? listNewReceipts(client, since, known.receipts) : listKnownReceipts(client));
      await copyReceipts(rows, known.receipts, { place, packer, store });
      await recordErasures(client, known.erasures, place, since);
      since = begun;
      storedAt = performance.now();
    },
    close: connection.close,
  };
}

/** Opened when it is needed, and again after it was lost. */
function keepConnection(administrator: ClientConfig) {
  let client: Client | null = null;
  return {
    get: async (): Promise<Client> => {
      if (client !== null) return client;
      const opened = clientOf(administrator);
      opened.once('end', () => {
        client = null;
      });
      await opened.connect();
      client = opened;
      return opened;
    },
    /** A database that does not respond is not waited for. */
    close: async (): Promise<void> => {
      await Promise.race([client?.end().catch(() => undefined), sleep(closeLimitMs, undefined, { ref: false })]);
    },
  };
}

/** At the first start, segments are stored before there are tables. */
async function isMigrated(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isMigrated: boolean }>(
    `select to_regclass('receipts') is not null and to_regclass('users') is not null as "isMigrated"`,
  );
  return rows[0]?.isMigrated === true;
}

function reportFailures(log: Log, place: string) {
  let count = 0;
  return {
    report: (error: unknown) => {
      count += 1;
      if (Number.isInteger(Math.log2(count)))
        log.error({ place, error: error instanceof Error ? error.message : String(error) }, 'backup failed');
    },
    end: () => {
      if (count > 0) log.warn({ place }, 'backups continue');
      count = 0;
    },
  };
}

// What a process measures of itself for Prometheus (decision 058): requests, refusals, waits for the database, live streams, and
// Node's own figures. A label has few, fixed values: never an id, an address or a text that somebody wrote.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OpenDatabase } from '../db/connect.ts';
import type { DatabaseObserver } from '../db/connection-source.ts';

/** A label of every figure, because the figures of both processes are answered together. */
export type ProcessName = 'server' | 'reports';

export type Metrics = {
  registry: Registry;
  databaseObserver: DatabaseObserver;
  observeRequest(request: { endpoint: string; status: number; seconds: number; refusal: string | null }): void;
  countLoggedError(): void;
  watchPools(database: Pick<OpenDatabase, 'pools'>): void;
  watchStreams(count: () => number): void;
};

export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const waitBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3];
/** The event loop delay is measured by a timer that fires this often. */
const eventLoopPrecisionMs = 20;

export function createMetrics(process: ProcessName): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopPrecisionMs });
  const errors = new Counter({
    name: 'daybook_errors_logged_total',
    help: 'Lines of the levels error and fatal in the log.',
    registers: [registry],
  });
  return {
    registry,
    databaseObserver: observeDatabase(registry),
    observeRequest: process === 'server' ? observeRequests(registry) : () => undefined,
    countLoggedError: () => errors.inc(),
    watchPools: (database) => watchPools(registry, database),
    watchStreams: (count) => watchStreams(registry, count),
  };
}

function watchPools(registry: Registry, { pools }: Pick<OpenDatabase, 'pools'>): void {
  new Gauge({
    name: 'daybook_connections',
    help: 'Database connections of a pool that are busy or idle, and requests that wait for one.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const { name: pool, pool: of } of pools) {
        this.set({ pool, state: 'idle' }, of.idleCount);
        this.set({ pool, state: 'busy' }, of.totalCount - of.idleCount);
        this.set({ pool, state: 'waiting' }, of.waitingCount);
      }
    },
  });
}

function watchStreams(registry: Registry, count: () => number): void {
  new Gauge({
    name: 'daybook_live_streams',
    help: 'Open live streams of browsers.',
    registers: [registry],
    collect() {
      this.set(count());
    },
  });
}

function observeRequests(registry: Registry): Metrics['observeRequest'] {
  const durations = new Histogram({
    name: 'daybook_request_duration_seconds',
    help: 'Duration of requests by endpoint of the API (docs/api.md), "other" for pages and everything else, and status.',
    labelNames: ['endpoint', 'status'],
    buckets: requestBuckets,
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'daybook_refusals_total',
    help: 'Refused requests by the code of the reason.',
    labelNames: ['code'],
    registers: [registry],
  });
  return ({ endpoint, status, seconds, refusal }) => {
    durations.observe({ endpoint, status }, seconds);
    if (refusal !== null) refusals.inc({ code: refusal });
  };
}

function observeDatabase(registry: Registry): DatabaseObserver {
  const waits = new Histogram({
    name: 'daybook_connection_wait_seconds',
    help: 'Time until a transaction had its database connection.',
    labelNames: ['pool'],
    buckets: waitBuckets,
    registers: [registry],
  });
  const fallbacks = new Counter({
    name: 'daybook_replica_fallbacks_total',
    help: 'Reports read from the primary because the replica lagged or failed.',
    labelNames: ['reason'],
    registers: [registry],
  });
  return {
    waited: (pool, seconds) => waits.observe({ pool }, seconds),
    fellBack: (reason) => fallbacks.inc({ reason }),
  };
}

// Messages between the supervisor and its workers. During an upgrade they belong to different releases: a change that the other
// side does not understand needs another `protocol`, and then an upgrade without a restart is refused.

import type { StopMode } from '../db/cluster/run.ts';
import type { Connections } from '../db/connect.ts';
import type { MeasuredProcess } from '../metrics/read.ts';

export const protocol = 1;

/** `prepare` and `listen` in this order; `retire` and `stop` end a worker. */
export type ToWorker =
  /** The embedded database, if there is one. */
  | { kind: 'prepare'; connections: Omit<Connections, 'log'> | null }
  | { kind: 'listen' }
  /** Answered by `figures`, if METRICS_PORT is set. */
  | { kind: 'read-figures' }
  /** Another worker takes over: accept no more connections, serve the open ones to their end. */
  | { kind: 'retire' }
  /** The whole installation ends. */
  | { kind: 'stop' };

export type FromWorker =
  | { kind: 'started'; protocol: number }
  /** Migrated and connected, but not listening. */
  | { kind: 'prepared' }
  | { kind: 'listening' }
  | { kind: 'figures'; figures: MeasuredProcess }
  | { kind: 'refused'; sentences: readonly string[] }
  /** How the embedded database is to be stopped, as this worker saw it respond. */
  | { kind: 'closed'; mode: StopMode };

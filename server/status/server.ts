// What the running server answers: whether it is ready, and on the port of the metrics its processes, live streams and last errors.

import { statfs } from 'node:fs/promises';
import { z } from 'zod';
import type { ReadConfig } from '../config/config.ts';

export type ServerStatus = {
  address: string;
  state: 'ready' | 'not ready' | 'stopped';
  /** Null if METRICS_PORT is not set or does not answer. */
  measured: { liveStreams: number; processes: readonly { name: string; memoryBytes: number }[] } | null;
  hasMetricsPort: boolean;
  /** Null if they cannot be read. */
  recentErrors: readonly string[] | null;
};

export type Disk = { freeBytes: number; bytes: number } | null;

type Addresses = Pick<ReadConfig, 'host' | 'port' | 'metrics'>;

const limitMs = 5_000;

export async function readServer({ host, port, metrics }: Addresses): Promise<ServerStatus> {
  const address = addressOf(host, port);
  const [ready, figures, status] = await Promise.all([
    read(`${address}/ready`),
    metrics && read(`${addressOf(metrics.host, metrics.port)}/metrics`),
    metrics && read(`${addressOf(metrics.host, metrics.port)}/status`),
  ]);
  return {
    address,
    state: ready === null ? 'stopped' : ready.ok ? 'ready' : 'not ready',
    hasMetricsPort: metrics !== undefined,
    measured: figures?.ok ? measuredIn(figures.body) : null,
    recentErrors: status?.ok ? statusBody.parse(JSON.parse(status.body)).recentErrors : null,
  };
}

const statusBody = z.object({ recentErrors: z.array(z.string()) });

/** From this machine: a server that listens on all addresses is reached by the loopback address. */
function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Null if nothing answers. */
async function read(url: string): Promise<{ ok: boolean; body: string } | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(limitMs) });
    return { ok: response.ok, body: await response.text() };
  } catch {
    return null;
  }
}

function measuredIn(text: string): ServerStatus['measured'] {
  const values = [...text.matchAll(/^(\w+)\{process="(\w+)"(?:,worker="(\d+)")?\} (\S+)$/gm)].map(
    ([, figure, process, worker, value]) => ({
      figure,
      name: worker === undefined ? `${process}` : `${process} of worker ${worker}`,
      value: Number(value),
    }),
  );
  const of = (wanted: string) => values.filter(({ figure }) => figure === wanted);
  return {
    liveStreams: of('daybook_live_streams').reduce((sum, { value }) => sum + value, 0),
    processes: of('process_resident_memory_bytes').map(({ name, value }) => ({ name, memoryBytes: value })),
  };
}

/** Null if the folder does not exist. */
export async function readDisk(dataDir: string): Promise<Disk> {
  const disk = await statfs(dataDir).catch(() => null);
  return disk && { freeBytes: disk.bavail * disk.bsize, bytes: disk.blocks * disk.bsize };
}

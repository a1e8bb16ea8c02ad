// The first process if WORKERS is set: it owns the embedded database and the port, and starts the workers that serve requests.
// It contains as little as possible, because an upgrade replaces the workers only: its own code changes with a restart.

import { openBackedUp } from '../backup/start.ts';
import type { ReadConfig } from '../config/config.ts';
import type { StopMode } from '../db/cluster/run.ts';
import type { Log } from '../log.ts';
import { openControl } from './control.ts';
import type { Closing } from './ending.ts';
import { Workers } from './workers.ts';

type Parts = { config: ReadConfig; workers: number; directory: string; log: Log; closing: Closing };

/** Resolves when all workers accept requests. */
export async function supervise({ config, workers: count, directory, log, closing }: Parts): Promise<void> {
  let mode: StopMode = 'fast';
  const connections = config.database === undefined ? await startEmbedded() : null;
  const workers = new Workers({ count, directory, connections, dataDir: config.dataDir, log });
  closing.unshift(async () => {
    mode = await workers.stop();
  });
  await workers.start();
  if (config.metrics) {
    const { serveMetrics } = await import('../metrics/serve.ts');
    closing.unshift(await serveMetrics(config.metrics, () => workers.readFigures()));
  }
  const control = await openControl({ dataDir: config.dataDir, workers, log });
  closing.unshift(control.close);

  async function startEmbedded() {
    const { stop, embedded: _, ...connections } = await openBackedUp(config, log);
    closing.unshift(() => stop(mode));
    return connections;
  }
}

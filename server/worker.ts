// A worker: it prepares, listens and ends when its supervisor (server/process/supervisor.ts) sends the message to do so.

import type { ReadConfig } from './config/config.ts';
import type { StopMode } from './db/cluster/run.ts';
import { type DatabaseSource, openSource } from './db/open.ts';
import type { Log } from './log.ts';
import type { End } from './process/ending.ts';
import { type FromWorker, protocol, type ToWorker } from './process/messages.ts';
import { prepareToServe, type ServeParts, type Serving } from './serve.ts';
import { StartRefusal } from './start-refusal.ts';

export async function work(parts: ServeParts, end: End): Promise<void> {
  const { config, log } = parts;
  const source = Promise.withResolvers<DatabaseSource>();
  const mayListen = Promise.withResolvers<void>();
  let serving: Serving | undefined;
  process.on('message', async (message: ToWorker) => {
    if (message.kind === 'prepare') source.resolve(sourceOf(message, config, log));
    if (message.kind === 'listen') mayListen.resolve();
    if (message.kind === 'read-figures' && serving?.readFigures)
      await report({ kind: 'figures', figures: await serving.readFigures() });
    if (message.kind === 'stop') await end(0);
    if (message.kind === 'retire') {
      await serving?.retire();
      await end(0);
    }
  });
  try {
    await report({ kind: 'started', protocol });
    const prepared = await prepareToServe(parts, source.promise);
    await report({ kind: 'prepared' });
    await mayListen.promise;
    await prepared.listen();
    serving = prepared;
    await report({ kind: 'listening' });
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error;
    await report({ kind: 'refused', sentences: error.sentences });
    await end(1);
  }
}

/** Ends a worker whose release needs another configuration. */
export async function refuseToWork(sentences: readonly string[]): Promise<void> {
  await report({ kind: 'refused', sentences });
  process.exit(1);
}

/** The supervisor stops the embedded database after its workers. */
function sourceOf(
  { connections }: Extract<ToWorker, { kind: 'prepare' }>,
  config: ReadConfig,
  log: Log,
): Promise<DatabaseSource> | DatabaseSource {
  if (connections === null) return openSource(config, log);
  return { ...connections, embedded: null, stop: (mode: StopMode = 'fast') => report({ kind: 'closed', mode }) };
}

/** Resolves when the supervisor can read it, or has ended. */
function report(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) return resolve();
    process.send(message, undefined, undefined, () => resolve());
  });
}

// R06 and R07: the database is restarted, and is killed, while people work. The server starts it again.

import { type Fault, type FaultOutcome, missedOf, type Trial } from './fault.ts';
import { endRepeatedly } from './support/database-process.ts';
import { withOwnDatabase } from './support/installation.ts';
import { compare, startLoad } from './support/load.ts';
import { loadOutcome } from './support/outcome.ts';

export const databaseRestart: Fault = {
  id: 'R06',
  danger: 'the database is restarted five times under load',
  target: 'nothing lost, no gap longer than 2 s, the server keeps running',
  needs: [],
  trials: 3,
  // A fast shutdown, as by pg_ctl restart -m fast.
  run: (trial) => endUnderLoad(trial, { signal: 'SIGINT', maxGapMs: 2_000 }),
};

export const databaseKill: Fault = {
  id: 'R07',
  danger: 'the database is killed five times under load (kill -9)',
  target: 'nothing lost, no gap longer than 10 s, the server keeps running',
  needs: [],
  trials: 3,
  run: (trial) => endUnderLoad(trial, { signal: 'SIGKILL', maxGapMs: 10_000 }),
};

type End = { signal: NodeJS.Signals; maxGapMs: number };

const endUnderLoad = ({ random, isQuick }: Trial, { signal, maxGapMs }: End): Promise<FaultOutcome> =>
  withOwnDatabase({}, async ({ folder, connect, serve }) => {
    const server = await serve();
    const load = await startLoad(await connect(), server.address, { random });
    const times = isQuick ? 1 : 5;
    await endRepeatedly(folder, signal, { times, pauseMs: 1_000 + random.between(0, 1_000) });
    const figures = await load.stop();
    const stored = await compare(await connect(), figures);
    return loadOutcome(figures, stored, {
      figures: { ends: times },
      missed: missedOf({
        [`no gap longer than ${maxGapMs} ms`]: figures.gapMs <= maxGapMs,
        'the server keeps running': server.program.exitCode === null && server.program.signalCode === null,
      }),
    });
  });

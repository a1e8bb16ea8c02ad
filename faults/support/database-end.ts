// The database ends several times under load and is started again by the server.

import { missedOf, type Outcome, type Trial } from '../fault.ts';
import { endRepeatedly } from './database-process.ts';
import { withOwnDatabase } from './installation.ts';
import { compare, startLoad } from './load.ts';
import { loadOutcome } from './outcome.ts';

type End = { signal: NodeJS.Signals; maxGapMs: number };

export const endUnderLoad = ({ random, isQuick }: Trial, { signal, maxGapMs }: End): Promise<Outcome> =>
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

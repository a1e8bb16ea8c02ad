// R07: the database is killed while people work.

import type { Fault } from './fault.ts';
import { endUnderLoad } from './support/database-end.ts';

export const databaseKill: Fault = {
  id: 'R07',
  danger: 'the database is killed five times under load (kill -9)',
  target: 'nothing lost, no gap longer than 10 s, the server keeps running',
  needs: [],
  trials: 3,
  run: (trial) => endUnderLoad(trial, { signal: 'SIGKILL', maxGapMs: 10_000 }),
};

// R06: the database is restarted while people work.

import type { Fault } from './fault.ts';
import { endUnderLoad } from './support/database-end.ts';

export const databaseRestart: Fault = {
  id: 'R06',
  danger: 'the database is restarted five times under load',
  target: 'nothing lost, no gap longer than 2 s, the server keeps running',
  needs: [],
  trials: 3,
  // A fast shutdown, as by pg_ctl restart -m fast.
  run: (trial) => endUnderLoad(trial, { signal: 'SIGINT', maxGapMs: 2_000 }),
};

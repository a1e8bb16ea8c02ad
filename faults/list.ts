// Every failure case of docs/attack-cases.md that is a danger to a running installation: as a fault, or with the tests of `npm test` that check its target.

import type { Covered, Fault } from './fault.ts';
import { killBeforeReply } from './r05-kill-before-reply.ts';
import { databaseKill, databaseRestart } from './r06-database-end.ts';
import { fullDisk } from './r08-full-disk.ts';
import { fullDiskOfReceipts } from './r08-full-disk-of-receipts.ts';
import { diskError } from './r09-disk-error.ts';
import { rollingRestart } from './r10-rolling-restart.ts';

export const faults: readonly Fault[] = [
  killBeforeReply,
  databaseRestart,
  databaseKill,
  fullDisk,
  fullDiskOfReceipts,
  diskError,
  rollingRestart,
];

export const covered: readonly Covered[] = [];

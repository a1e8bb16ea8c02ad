// Every danger of the list R05 to R25: as a fault, or with the tests of `npm test` that check its target.

import type { Covered, Fault } from './fault.ts';
import { killBeforeReply } from './r05-kill-before-reply.ts';
import { databaseRestart } from './r06-database-restart.ts';
import { databaseKill } from './r07-database-kill.ts';
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

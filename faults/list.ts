// Every failure case of docs/attack-cases.md that is a danger to a running installation: as a fault, or with the tests of `npm test` that check its target.

import { failover } from './failover.ts';
import type { Covered, Fault } from './fault.ts';
import { killBeforeReply } from './r05-kill-before-reply.ts';
import { processKills } from './r05-kill-processes.ts';
import { databaseKill, databaseRestart } from './r06-database-end.ts';
import { fullDisk } from './r08-full-disk.ts';
import { fullDiskOfReceipts } from './r08-full-disk-of-receipts.ts';
import { diskError } from './r09-disk-error.ts';
import { rollingRestart } from './r10-rolling-restart.ts';
import { migrationsUnderLoad } from './r12-migrations.ts';
import { mailQueue } from './r13-mail-queue.ts';
import { slowClients } from './r14-slow-clients.ts';
import { slowDownload } from './r16-slow-download.ts';
import { clockSkew } from './r17-clock-skew.ts';
import { signInFlood } from './r20-sign-in-flood.ts';
import { manyReports } from './r21-many-reports.ts';
import { liveStreams } from './r22-live-streams.ts';
import { frozenDatabase, halfOpenConnections } from './r25-no-response.ts';
import { halfOpenProviders } from './r25-no-response-of-others.ts';

export const faults: readonly Fault[] = [
  killBeforeReply,
  processKills,
  databaseRestart,
  databaseKill,
  fullDisk,
  fullDiskOfReceipts,
  diskError,
  rollingRestart,
  migrationsUnderLoad,
  mailQueue,
  slowClients,
  slowDownload,
  clockSkew,
  signInFlood,
  manyReports,
  liveStreams,
  frozenDatabase,
  halfOpenConnections,
  halfOpenProviders,
  failover,
];

export const covered: readonly Covered[] = [
  { id: 'R11', danger: 'an open page of an older release', tests: ['tests/journeys/failures.spec.ts'] },
  { id: 'R15', danger: 'a large import', tests: ['tests/api/imports.test.ts', 'tests/api/imports-delivery.test.ts'] },
  { id: 'R18', danger: 'time zones and clock changes', tests: ['tests/api/time-zones.test.ts'] },
  {
    id: 'R19',
    danger: 'midnight, ends of weeks and years',
    tests: ['tests/api/time-zones.test.ts', 'tests/api/closed-periods.test.ts'],
  },
  {
    id: 'R23',
    danger:
      'an installation is lost and restored, also under load and from a damaged backup; a million worklogs in bench/restore.ts',
    tests: [
      'tests/platform/backup.test.ts',
      'tests/platform/restore.test.ts',
      'tests/platform/backup-faults.test.ts',
      'tests/platform/pgbackrest.test.ts',
    ],
  },
  {
    id: 'R24',
    danger: 'rows and pages that no request could have written',
    tests: ['tests/api/doctor.test.ts', 'tests/api/receipts-cleanup.test.ts', 'tests/platform/data-dir.test.ts'],
  },
];

import { describe, expect, test } from 'vitest';
import type { DatabaseFacts, DatabaseStatus } from './database.ts';
import { linesOf } from './lines.ts';
import type { ServerStatus } from './server.ts';

const now = new Date('2026-11-24T10:00:00Z');
const disk = { freeBytes: 5_500_000_000, bytes: 100_000_000_000 };
const server: ServerStatus = {
  address: 'http://127.0.0.1:3000',
  state: 'ready',
  hasMetricsPort: true,
  measured: { liveStreams: 12, processes: [{ name: 'server', memoryBytes: 198_000_000 }] },
  recentErrors: [],
};
const backup = new Date('2026-11-24T07:00:00Z');
const facts: DatabaseFacts = {
  release: '17.2',
  bytes: 123_400_000,
  migrations: { applied: 57, latest: '0057-a.sql', missing: ['0058-b.sql'] },
  installation: {
    jobs: [
      { task: 'send-mail', state: 'due', count: 3 },
      { task: 'fold-sums', state: 'due', count: 1 },
      { task: 'send-mail', state: 'failed', count: 2 },
    ],
    oldestDueSeconds: 61.6,
    noticesWaiting: 5,
    unfoldedSums: 7,
  },
  failures: [{ task: 'send-mail', reason: '550 no such mailbox', count: 2 }],
  backups: null,
};
const database: DatabaseStatus = { place: 'db.example.com/daybook', found: facts };

describe('the status as text', () => {
  test('adds up the queue, and names what was given up and what is not applied', () => {
    expect(linesOf({ server, database, disk, backup, now })).toEqual([
      'server        ready at http://127.0.0.1:3000',
      'processes     server 198 MB',
      'live streams  12',
      'database      PostgreSQL 17.2, 123 MB, db.example.com/daybook',
      'migrations    57 applied, the latest 0057-a.sql',
      '              not applied: 0058-b.sql',
      'queue         4 due (the oldest for 62 s), 0 running, 0 for later, 2 given up',
      '              given up: send-mail, 2 times: 550 no such mailbox',
      'waiting       5 notices, 7 changes for the sums',
      'disk          5.5 GB of 100.0 GB free',
      'backup        the last one 3 hours ago',
      'errors        none since the start',
    ]);
  });

  test('names both backups of an own PostgreSQL, as far as they were ever made by Daybook', () => {
    const lineOf = (databaseAt: Date | null, filesAt: Date | null) => {
      const backups = { databaseAt, filesAt, drillAt: now };
      const found = { ...database, found: { ...facts, backups } };
      return linesOf({ server, database: found, disk, backup: undefined, now }).find((line) =>
        line.startsWith('backup'),
      );
    };
    expect(lineOf(null, null)).toBe('backup        none by Daybook');
    expect(lineOf(null, now)).toBe(
      'backup        the database never by Daybook, the receipts and the secret 0 hours ago',
    );
    expect(lineOf(backup, now)).toBe('backup        the database 3 hours ago, the receipts and the secret 0 hours ago');
  });

  test('shows the latest error first, with its cause', () => {
    const recentErrors = [
      '{"level":"error","time":"2026-11-24T09:00:00.000Z","msg":"first"}',
      '{"level":"error","time":"2026-11-24T09:58:00.000Z","error":{"message":"lost","stack":"…"},"msg":"request failed"}',
    ];
    expect(linesOf({ server: { ...server, recentErrors }, database, disk, backup, now }).slice(-2)).toEqual([
      'errors        2 min ago: request failed: lost',
      '              60 min ago: first',
    ]);
  });

  test('says that the errors are not known if they cannot be read', () => {
    expect(linesOf({ server: { ...server, recentErrors: null }, database, disk, backup, now }).at(-1)).toBe(
      'errors        not known',
    );
  });

  test('without METRICS_PORT says how to see the processes', () => {
    const unmeasured = { ...server, measured: null, hasMetricsPort: false };
    expect(linesOf({ server: unmeasured, database, disk: null, backup, now }).slice(0, 3)).toEqual([
      'server        ready at http://127.0.0.1:3000',
      'processes     not known: set METRICS_PORT',
      'live streams  not known',
    ]);
  });
});

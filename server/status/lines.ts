// The status as lines of text for a terminal.

import { z } from 'zod';
import type { DatabaseFacts, DatabaseStatus } from './database.ts';
import type { Disk, ServerStatus } from './server.ts';

type Status = {
  server: ServerStatus;
  database: DatabaseStatus;
  disk: Disk;
  /** The time of the last one; null if there is none, undefined if Daybook makes none. */
  backup: Date | null | undefined | 'unavailable';
  now: Date;
};

export function linesOf({ server, database, disk, backup, now }: Status): string[] {
  const facts = typeof database.found === 'string' ? null : database.found;
  return [
    row('server', serverText(server)),
    row('processes', processesText(server)),
    row('live streams', server.measured ? String(server.measured.liveStreams) : 'not known'),
    row('database', facts ? `PostgreSQL ${facts.release}, ${size(facts.bytes)}, ${database.place}` : notRead(database)),
    ...(facts ? factRows(facts) : []),
    row('disk', disk ? `${size(disk.freeBytes)} of ${size(disk.bytes)} free` : 'the folder of the data does not exist'),
    row('backup', backupText(backup, facts?.backups ?? null, now)),
    ...errorRows(server, now),
  ];
}

const row = (name: string, text: string): string => `${name.padEnd(14)}${text}`;
const below = (text: string): string => row('', text);

const serverText = ({ address, state }: ServerStatus): string =>
  state === 'stopped' ? `stopped: nothing answers at ${address}` : `${state} at ${address}`;

function processesText({ state, measured, hasMetricsPort }: ServerStatus): string {
  if (measured) return measured.processes.map(({ name, memoryBytes }) => `${name} ${size(memoryBytes)}`).join(', ');
  if (state === 'stopped') return 'none';
  return hasMetricsPort ? 'METRICS_PORT does not answer' : 'not known: set METRICS_PORT';
}

const notRead = ({ place, found }: DatabaseStatus): string => `${found} (${place})`;

function factRows({ migrations, installation, failures }: DatabaseFacts): string[] {
  const { jobs, oldestDueSeconds, noticesWaiting, unfoldedSums } = installation;
  const count = (state: string) => jobs.filter((one) => one.state === state).reduce((sum, one) => sum + one.count, 0);
  const due = count('due');
  const queue = `${due} due${due > 0 ? ` (the oldest for ${Math.round(oldestDueSeconds)} s)` : ''}, ${count('running')} running`;
  return [
    row('migrations', `${migrations.applied} applied, the latest ${migrations.latest}`),
    ...migrations.missing.map((name) => below(`not applied: ${name}`)),
    row('queue', `${queue}, ${count('scheduled')} for later, ${count('failed')} given up`),
    ...failures.map((one) => below(`given up: ${one.task}, ${one.count} times: ${one.reason}`)),
    row('waiting', `${noticesWaiting} notices, ${unfoldedSums} changes for the sums`),
  ];
}

function backupText(backup: Status['backup'], remembered: DatabaseFacts['backups'], now: Date): string {
  const ago = (at: Date) => `${Math.round((now.getTime() - at.getTime()) / 3_600_000)} hours ago`;
  if (backup === 'unavailable') return 'BACKUP_PLACE cannot be read';
  if (backup === null) return 'none yet';
  if (backup !== undefined) return `the last one ${ago(backup)}`;
  const { databaseAt = null, filesAt = null } = remembered ?? {};
  if (databaseAt === null && filesAt === null) return 'none by Daybook';
  const textOf = (at: Date | null) => (at === null ? 'never by Daybook' : ago(at));
  return `the database ${textOf(databaseAt)}, the receipts and the secret ${textOf(filesAt)}`;
}

const errorLine = z.object({
  time: z.string(),
  msg: z.string().catch(''),
  error: z.unknown().optional(),
  err: z.unknown().optional(),
});
const message = z.union([z.string(), z.object({ message: z.string() }).transform((one) => one.message)]);

function errorRows({ recentErrors, measured }: ServerStatus, now: Date): string[] {
  if (!measured) return [];
  if (recentErrors === null) return [row('errors', 'not known')];
  if (recentErrors.length === 0) return [row('errors', 'none since the start')];
  return recentErrors.toReversed().map((text, index) => row(index === 0 ? 'errors' : '', errorText(text, now)));
}

function errorText(text: string, now: Date): string {
  const { time, msg, error, err } = errorLine.parse(JSON.parse(text));
  const minutes = Math.round((now.getTime() - Date.parse(time)) / 60_000);
  const cause = message.safeParse(error ?? err);
  return `${minutes} min ago: ${[msg, cause.success ? cause.data : ''].filter((part) => part !== '').join(': ')}`;
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

function size(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1_000 ** power).toFixed(power > 2 ? 1 : 0)} ${units[power]}`;
}

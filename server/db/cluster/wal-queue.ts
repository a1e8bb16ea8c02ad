// Continuous archiving: PostgreSQL copies each complete segment of its write-ahead log into the folder `wal-queue` of its data directory
// with its own module basic_archive (flushed, never overwriting), and Daybook stores it from there (server/backup/). So neither the
// database nor its shutdown waits for a backup place that is slow or full. Every start of the database archives, also of the
// doctor: a segment that is left out makes later moments impossible to restore.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../log.ts';
import { type Account, makePrivate } from './account.ts';

export const walQueueOf = (directory: string): string => join(directory, folder);

const folder = 'wal-queue';

/** A segment is complete at the latest after this time. Together with the time to store it less than a minute. */
const maxSegmentSeconds = 45;

/** Settings of the server, for the command line. An archive_command that an operator has set is kept. */
export function archiveSettings(directory: string, account: Account, log: Log): Record<string, string> {
  if (hasOwnCommand(directory)) {
    log.warn(
      'archive_command is set in postgresql.conf, so Daybook does not archive: remove it there, or set BACKUP_PLACE=off',
    );
    return {};
  }
  if (!existsSync(walQueueOf(directory))) makePrivate(walQueueOf(directory), account);
  return {
    archive_mode: 'on',
    archive_command: '',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': folder,
    archive_timeout: String(maxSegmentSeconds),
  };
}

/** `true`, the value that Daybook itself writes, archives nothing. */
function hasOwnCommand(directory: string): boolean {
  const files = ['postgresql.conf', 'postgresql.auto.conf'].map((name) => join(directory, name)).filter(existsSync);
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const [command] = lines.flatMap((line) => /^\s*archive_command\s*=?\s*'(.*)'/.exec(line)?.[1] ?? []).slice(-1);
  return command !== undefined && command !== '' && command !== 'true';
}

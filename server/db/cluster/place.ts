// Locates the database of a DATA_DIR and decides whether a new one may be created: only if nothing indicates that there was one.
// Anything doubtful (a dangling link, a folder without a database, a secret or receipts without a database, a disk that is not
// mounted) is refused with an explanation. The folder `postgres` may be a link to another disk.
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { refuseDanglingLink } from '../../secrets/app-secret.ts';
import { hasCode, StartRefusal } from '../../start-refusal.ts';
import { refuseEmptiedTarget } from './linked-folder.ts';

export type ClusterPlace = {
  /** Without symbolic links. */
  directory: string;
  /** There is no database, and there never was one. */
  isNew: boolean;
};

export function findCluster(dataDir: string): ClusterPlace {
  for (const name of ['postgres', 'receipts', 'app-secret']) refuseDanglingLink(join(dataDir, name));
  const place = join(realpathSync(dataDir), 'postgres');
  if (lstatSync(place, { throwIfNoEntry: false }) === undefined) {
    refuseUnmounted(place);
    refuseEmptiedTarget(dataDir);
    refuseLeftBehind(dataDir);
    return { directory: place, isNew: true };
  }
  const directory = realpathSync(place);
  refuseWithoutCluster(directory);
  return { directory, isNew: false };
}

function refuseWithoutCluster(directory: string): void {
  let isClosed = false;
  try {
    for (const name of ['PG_VERSION', 'global/pg_control']) statSync(join(directory, name));
    return;
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'ENOENT', 'ENOTDIR')) throw error;
    isClosed = hasCode(error, 'EACCES');
  }
  const owner = lstatSync(directory).uid;
  if (isClosed && owner !== process.getuid?.())
    throw new StartRefusal(
      `The database in ${directory} belongs to another user (number ${owner}). Start Daybook as that user or as root, ` +
        'or give the folder to this one, as root:',
      `  chown -R ${process.getuid?.()}:${process.getgid?.()} ${directory}`,
    );
  throw new StartRefusal(
    `${directory} is there, but no database is in it. Mount the disk it is on, or restore the folder from a backup, ` +
      'and start again. Nothing was created or changed.',
    'To begin with a new database instead, remove the folder or choose another DATA_DIR.',
  );
}

/** Files that are written only after the database was created: without a database, it is lost. */
function refuseLeftBehind(dataDir: string): void {
  const isLeft = (name: string) => {
    const path = join(dataDir, name);
    if (name === 'receipts') return existsSync(path) && readdirSync(path).length > 0;
    return existsSync(path);
  };
  const left = ['app-secret', 'receipts', 'postgres.log'].filter(isLeft);
  if (left.length === 0) return;
  throw new StartRefusal(
    `${dataDir} belongs to an installation (it has ${left.join(', ')}), but its database is missing: there is no ` +
      `${join(dataDir, 'postgres')}.`,
    'Bring that folder back from a backup, or set DATABASE_URL if the database is a PostgreSQL of your own, and start again.',
    'To begin with a new database instead, choose an empty DATA_DIR. Nothing was created or changed.',
  );
}

/** A mount point of /etc/fstab that is not mounted looks like an empty folder. */
function refuseUnmounted(place: string): void {
  const [table, mounted] = [readLines('/etc/fstab'), readLines('/proc/self/mountinfo')];
  const points = table.filter((line) => !line.startsWith('#')).map((line) => line.split(/\s+/)[1] ?? '');
  const isMounted = (point: string) => mounted.some((line) => line.split(' ')[4] === point);
  const missing = points.find(
    (point) => point.startsWith('/') && point !== '/' && place.startsWith(`${point}/`) && !isMounted(point),
  );
  if (missing === undefined || mounted.length === 0) return;
  throw new StartRefusal(
    `DATA_DIR is below ${missing}, which /etc/fstab names as a disk but which is not mounted. Mount it and start again. ` +
      'Nothing was created or changed.',
  );
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

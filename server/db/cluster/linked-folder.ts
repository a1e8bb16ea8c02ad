// A DATA_DIR that is a symbolic link, for example to another disk. If that disk is not mounted, the link may lead to an empty
// folder, as before the first start. A marker file beside the link records that there is a database.
import { existsSync, lstatSync, realpathSync, writeFileSync } from 'node:fs';
import { hasCode, StartRefusal } from '../../start-refusal.ts';

/** Null if DATA_DIR is not a link. */
export function markerOf(dataDir: string): { path: string; write(): void } | null {
  if (lstatSync(dataDir, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return null;
  const path = `${dataDir}.installed`;
  return { path, write: () => writeUnlessThere(path) };
}

export function refuseEmptiedTarget(dataDir: string): void {
  const marker = markerOf(dataDir);
  if (marker === null || !existsSync(marker.path)) return;
  throw new StartRefusal(
    `DATA_DIR ${dataDir} is a symbolic link to ${realpathSync(dataDir)}, where there was a database and is none now. ` +
      'Mount the disk it is on, or restore the folder from a backup, and start again. Nothing was created or changed.',
    `To begin with a new database instead, remove ${marker.path}.`,
  );
}

function writeUnlessThere(path: string): void {
  try {
    writeFileSync(path, 'The link beside this file leads to the data of a Daybook.\n', { flag: 'wx', mode: 0o644 });
  } catch (error) {
    // Without write access beside the link, there is no marker and an empty target is not detected.
    if (!hasCode(error, 'EEXIST', 'EACCES', 'EROFS', 'EPERM')) throw error;
  }
}

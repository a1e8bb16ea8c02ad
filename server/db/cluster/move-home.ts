// Earlier versions, started by root in a place closed to other users, stored the database in /var/lib/daybook/data-… and a link
// to it in DATA_DIR. It is moved into DATA_DIR, as documented. The move can be killed at any moment: `postgres.moved` is complete
// as soon as it exists, and the next start finishes the move.
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readlinkSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Log } from '../../log.ts';
import { hasCode, StartRefusal } from '../../start-refusal.ts';
import { clearStaleLock } from './process-table.ts';

const earlierPlace = /^\/var\/lib\/daybook\/data-[0-9a-f]{12}$/;

type HomeMove = { dataDir: string; log: Log; waitSeconds: number; isEarlierPlace?: (path: string) => boolean };

export async function moveHome({
  dataDir,
  log,
  waitSeconds,
  isEarlierPlace = (path) => earlierPlace.test(path),
}: HomeMove): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const place = join(realpathSync(dataDir), 'postgres');
  const moved = `${place}.moved`;
  const source = linkTarget(place);
  const isOldCopy = source !== null && isEarlierPlace(source);
  if (isOldCopy && !existsSync(moved) && existsSync(source)) {
    await clearStaleLock(source, waitSeconds);
    bring(source, moved);
    log.warn({ from: source, to: place }, 'the database was moved into DATA_DIR');
  }
  if (!existsSync(moved)) return;
  if (source !== null) rmSync(place);
  if (!existsSync(place)) renameSync(moved, place);
  if (isOldCopy) rmSync(source, { recursive: true, force: true });
}

function linkTarget(place: string): string | null {
  const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? resolve(place, '..', readlinkSync(place)) : null;
}

function bring(source: string, moved: string): void {
  try {
    renameSync(source, moved);
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error;
    const partial = `${moved}.partial`;
    rmSync(partial, { recursive: true, force: true });
    try {
      execFileSync('cp', ['-a', source, partial], { stdio: ['ignore', 'ignore', 'pipe'] });
      execFileSync('sync', ['-f', partial]);
    } catch (failure) {
      rmSync(partial, { recursive: true, force: true });
      throw new StartRefusal(
        `The database in ${source} could not be copied into DATA_DIR (${failure instanceof Error ? failure.message.trim() : failure}). ` +
          'It is unharmed where it is. Make room for it in DATA_DIR and start again.',
      );
    }
    renameSync(partial, moved);
  }
}

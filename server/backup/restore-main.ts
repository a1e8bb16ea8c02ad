// npm run restore: restores an installation from its backups into an empty folder, to the latest moment or to that of --to.

import 'temporal-polyfill/global';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createLog } from '../log.ts';
import { configOfProgram, runProgram } from '../program.ts';
import { StartRefusal } from '../start-refusal.ts';
import type { Target } from './choose-base.ts';
import type { External } from './external.ts';
import { readKey } from './key-file.ts';
import { momentText, parseMoment } from './moment.ts';
import { openPlace } from './open.ts';
import { openUnpacker } from './pack.ts';
import { restoreInstallation } from './restore-installation.ts';

const options = {
  to: { type: 'string' },
  into: { type: 'string' },
  base: { type: 'string' },
  key: { type: 'string' },
  'without-lost-receipts': { type: 'boolean' },
} as const;

await runProgram('Not restored:', async () => {
  process.exitCode = await run();
});

async function run(): Promise<number> {
  const { values } = parseArgs({ options });
  const config = configOfProgram();
  const { backup, database, dataDir } = config;
  if (database !== undefined) return restoreExternal({ ...config, database }, values);
  if (backup === undefined)
    throw new StartRefusal('BACKUP_PLACE is off: name the place of the backups with BACKUP_PLACE.');
  const zone = Temporal.Now.timeZoneId();
  const target: Target =
    values.to === undefined || values.to === 'latest'
      ? { kind: 'latest' }
      : { kind: 'time', at: parseMoment(values.to, zone, new Date()) };
  const [place, unpack] = await Promise.all([openPlace(backup.place), openUnpacker(readKey(values.key))]);
  const into = resolve(values.into ?? dataDir);
  const moment = target.kind === 'time' ? momentText(target.at, zone) : 'the latest moment';
  console.log(`Restoring from ${place.name} to ${moment} …`);
  const acceptsLoss = values['without-lost-receipts'] === true;
  const choice = { place, unpack, target, baseId: values.base, acceptsLoss };
  const isSound = await restoreInstallation({ ...choice, into, config, log: createLog('error') });
  console.log(
    isSound
      ? `\nReady. Start it with: DATA_DIR=${into} npm start`
      : `\nRestored into ${into}, but the doctor found what is listed above.`,
  );
  return isSound ? 0 : 1;
}

type Values = { to?: string; into?: string; base?: string; key?: string; 'without-lost-receipts'?: boolean };

/** Restores what belongs to a PostgreSQL of the operator, after that was restored. */
async function restoreExternal(config: External, values: Values): Promise<number> {
  const { filesBackup } = config;
  if (values.to !== undefined || values.into !== undefined || values.base !== undefined)
    throw new StartRefusal(
      'DATABASE_URL is set: restore that PostgreSQL to a moment on its machine with deploy/pgbackrest.sh restore',
      '(docs/operating.md), and then the receipts and the secret with npm run restore, without --to, --into or --base.',
    );
  if (filesBackup === undefined)
    throw new StartRefusal('DATABASE_URL is set: name the place of the receipts and the secret with BACKUP_PLACE.');
  const [place, unpack] = await Promise.all([openPlace(filesBackup.place), openUnpacker(readKey(values.key))]);
  const { restoreReceiptsAndSecret } = await import('./external.ts');
  const acceptsLoss = values['without-lost-receipts'] === true;
  const isSound = await restoreReceiptsAndSecret(config, { place, unpack, acceptsLoss, log: createLog('error') });
  console.log(isSound ? '\nReady. Start it with: npm start' : '\nRestored, but the doctor found what is listed above.');
  return isSound ? 0 : 1;
}

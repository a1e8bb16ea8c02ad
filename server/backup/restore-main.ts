// npm run restore: restores an installation from its backups into an empty folder, to the latest moment or to that of --to.

import 'temporal-polyfill/global';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { createLog } from '../log.ts';
import { StartRefusal } from '../start-refusal.ts';
import type { Target } from './choose-base.ts';
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

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  console.error(['', 'Not restored:', ...error.sentences, ''].join('\n  '));
  process.exitCode = 1;
}

async function run(): Promise<number> {
  const { values } = parseArgs({ options });
  const parsed = readConfig(process.env);
  if ('problems' in parsed) throw new StartRefusal(...parsed.problems);
  const { backup, dataDir } = parsed.config;
  if (backup === undefined)
    throw new StartRefusal(
      'BACKUP_PLACE is off, or DATABASE_URL is set: name the place of the backups with BACKUP_PLACE.',
    );
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
  const isSound = await restoreInstallation({ ...choice, into, config: parsed.config, log: createLog('error') });
  console.log(
    isSound
      ? `\nReady. Start it with: DATA_DIR=${into} npm start`
      : `\nRestored into ${into}, but the doctor found what is listed above.`,
  );
  return isSound ? 0 : 1;
}

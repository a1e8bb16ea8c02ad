// Synthetic companies for benchmarks, the same for the same seed and day: two hundred workers, a hundred projects, a thousand
// tasks and three years each, with the complete history of every worklog. Loaded by COPY into an empty database.
//   node seed/synthetic.ts --worklogs 1000000 --data /tmp/synthetic            into a new embedded database in that folder
//   node seed/synthetic.ts --worklogs 10000000 --companies 20 --url postgres://…

import 'temporal-polyfill/global';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ClientConfig } from 'pg';
import { addDays, isDay } from '#domain/calendar.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { createLog } from '#server/log.ts';
import { loadSynthetic } from './synthetic/load.ts';
import type { SyntheticSize } from './synthetic/plan.ts';

const { values } = parseArgs({
  options: {
    worklogs: { type: 'string', default: '1000000' },
    companies: { type: 'string', default: '1' },
    seed: { type: 'string', default: '2026' },
    // Two days ago, when night shifts have ended in every zone.
    until: { type: 'string', default: addDays(new Date().toISOString().slice(0, 10), -2) },
    data: { type: 'string' },
    url: { type: 'string' },
  },
});

const size: SyntheticSize = {
  worklogs: wholeNumber('worklogs', values.worklogs),
  companies: wholeNumber('companies', values.companies),
  seed: wholeNumber('seed', values.seed),
  until: values.until,
};
if (!isDay(size.until)) giveUp('--until must be a day such as 2026-11-20.');
if ((values.data === undefined) === (values.url === undefined))
  giveUp('Name either a folder for the embedded database (--data) or the owner’s address of another one (--url).');

if (values.url !== undefined) await load({ connectionString: values.url });
else {
  const dataDir = resolve(values.data ?? '');
  mkdirSync(dataDir, { recursive: true });
  const { ownerConfig, stop } = await startEmbedded({ dataDir, log: createLog('warn') });
  await load(ownerConfig).finally(stop);
}

async function load(owner: ClientConfig): Promise<void> {
  const began = performance.now();
  const report = (step: string) =>
    console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${step}`);
  await migrate({ owner });
  await loadSynthetic({ owner, size, report });
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text.replaceAll(/[,_]/g, ''));
  if (!Number.isSafeInteger(number) || number < 1) giveUp(`--${name} must be a whole number from 1 on.`);
  return number;
}

function giveUp(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

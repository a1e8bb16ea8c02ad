// A company as an archive: how long its export and its import into another installation take, and how much memory each process needs.
// The imported tables must be equal to those that were exported.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { archivedNames } from '#server/archive/tables.ts';
import { clientOf, differences, hashTables } from '#server/backup/table-hashes.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { createLog } from '#server/log.ts';
import { loadNow, withFolder } from './demo.ts';
import { residentMemoryOf } from './process-figures.ts';
import { addReceipts } from './restore.ts';
import { rounded } from './rounds.ts';
import { withSyntheticData } from './synthetic.ts';

export type ArchiveFigures = {
  worklogs: number;
  receipts: number;
  archiveMiB: number;
  exportSeconds: number;
  exportMiB: number;
  importSeconds: number;
  importMiB: number;
  differentTables: string[];
  goals: { exportSeconds: number; importSeconds: number };
  missed: string[];
  load: number;
};

/** For 1,000,000 worklogs with 1,000 receipts. */
const goals = { exportSeconds: 120, importSeconds: 240 };
const worklogsPerReceipt = 1_000;

export const measureArchive = ({ worklogs }: { worklogs: number }): Promise<ArchiveFigures> =>
  withFolder((folder) =>
    withSyntheticData({ worklogs, dataDir: join(folder, 'source') }, async ({ dataDir }) => {
      const receipts = await addReceipts(dataDir, worklogsPerReceipt);
      const file = join(folder, 'company.zip');
      const source = await withDatabase(dataDir, async (administrator) => {
        const run = await runCommand(dataDir, ['export', '--company', 'Synthetic 1', '--to', file]);
        return { ...run, tables: await tablesOf(administrator) };
      });
      const into = join(folder, 'target');
      const target = await withDatabase(into, async (administrator, owner) => {
        await migrate({ owner });
        const run = await runCommand(into, ['import', '--from', file]);
        return { ...run, tables: await tablesOf(administrator) };
      });
      const measured = { exportSeconds: source.seconds, importSeconds: target.seconds };
      return {
        worklogs,
        receipts,
        archiveMiB: Math.round(statSync(file).size / 1024 ** 2),
        ...measured,
        exportMiB: source.memoryMiB,
        importMiB: target.memoryMiB,
        differentTables: differences(source.tables, target.tables),
        goals,
        missed: (['exportSeconds', 'importSeconds'] as const).filter((name) => measured[name] > goals[name]),
        load: loadNow(),
      };
    }),
  );

/** The database runs meanwhile, as under a server. */
async function withDatabase<T>(
  dataDir: string,
  work: (administrator: ClientConfig, owner: ClientConfig) => Promise<T>,
): Promise<T> {
  const { administratorConfig, ownerConfig, stop } = await startEmbedded({ dataDir, log: createLog('warn') });
  return work(administratorConfig, ownerConfig).finally(() => stop());
}

async function runCommand(
  dataDir: string,
  options: readonly string[],
): Promise<{ seconds: number; memoryMiB: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, ['server/archive/main.ts', ...options], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const memoryMiB = await peakOf(child);
  if (child.exitCode !== 0) throw new Error(`${options[0]} failed.`);
  return { seconds: rounded((performance.now() - began) / 1_000), memoryMiB };
}

async function peakOf(child: ChildProcess): Promise<number> {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMemoryOf(child.pid ?? 0));
  }, 200);
  await once(child, 'exit');
  clearInterval(timer);
  return Math.round(peak);
}

/** Accounts are not equal: they have other settings. */
async function tablesOf(administrator: ClientConfig) {
  const client = clientOf(administrator);
  await client.connect();
  const hashes = await hashTables(client).finally(() => client.end());
  const names = [...archivedNames, 'day_sums', 'month_sums'].filter((name) => name !== 'users');
  return Object.fromEntries(Object.entries(hashes).filter(([name]) => names.includes(name.replace('public.', ''))));
}

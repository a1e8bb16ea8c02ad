// Which files of a data directory belong to a base backup: as pg_basebackup chooses, without the write-ahead log (it is stored
// separately), what a start creates again, and Daybook's queue.

import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../start-refusal.ts';

const emptied = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_replslot',
]);
const leftOut = new Set([
  'wal-queue',
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'tablespace_map',
  'backup_manifest',
  'postgresql.auto.conf.tmp',
  'recovery.signal',
  'standby.signal',
]);
const temporary = /^pgsql_tmp|^pg_internal\.init|^\.s\.PGSQL/;

export type ClusterContent = { folders: string[]; files: string[] };

/** Paths relative to the directory. */
export async function listCluster(directory: string): Promise<ClusterContent> {
  const content: ClusterContent = { folders: ['pg_wal/archive_status', 'pg_wal/summaries'], files: [] };
  await collect(directory, '', content);
  return { folders: content.folders.sort(), files: content.files.sort(controlFileLast) };
}

async function collect(directory: string, folder: string, content: ClusterContent): Promise<void> {
  for (const entry of await entriesOf(join(directory, folder))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (leftOut.has(path) || temporary.test(entry.name)) continue;
    if (entry.isFile()) content.files.push(path);
    if (!entry.isDirectory()) continue;
    content.folders.push(path);
    if (!emptied.has(path)) await collect(directory, path, content);
  }
}

/** A table may be dropped meanwhile. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

const controlFile = 'global/pg_control';

const controlFileLast = (a: string, b: string): number =>
  Number(a === controlFile) - Number(b === controlFile) || (a < b ? -1 : 1);

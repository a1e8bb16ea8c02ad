// Figures of the whole installation, read when Prometheus asks: from the database, and the free space of the disk.

import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { readInstallation } from './installation.ts';

type Parts = { registry: Registry; ownerPool: Pool; dataDir: string };

/** Returns a function that reads them again. Without a database the other figures are still answered. */
export function watchInstallation({ registry, ownerPool, dataDir }: Parts): () => Promise<void> {
  const gauges = createGauges(registry);
  return async () => {
    await Promise.all([measureDatabase(gauges, ownerPool), measureDisk(gauges, dataDir)]);
  };
}

type Gauges = ReturnType<typeof createGauges>;

function createGauges(registry: Registry) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  return {
    isUp: gauge('daybook_database_up', '1 if the database answered, else 0.'),
    jobs: new Gauge({
      name: 'daybook_jobs',
      help: 'Jobs in the queue: due, running, scheduled for later (retries included), or failed for good.',
      labelNames: ['task', 'state'],
      registers: [registry],
    }),
    oldestDue: gauge('daybook_oldest_due_job_seconds', 'How long the oldest due job has been waiting.'),
    notices: gauge('daybook_notices_waiting', 'Notices in the outbox that are not mails yet.'),
    unfolded: gauge('daybook_sum_changes_unfolded', 'Changes that are not yet part of the precomputed sums.'),
    freeBytes: gauge('daybook_disk_free_bytes', 'Free space on the disk of DATA_DIR.'),
    diskBytes: gauge('daybook_disk_size_bytes', 'Size of the disk of DATA_DIR.'),
  };
}

async function measureDatabase(gauges: Gauges, ownerPool: Pool): Promise<void> {
  const found = await readInstallation(ownerPool).catch(() => null);
  gauges.isUp.set(found === null ? 0 : 1);
  gauges.jobs.reset();
  if (found === null) return;
  for (const { task, state, count } of found.jobs) gauges.jobs.set({ task, state }, count);
  gauges.oldestDue.set(found.oldestDueSeconds);
  gauges.notices.set(found.noticesWaiting);
  gauges.unfolded.set(found.unfoldedSums);
}

async function measureDisk(gauges: Gauges, dataDir: string): Promise<void> {
  const disk = await statfs(dataDir).catch(() => null);
  if (disk === null) return;
  gauges.freeBytes.set(disk.bavail * disk.bsize);
  gauges.diskBytes.set(disk.blocks * disk.bsize);
}

// The server's rows as a table for the terminal: without unmeasured figures, and with the missed goals.

import type { ServerFigures } from './server.ts';

export function printServer(rows: readonly ServerFigures[]): void {
  console.table(
    rows.map((row) => ({
      row: row.row,
      work: row.work,
      median: inMilliseconds(row.medianMs),
      p95: inMilliseconds(row.p95Ms),
      floor: inMilliseconds(row.floorMs),
      ratio: row.ratio === null ? '' : `${row.ratio}×`,
      'a second, 8 at once': row.eightPerSecond ?? '',
      'of the floor': row.share === null ? '' : `${Math.round(row.share * 100)} %`,
      'CPU each': inMilliseconds(row.cpuMsEach),
      'of the database': inMilliseconds(row.databaseCpuMsEach),
      memory: row.memoryMiB === null ? '' : `${row.memoryMiB} MiB`,
      goal: row.goal,
      met: row.missed.length === 0 ? '✓' : `✗ ${row.missed.join(', ')}`,
    })),
  );
}

const inMilliseconds = (value: number | null): string => (value === null ? '' : `${value} ms`);

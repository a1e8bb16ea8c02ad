// What is answered on the port of the metrics: the figures of a process that serves requests, of its report process and of the
// installation, and its last errors.

import type { Config } from '../config/config.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { watchInstallation } from './installation-metrics.ts';
import { type BackupSettings, watchBackups } from './last-backup.ts';
import type { Metrics, MetricValues } from './metrics.ts';
import type { RecentErrors } from './recent-errors.ts';

export type MeasuredProcess = { metrics: MetricValues[]; recentErrors: readonly string[] };

export type ReadFigures = () => Promise<MeasuredProcess>;

type Parts = {
  metrics: Metrics;
  config: Pick<Config, 'dataDir'> & BackupSettings;
  database: Pick<OpenDatabase, 'ownerPool'>;
  recentErrors: RecentErrors;
  /** Those of the report process; null while it is not running. */
  readReportProcess: () => Promise<MetricValues | null>;
};

export function readFiguresOf({ metrics, config, database, recentErrors, readReportProcess }: Parts): ReadFigures {
  const { registry } = metrics;
  const readBackups = watchBackups(registry, config, database.ownerPool);
  const readInstallation = watchInstallation({ registry, ownerPool: database.ownerPool, dataDir: config.dataDir });
  return async () => {
    await Promise.all([readInstallation(), readBackups()]);
    const values = await Promise.all([registry.getMetricsAsJSON(), readReportProcess()]);
    return { metrics: values.filter((one) => one !== null), recentErrors: recentErrors.list() };
  };
}

// Once per project of a test run: the cluster, with the database `daybook` migrated, from which every test file clones its own.
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/db/migrate.ts';
import { closeTemplate, startCitusCluster } from './citus.ts';
import { addressOf, startTestCluster } from './cluster.ts';

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // The mutants of faults/ share a running one.
  const { RUNNING_TEST_CLUSTER: running } = process.env;
  if (running !== undefined) {
    project.provide('clusterHost', running);
    project.provide('workerHosts', []);
    return undefined;
  }
  const isCitus = project.config.env.TEST_DATABASE === 'citus';
  const cluster = await (isCitus ? startCitusCluster() : startTestCluster(project.config.env.TEST_DATABASE));
  try {
    await migrate({
      owner: addressOf(cluster.host, 'daybook', 'daybook_owner'),
      distribution: isCitus ? 'citus' : 'none',
    });
    if (isCitus) await closeTemplate([cluster.host, ...cluster.workers]);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  project.provide('clusterHost', cluster.host);
  project.provide('workerHosts', [...cluster.workers]);
  return cluster.stop;
}

declare module 'vitest' {
  export interface ProvidedContext {
    clusterHost: string;
    /** Further nodes, of Citus. */
    workerHosts: string[];
  }
}

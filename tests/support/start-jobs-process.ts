// A process of the product that only runs jobs. Tests kill it as a power failure would: it cannot finish or report anything.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from './database.ts';

export type JobsProcess = {
  kill(): Promise<void>;
  /** Resolves when it has ended. */
  ended: Promise<void>;
};

type Settings = Pick<TestDatabase, 'owner' | 'app'> & { baseUrl: string; smtpUrl: string };

const program = fileURLToPath(new URL('jobs-process.ts', import.meta.url));

export async function startJobsProcess(settings: Settings): Promise<JobsProcess> {
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(() => undefined);
  await once(child.stdout, 'data');
  return {
    ended,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

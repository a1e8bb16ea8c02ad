// R09: the disk reports errors when the database flushes its write-ahead log. PostgreSQL then ends all its processes and recovers.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, missedOf } from './fault.ts';
import { databaseProcesses } from './support/database-process.ts';
import { withOwnDatabase } from './support/installation.ts';
import { compare, startLoad } from './support/load.ts';
import { loadOutcome } from './support/outcome.ts';

const errorsForMs = 6_000;

export const diskError: Fault = {
  id: 'R09',
  danger: 'the disk fails to flush the write-ahead log (EIO) again and again for six seconds',
  target: 'nothing acknowledged is lost, responses are 503 and never 500, the server keeps running',
  needs: ['strace'],
  trials: 3,
  run: ({ random }) =>
    withOwnDatabase({}, async ({ folder, connect, serve }) => {
      const server = await serve();
      const load = await startLoad(await connect(), server.address, { random });
      await sleep(1_000);
      // The count is of each process, also of those that PostgreSQL starts afterwards.
      const when = random.between(15, 40);
      const strace = spawn(
        'strace',
        [
          '-f',
          '-qq',
          '-o',
          '/dev/null',
          '-e',
          'trace=fdatasync',
          '-e',
          `inject=fdatasync:error=EIO:when=${when}`,
          ...databaseProcesses(folder).flatMap((pid) => ['-p', String(pid)]),
        ],
        { stdio: 'ignore' },
      );
      // It may end before: when all processes that it traces have ended.
      const ended = once(strace, 'exit');
      await sleep(errorsForMs);
      strace.kill('SIGINT');
      await ended;
      await sleep(2_000);
      const figures = await load.stop();
      const stored = await compare(await connect(), figures);
      const panics = readFileSync(join(folder, 'postgres.log'), 'utf8').split('PANIC:').length - 1;
      return loadOutcome(figures, stored, {
        figures: { 'failed flush': when, panics },
        missed: missedOf({
          'a flush failed': panics > 0,
          'the server keeps running': server.program.exitCode === null && server.program.signalCode === null,
        }),
      });
    }),
};

// R10: two servers behind HAProxy are restarted one after the other while people work.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { type Fault, missedOf } from './fault.ts';
import { startProxy } from './support/haproxy.ts';
import { type Installation, withSeparateDatabase } from './support/installation.ts';
import { compare, startLoad } from './support/load.ts';
import { loadOutcome } from './support/outcome.ts';
import { failedOf, pace } from './support/pace.ts';
import { ask, signInMembers } from './support/people.ts';

const readsPerSecond = 200;
const restarts = 4;
const maxExitMs = 10_000;

export const rollingRestart: Fault = {
  id: 'R10',
  danger: 'two servers behind HAProxy are restarted in turn, four times, at more than 200 requests a second',
  target: 'no failed request of at least 10,000, each server ends within 10 s',
  needs: ['haproxy'],
  trials: 3,
  run: ({ random, isQuick }) =>
    withSeparateDatabase({}, async ({ connect, serve }) => {
      const environment = { SHUTDOWN_GRACE_MS: '1000' };
      const servers = [await serve(environment), await serve(environment)];
      const proxy = await startProxy(servers.map(({ address }) => address));
      const superuser = await connect();
      const [person] = await signInMembers(superuser, 'timesheet approver', 1);
      const load = await startLoad(superuser, proxy.address, { lanes: 4, pauseMs: 50, random });
      const restarting = restart(servers, { serve }, environment, isQuick ? 1 : restarts);
      const reads = await pace(readsPerSecond, restarting, () =>
        ask({ address: proxy.address, ...(person && { person }) }, 'GET', '/session'),
      );
      const figures = await load.stop();
      await proxy.stop();
      const lostResponses = Object.values(figures.repeated).reduce((sum, times) => sum + times, 0);
      const total = reads.count + figures.acknowledged.size;
      const exitMs = await restarting;
      return loadOutcome(figures, await compare(superuser, figures), {
        figures: {
          requests: total,
          failed: failedOf(reads) + lostResponses,
          statuses: JSON.stringify(reads.statuses),
          'p99 of reads (ms)': reads.p99Ms,
          'longest exit (ms)': exitMs,
        },
        missed: missedOf({
          'no failed read': failedOf(reads) === 0,
          'no failed write': lostResponses === 0,
          'at least 10,000 requests': isQuick || total >= 10_000,
          'each ends within 10 s': exitMs <= maxExitMs,
        }),
      });
    }),
};

/** Answers with the longest time that one needed to end. */
async function restart(
  servers: ServerProcess[],
  { serve }: Pick<Installation, 'serve'>,
  environment: Record<string, string>,
  times: number,
): Promise<number> {
  let longest = 0;
  for (let time = 0; time < times; time += 1) {
    await sleep(8_000);
    const index = time % servers.length;
    const port = Number(new URL(servers[index]?.address ?? '').port);
    servers[index]?.program.kill('SIGTERM');
    longest = Math.max(longest, (await servers[index]?.ended)?.afterMs ?? 0);
    servers[index] = await serve(environment, { port });
  }
  await sleep(12_000);
  return Math.round(longest);
}

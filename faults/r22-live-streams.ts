// R22: ten thousand live streams are opened and closed; neither memory nor open files may grow.

import { readdirSync } from 'node:fs';
import { type ClientRequest, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMemoryOf } from '#bench/process-figures.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { type Fault, missedOf } from './fault.ts';
import { withOwnDatabase } from './support/installation.ts';
import { type SignedIn, signInMembers } from './support/people.ts';

const streams = 10_000;
const people = 50;
/** Of each person at once. */
const each = 4;
const maxMoreMiB = 10;
const hook = join(import.meta.dirname, 'support/report-heap.ts');

export const liveStreams: Fault = {
  id: 'R22',
  danger: '10,000 live streams are opened and closed',
  target: 'as many open files afterwards as before, at most 10 MiB more in use than after the first thousand',
  needs: [],
  trials: 1,
  run: ({ isQuick }) =>
    withOwnDatabase({}, async ({ connect, serve }) => {
      const server = await serve({}, { options: ['--expose-gc', '--import', hook] });
      const { address, program } = server;
      const pid = program.pid ?? 0;
      const members = await signInMembers(await connect(), 'worker', people);
      const rounds = (isQuick ? 1_000 : streams) / (people * each);
      const [filesBefore, files] = [openFilesOf(pid), () => openFilesOf(pid)];
      let [opened, failed, warm] = [0, 0, await memoryOf(server)];
      for (let round = 0; round < rounds; round += 1) {
        const batch = await Promise.all(
          members.flatMap((member) => Array.from({ length: each }, () => open(address, member))),
        );
        opened += batch.filter((one) => one !== null).length;
        failed += batch.filter((one) => one === null).length;
        for (const one of batch) one?.destroy();
        await sleep(50);
        if (round + 1 === 1_000 / (people * each)) warm = await memoryOf(server);
      }
      await sleep(12_000);
      const now = await memoryOf(server);
      const moreMiB = now.heap - warm.heap;
      const moreFiles = files() - filesBefore;
      return {
        acknowledged: null,
        lost: null,
        duplicates: null,
        gapMs: null,
        figures: {
          opened,
          failed,
          'more open files': moreFiles,
          'heap after 1,000 (MiB)': warm.heap,
          'heap afterwards': now.heap,
          'resident after 1,000': warm.resident,
          'resident afterwards': now.resident,
        },
        missed: missedOf({
          'every stream opens': failed === 0,
          // Connections to the database that the pool opened meanwhile, and their event.
          'open files as before': moreFiles <= 20,
          'memory does not grow': moreMiB <= maxMoreMiB,
          'the server keeps running': program.exitCode === null,
        }),
      };
    }),
};

/** Null if it was refused. */
function open(address: string, { companyId, cookie }: SignedIn): Promise<ClientRequest | null> {
  return new Promise((resolve) => {
    const sending = get(
      `${address}/api/v1/companies/${companyId}/live`,
      { agent: false, headers: { cookie } },
      (reply) => {
        reply.on('error', () => undefined).resume();
        resolve(reply.statusCode === 200 ? sending : null);
      },
    );
    sending.on('error', () => resolve(null));
  });
}

/** In MiB. */
async function memoryOf({ program, output }: ServerProcess): Promise<{ heap: number; resident: number }> {
  const reports = () => output().match(/heap (\d+)/g) ?? [];
  const before = reports().length;
  program.kill('SIGUSR2');
  await waitUntil(() => reports().length > before, { timeout: 20_000 });
  const heap = Number(/\d+/.exec(reports().at(-1) ?? '')?.[0]) / 2 ** 20;
  return { heap: Math.round(heap), resident: Math.round(residentMemoryOf(program.pid ?? 0)) };
}

const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

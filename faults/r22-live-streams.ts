// R22: ten thousand live streams are opened and closed; neither memory nor open files may grow.

import { readdirSync } from 'node:fs';
import { type ClientRequest, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMemoryOf } from '#bench/process-figures.ts';
import { type Fault, missedOf } from './fault.ts';
import { withOwnDatabase } from './support/installation.ts';
import { type SignedIn, signInMembers } from './support/people.ts';

const streams = 10_000;
const people = 50;
/** Of each person at once. */
const each = 4;
const maxMoreMiB = 40;

export const liveStreams: Fault = {
  id: 'R22',
  danger: '10,000 live streams are opened and closed',
  target: 'as many open files afterwards as before, at most 40 MiB more memory than after the first thousand',
  needs: [],
  trials: 1,
  run: ({ isQuick }) =>
    withOwnDatabase({}, async ({ connect, serve }) => {
      const { address, program } = await serve();
      const pid = program.pid ?? 0;
      const members = await signInMembers(await connect(), 'worker', people);
      const rounds = (isQuick ? 1_000 : streams) / (people * each);
      const [filesBefore, files] = [openFilesOf(pid), () => openFilesOf(pid)];
      let [opened, failed, warmMiB] = [0, 0, 0];
      for (let round = 0; round < rounds; round += 1) {
        const batch = await Promise.all(
          members.flatMap((member) => Array.from({ length: each }, () => open(address, member))),
        );
        opened += batch.filter((one) => one !== null).length;
        failed += batch.filter((one) => one === null).length;
        for (const one of batch) one?.destroy();
        await sleep(50);
        if (round + 1 === 1_000 / (people * each)) warmMiB = residentMemoryOf(pid);
      }
      await sleep(12_000);
      const moreMiB = Math.round(residentMemoryOf(pid) - warmMiB);
      const moreFiles = files() - filesBefore;
      return {
        acknowledged: null,
        lost: null,
        duplicates: null,
        gapMs: null,
        figures: { opened, failed, 'more open files': moreFiles, 'more memory (MiB)': moreMiB },
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

const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

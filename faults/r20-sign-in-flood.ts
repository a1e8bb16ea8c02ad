// R20: fifty clients try passwords for thirty seconds while others work.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, missedOf } from './fault.ts';
import { withOwnDatabase } from './support/installation.ts';
import { failedOf, figuresOf, pace } from './support/pace.ts';
import { type Answer, ask, signInMembers } from './support/people.ts';

const clients = 50;
const readsPerSecond = 50;
const maxReadMs = 500;
const maxRefusalMs = 200;

export const signInFlood: Fault = {
  id: 'R20',
  danger: '50 clients try passwords for 30 s, each from another network',
  target: 'others wait at most 500 ms (p99), excess attempts are refused within 200 ms (p99)',
  needs: [],
  trials: 1,
  run: ({ random, isQuick }) =>
    withOwnDatabase({}, async ({ connect, serve }) => {
      const { address, program } = await serve();
      const [person] = await signInMembers(await connect(), 'worker', 1);
      const answers: Answer[] = [];
      const flood = async () => {
        const endsAt = performance.now() + (isQuick ? 5_000 : 30_000);
        const attempt = async (client: number) => {
          while (performance.now() < endsAt) {
            // The last address is the one that the server trusts; rates are limited for each network.
            const headers = { 'x-forwarded-for': `10.${client}.${random.between(0, 255)}.${random.between(0, 255)}` };
            const body = { email: `p${random.between(0, 1e9)}@example.test`, password: 'not the password' };
            answers.push(await ask({ address, headers }, 'POST', '/sign-in', body));
            await sleep(1);
          }
        };
        await Promise.all(Array.from({ length: clients }, (_, client) => attempt(client)));
      };
      const reads = await pace(readsPerSecond, flood(), () =>
        ask({ address, ...(person && { person }) }, 'GET', '/session'),
      );
      const judged = figuresOf(answers.filter(({ status }) => status === 422));
      const excess = figuresOf(answers.filter(({ status }) => status === 503 || status === 429));
      const others = answers.length - judged.count - excess.count;
      return {
        acknowledged: null,
        lost: null,
        duplicates: null,
        gapMs: null,
        figures: {
          attempts: answers.length,
          hashed: judged.count,
          refused: excess.count,
          'refused: median (ms)': excess.medianMs,
          'refused: p99': excess.p99Ms,
          'reads: p99 (ms)': reads.p99Ms,
          'failed reads': failedOf(reads),
        },
        missed: missedOf({
          'others wait at most 500 ms': reads.p99Ms <= maxReadMs,
          'no request of others fails': failedOf(reads) === 0,
          'refused within 200 ms (p99)': excess.p99Ms <= maxRefusalMs,
          'passwords are still checked': judged.count > 0,
          'nothing but 422, 429 and 503': others === 0,
          'the server keeps running': program.exitCode === null,
        }),
      };
    }),
};

// R21: two hundred reports over everything at once.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, missedOf } from './fault.ts';
import { withOwnDatabase } from './support/installation.ts';
import { failedOf, figuresOf, pace } from './support/pace.ts';
import { ask, signInMembers } from './support/people.ts';

const reports = 200;
const maxRefusalMs = 3_000;
const maxReadyMs = 2_000;

export const manyReports: Fault = {
  id: 'R21',
  danger: '200 reports over three years of 300,000 worklogs at once',
  target: 'excess ones get 503 or 429 with Retry-After within 3 s, others work, everything is fast 2 s later',
  needs: [],
  trials: 1,
  run: ({ isQuick }) =>
    withOwnDatabase({ worklogs: isQuick ? 20_000 : 300_000 }, async ({ connect, serve }) => {
      const { address, program } = await serve();
      const superuser = await connect();
      const workers = await signInMembers(superuser, 'worker', 100);
      const managers = await signInMembers(superuser, 'manager', 1);
      const flood = Promise.all(
        Array.from({ length: reports }, (_, index) => {
          const person = workers[index % workers.length];
          const path = `/companies/${person?.companyId}/reports?from=2020-01-01&to=2027-06-30&groupBy=worker`;
          return ask({ address, ...(person && { person }), timeoutMs: 60_000 }, 'GET', path);
        }),
      );
      const session = () => ask({ address, ...(managers[0] && { person: managers[0] }) }, 'GET', '/session');
      const beside = await pace(20, flood, session);
      const answers = await flood;
      const ok = figuresOf(answers.filter(({ status }) => status === 200));
      const refused = answers.filter(({ status }) => status === 503 || status === 429);
      await sleep(maxReadyMs);
      const later = await pace(20, 2_000, session);
      return {
        acknowledged: null,
        lost: null,
        duplicates: null,
        gapMs: null,
        figures: {
          computed: ok.count,
          'computed: slowest (ms)': ok.slowestMs,
          refused: refused.length,
          'refused: slowest (ms)': figuresOf(refused).slowestMs,
          'others: p99 (ms)': beside.p99Ms,
          'others failed': failedOf(beside),
          'afterwards: p99 (ms)': later.p99Ms,
        },
        missed: missedOf({
          'refused within 3 s': figuresOf(refused).slowestMs <= maxRefusalMs,
          'each refusal has Retry-After': refused.every(({ headers }) => headers['retry-after'] !== undefined),
          'nothing else than 200, 429 and 503': ok.count + refused.length === reports,
          'no request of others fails': failedOf(beside) === 0,
          'fast again after 2 s': failedOf(later) === 0 && later.p99Ms <= 200,
          'the server keeps running': program.exitCode === null,
        }),
      };
    }),
};

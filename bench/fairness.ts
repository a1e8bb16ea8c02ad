// How much one company slows down another: the times of ordinary requests while the company is the only one, and while another
// one requests as many reports and files as it can, some without reading them. Measured in turns, so that other load affects both.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadNow } from './demo.ts';
import { percentile, rounded } from './rounds.ts';
import { type SyntheticOptions, type SyntheticServer, type SyntheticUser, withSyntheticServer } from './synthetic.ts';

export type FairnessFigures = {
  what: string;
  requests: number;
  medianMs: number;
  p99Ms: number;
  ratio: number | null;
  goal: string;
  load: number;
};

const rounds = 3;
const secondsEach = 12;

export const measureFairness = (options: SyntheticOptions & { port: number }): Promise<FairnessFigures[]> =>
  withSyntheticServer(options, async (synthetic) => {
    const neighbour = await synthetic.signInNeighbour();
    const company = await peopleOf(synthetic);
    await timesOf(neighbour, 3);
    const alone: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      alone.push(...(await timesOf(neighbour, secondsEach)));
      const load = await startLoad(synthetic, company);
      beside.push(...(await timesOf(neighbour, secondsEach)));
      console.log('the other company was answered', await load.stop());
    }
    return [
      figures('a list, the dashboard and the projects of a company that is alone', alone, null),
      figures('the same while another company has reports and files at full load', beside, alone),
    ];
  });

/** Requests one after the other, like a person. */
async function timesOf({ send }: SyntheticUser, lasting: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + lasting * 1_000;
  while (performance.now() < until) {
    for (const path of ['/worklogs?pageSize=50', '/dashboard', '/projects']) {
      const began = performance.now();
      await send('GET', path);
      times.push(performance.now() - began);
    }
  }
  return times;
}

/** The admin comes first, because only the admin may see every report. */
async function peopleOf({ signIn }: SyntheticServer): Promise<SyntheticUser[]> {
  const people = [await signIn('company admin', 0)];
  for (const number of [0, 1, 2, 3]) people.push(await signIn('timesheet approver', number));
  return people;
}

async function startLoad({ baseURL, companyId }: SyntheticServer, people: readonly SyntheticUser[]) {
  const url = `${baseURL}/api/v1/companies/${companyId}`;
  const load = fork(join(import.meta.dirname, 'load.ts'), [url, ...people.map(({ cookie }) => cookie)]);
  await sleep(untilFullMs);
  return {
    stop: async (): Promise<unknown> => {
      const report = once(load, 'message');
      load.send('stop');
      const [counts] = await report;
      load.kill();
      await sleep(untilQuietMs);
      return counts;
    },
  };
}

const untilFullMs = 2_000;
const untilQuietMs = 3_000;

function figures(what: string, times: number[], baseline: number[] | null): FairnessFigures {
  const p99 = (list: number[]) =>
    percentile(
      list.toSorted((one, other) => one - other),
      0.99,
    );
  return {
    what,
    requests: times.length,
    medianMs: rounded(
      percentile(
        times.toSorted((one, other) => one - other),
        0.5,
      ),
    ),
    p99Ms: rounded(p99(times)),
    ratio: baseline && rounded(p99(times) / p99(baseline)),
    goal: 'p99 ≤ 2× of the company alone',
    load: loadNow(),
  };
}

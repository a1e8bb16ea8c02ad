// What one company notices of another: the times of a company's ordinary requests while it is alone, and while another one asks for
// all the reports and files that it can, with readers that take them slowly among them.

import { get } from 'node:http';
import { type Crowd, type CrowdOptions, type Person, withCrowd } from './crowd.ts';
import { loadNow } from './demo.ts';
import { at, rounded } from './rounds.ts';

export type FairnessFigures = {
  what: string;
  requests: number;
  medianMs: number;
  p99Ms: number;
  ratio: number | null;
  goal: string;
  load: number;
};

const seconds = 20;
const readers = 12;
const slowReaders = 3;

export const measureFairness = (options: CrowdOptions & { port: number }): Promise<FairnessFigures[]> =>
  withCrowd(options, async (crowd) => {
    const neighbour = await crowd.signInNeighbour();
    await timesOf(neighbour, 3);
    const alone = await timesOf(neighbour, seconds);
    const stop = await occupy(crowd);
    const beside = await timesOf(neighbour, seconds);
    await stop();
    const ratio = rounded(p99(beside) / p99(alone));
    return [
      figures('a list, a worklog and the dashboard of a company that is alone', alone, null),
      figures('the same while another company has reports and files at full load', beside, ratio),
    ];
  });

/** One request after the other, as a person clicks. */
async function timesOf({ send }: Person, lasting: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + lasting * 1_000;
  while (performance.now() < until) {
    for (const path of ['/worklogs?pageSize=50', '/dashboard', '/projects']) {
      const began = performance.now();
      await send('GET', path);
      times.push(performance.now() - began);
    }
  }
  return times.sort((one, other) => one - other);
}

/** Everything that the company of the crowd may ask for, again and again; what is refused is asked again at once. */
async function occupy(crowd: Crowd): Promise<() => Promise<void>> {
  const control = new AbortController();
  const people = await Promise.all(Array.from({ length: readers }, (_, n) => crowd.signIn('company admin', n % 2)));
  const again = async (work: () => Promise<unknown>) => {
    while (!control.signal.aborted) await work().catch(() => pause(20));
  };
  const year = 'from=2026-01-01&to=2026-12-31';
  const running = people.map((person, n) =>
    n < slowReaders
      ? again(() => readSlowly(crowd, person, control.signal))
      : again(() => person.send('GET', n % 2 ? `/reports/breakdown?${year}` : `/reports?${year}`)),
  );
  running.push(...people.slice(0, 3).map((person) => again(() => readWhole(crowd, person, control.signal))));
  await pause(2_000);
  return async () => {
    control.abort();
    await Promise.all(running);
  };
}

const file = '/reports/file?of=worklogs&style=plain&format=';

async function readWhole({ baseURL, companyId }: Crowd, { cookie }: Person, signal: AbortSignal): Promise<void> {
  const url = `${baseURL}/api/v1/companies/${companyId}${file}xlsx`;
  const reply = await fetch(url, { headers: { cookie }, signal });
  if (!reply.ok) throw new Error(`a file answered ${reply.status}`);
  await reply.arrayBuffer();
}

/** Takes a little and then nothing, until the server ends it. */
const readSlowly = ({ baseURL, companyId }: Crowd, { cookie }: Person, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    get(`${baseURL}/api/v1/companies/${companyId}${file}csv`, { headers: { cookie }, signal }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`a file answered ${reply.statusCode}`));
      reply.once('data', () => reply.pause());
      reply.on('close', resolve);
      reply.on('error', reject);
    }).on('error', reject);
  });

const p99 = (times: number[]) => at(times, 0.99);

const figures = (what: string, times: number[], ratio: number | null): FairnessFigures => ({
  what,
  requests: times.length,
  medianMs: rounded(at(times, 0.5)),
  p99Ms: rounded(p99(times)),
  ratio,
  goal: 'p99 ≤ 2× of the company alone',
  load: loadNow(),
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

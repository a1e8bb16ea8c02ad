// R22: for four minutes people work while ten thousand live streams are opened and closed; afterwards neither memory nor open files may
// have grown. What a process needs at first is not counted: both slopes begin after a minute.

import { readdirSync } from 'node:fs';
import { type ClientRequest, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMemoryOf } from '#bench/process-figures.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { type Fault, missedOf } from './fault.ts';
import { withOwnDatabase } from './support/installation.ts';
import { compare, startLoad } from './support/load.ts';
import { loadOutcome } from './support/outcome.ts';
import { failedOf, pace } from './support/pace.ts';
import { ask, type SignedIn, signInMembers } from './support/people.ts';

const people = 50;
const streamsPerSecond = 45;
/** Of all people at once. */
const openAtOnce = 180;
const readsPerSecond = 15;
const runMs = 230_000;
const warmMs = 70_000;
const sampleMs = 8_000;
const maxHeapSlope = 5;
const maxResidentSlope = 20;
const hook = join(import.meta.dirname, 'support/report-heap.ts');

export const liveStreams: Fault = {
  id: 'R22',
  danger:
    '10,000 live streams are opened and closed within four minutes in which people read, write and ask for reports',
  target:
    'as many open files afterwards as before; after the first minute the memory in use grows by at most 5 MiB in ten minutes, resident memory by 20',
  needs: [],
  trials: 1,
  run: ({ random, isQuick }) =>
    withOwnDatabase({}, async ({ connect, serve }) => {
      const server = await serve({}, { options: ['--expose-gc', '--import', hook] });
      const { address, program } = server;
      const superuser = await connect();
      const members = await signInMembers(superuser, 'worker', people);
      const filesBefore = openFilesOf(program.pid ?? 0);
      const over = sleep(isQuick ? 20_000 : runMs);
      const load = await startLoad(superuser, address, { lanes: 2, pauseMs: 200, random });
      const reading = pace(readsPerSecond, over, (number) => ask(...readOf(address, members, number)));
      const streaming = openAndClose(address, members, over);
      const samples = await sampleUntil(server, over);
      const reads = await reading;
      const streams = await streaming;
      const figures = await load.stop();
      await sleep(12_000);
      const moreFiles = openFilesOf(program.pid ?? 0) - filesBefore;
      const steady = samples.filter(({ ms }) => ms >= (isQuick ? 0 : warmMs));
      const [heapSlope, residentSlope] = [slopeOf(steady, 'heap'), slopeOf(steady, 'resident')];
      return loadOutcome(figures, await compare(superuser, figures), {
        figures: {
          streams: streams.opened,
          'failed streams': streams.failed,
          'failed reads': failedOf(reads),
          'more open files': moreFiles,
          'heap after a minute (MiB)': Math.round(steady[0]?.heap ?? 0),
          'heap afterwards': Math.round(steady.at(-1)?.heap ?? 0),
          'MiB in ten minutes': heapSlope,
          'resident after a minute': Math.round(steady[0]?.resident ?? 0),
          'resident afterwards': Math.round(steady.at(-1)?.resident ?? 0),
          'resident: MiB in ten minutes': residentSlope,
        },
        missed: missedOf({
          'every stream opens': streams.failed === 0,
          'at least 10,000 streams': isQuick || streams.opened >= 10_000,
          'no failed read': failedOf(reads) === 0,
          // Connections to the database that the pool opened meanwhile, and their event.
          'open files as before': moreFiles <= 20,
          'memory in use does not grow': isQuick || heapSlope <= maxHeapSlope,
          'resident memory does not grow': isQuick || residentSlope <= maxResidentSlope,
          'the server keeps running': program.exitCode === null,
        }),
      });
    }),
};

/** In turns: the session, a page of worklogs, a report. */
function readOf(address: string, members: readonly SignedIn[], number: number): Parameters<typeof ask> {
  const person = members[number % members.length];
  const company = `/companies/${person?.companyId}`;
  const paths = ['/session', `${company}/worklogs`, `${company}/reports?from=2026-01-01&to=2026-06-30&groupBy=project`];
  return [{ address, ...(person && { person }) }, 'GET', paths[number % paths.length] ?? ''];
}

async function openAndClose(address: string, members: readonly SignedIn[], over: Promise<unknown>) {
  const open: ClientRequest[] = [];
  let opened = 0;
  let failed = 0;
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  const began = performance.now();
  const opening: Promise<void>[] = [];
  const openOne = async (member: SignedIn) => {
    const stream = await openStream(address, member);
    if (stream === null) failed += 1;
    else open.push(stream);
  };
  for (; !isOver; await sleep(20)) {
    for (; opened < ((performance.now() - began) / 1_000) * streamsPerSecond; opened += 1) {
      const member = members[opened % members.length];
      if (member) opening.push(openOne(member));
    }
    for (const stream of open.splice(0, Math.max(0, open.length - openAtOnce))) stream.destroy();
  }
  await Promise.all(opening);
  for (const stream of open) stream.destroy();
  return { opened, failed };
}

type Sample = { ms: number; heap: number; resident: number };

async function sampleUntil(server: ServerProcess, over: Promise<unknown>): Promise<Sample[]> {
  const samples: Sample[] = [];
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  for (const began = performance.now(); !isOver; await sleep(sampleMs))
    samples.push({ ms: performance.now() - began, ...(await memoryOf(server)) });
  return samples;
}

/** Least squares, in MiB in ten minutes. */
function slopeOf(samples: readonly Sample[], key: 'heap' | 'resident'): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [ms, mib] = [mean(samples.map((one) => one.ms)), mean(samples.map((one) => one[key]))];
  const covariance = mean(samples.map((one) => (one.ms - ms) * (one[key] - mib)));
  const variance = mean(samples.map((one) => (one.ms - ms) ** 2));
  return Number(((covariance / variance) * 600_000).toFixed(1));
}

/** Null if it was refused. */
function openStream(address: string, { companyId, cookie }: SignedIn): Promise<ClientRequest | null> {
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
  return { heap, resident: residentMemoryOf(program.pid ?? 0) };
}

const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

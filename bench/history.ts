// Import of history: a year of a hundred people, 100,000 rows as Toggl Track writes them, into a company that has its own worklogs. What the
// import needs, and what an approver of the same company notices of it meanwhile.

import { setTimeout as sleep } from 'node:timers/promises';
import { loadNow } from './demo.ts';
import { percentile, rounded } from './rounds.ts';
import {
  type SyntheticOptions,
  type SyntheticServer,
  type SyntheticUser,
  serveSyntheticData,
  withSyntheticData,
} from './synthetic.ts';

export type HistoryFigures = {
  rows: number;
  imported: number;
  readSeconds: number;
  checkSeconds: number;
  runSeconds: number;
  /** Of the application, above what it needed before. The reading process is another one, and ends with the file. */
  memoryMiB: number;
  eventLoopP99Ms: number;
  pageP95Ms: { before: number; meanwhile: number; ratio: number };
  goals: { checkSeconds: number; runSeconds: number; memoryMiB: number; eventLoopP99Ms: number; pageRatio: number };
  missed: string[];
  load: number;
};

const goals = { checkSeconds: 20, runSeconds: 60, memoryMiB: 150, eventLoopP99Ms: 100, pageRatio: 2 };
const rows = 100_000;
const people = 100;
const secondsBefore = 15;

export const measureHistory = ({ port, ...options }: SyntheticOptions & { port: number }): Promise<HistoryFigures> =>
  withSyntheticData(options, ({ dataDir }) =>
    serveSyntheticData({ port, dataDir, env: { METRICS_PORT: String(port + 1) } }, (synthetic) =>
      measureOn(synthetic, port + 1),
    ),
  );

async function measureOn(synthetic: SyntheticServer, metricsPort: number): Promise<HistoryFigures> {
  const admin = await synthetic.signIn('company admin', 0);
  const approver = await synthetic.signIn('timesheet approver', 0);
  await pagesOf(approver, () => false, 3);
  const before = await pagesOf(approver, () => false, secondsBefore);
  const idleMiB = synthetic.residentMiB();
  await eventLoopP99(metricsPort);
  let isOver = false;
  let peakMiB = idleMiB;
  const sampling = setInterval(() => {
    peakMiB = Math.max(peakMiB, synthetic.residentMiB());
  }, 50);
  const pages = pagesOf(approver, () => isOver, Number.POSITIVE_INFINITY);
  const times = await importOn(synthetic, admin).finally(() => {
    isOver = true;
    clearInterval(sampling);
  });
  const [p95Before, p95] = [percentile(before, 0.95), percentile(await pages, 0.95)];
  const measured = {
    checkSeconds: times.checkSeconds,
    runSeconds: times.runSeconds,
    memoryMiB: Math.round(peakMiB - idleMiB),
    eventLoopP99Ms: rounded(await eventLoopP99(metricsPort)),
    pageRatio: rounded(p95 / p95Before),
  };
  const names = ['checkSeconds', 'runSeconds', 'memoryMiB', 'eventLoopP99Ms', 'pageRatio'] as const;
  const { pageRatio, ...figures } = measured;
  return {
    rows,
    imported: times.imported,
    readSeconds: times.readSeconds,
    ...figures,
    pageP95Ms: { before: rounded(p95Before), meanwhile: rounded(p95), ratio: pageRatio },
    goals,
    missed: names.filter((name) => measured[name] > goals[name]),
    load: loadNow(),
  };
}

/** Pages one after the other, like a person who does not wait. Durations in milliseconds, sorted. */
async function pagesOf({ send }: SyntheticUser, isOver: () => boolean, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1_000;
  while (!isOver() && performance.now() < until) {
    for (const path of ['/worklogs?pageSize=50', '/dashboard']) {
      const began = performance.now();
      await send('GET', path);
      times.push(performance.now() - began);
    }
    await sleep(20);
  }
  return times.sort((one, other) => one - other);
}

type Import = { id: string; state: string; counts: Record<string, number>; problem: string | null };

async function importOn({ baseURL, companyId }: SyntheticServer, { cookie, send }: SyntheticUser) {
  const began = performance.now();
  const response = await fetch(`${baseURL}/api/v1/companies/${companyId}/history-imports/files?fileName=history.csv`, {
    method: 'POST',
    headers: { cookie, origin: baseURL, 'idempotency-key': crypto.randomUUID() },
    body: sheet(),
  });
  const { importId } = await response.json();
  if (importId === undefined) throw new Error(`The file was answered by ${response.status}.`);
  const path = `/history-imports/${importId}`;
  const readSeconds = secondsSince(began);
  const chosen = { zone: 'Asia/Jakarta', status: 'approved', overlapChoice: 'shorten', withoutTimes: 'place' };
  const names = { projectName: 'Imported', taskName: 'Imported', intoLocked: true };
  const checking = performance.now();
  await send('PUT', path, { ...chosen, ...names });
  await until(() => send<Import>('GET', path), 'checked');
  const checkSeconds = secondsSince(checking);
  const running = performance.now();
  await send('POST', `${path}/run`);
  const { counts } = await until(() => send<Import>('GET', path), 'imported');
  const imported = ['new', 'shortened', 'overlapping'].reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  return { readSeconds, checkSeconds, runSeconds: secondsSince(running), imported };
}

const secondsSince = (began: number): number => rounded((performance.now() - began) / 1_000);

async function until(find: () => Promise<Import>, wanted: string): Promise<Import> {
  for (;;) {
    const found = await find();
    if (found.state === wanted) return found;
    if (found.problem !== null) throw new Error(`The import is ${found.state}: ${found.problem}`);
    await sleep(250);
  }
}

const heading =
  'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags';

/** Four rows a day of each person, of which one in forty begins before the previous one ends. */
function sheet(): string {
  const lines = [heading];
  for (let index = 0; index < rows; index += 1) {
    const person = index % people;
    const at = Math.floor(index / people);
    const day = new Date(Date.UTC(2020, 0, 1) + Math.floor(at / 4) * 86_400_000).toISOString().slice(0, 10);
    const start = (at % 4) * 120 + 480 - (index % 40 === 7 ? 30 : 0);
    const times = [clock(start), clock(start + 110)];
    const names = `Client ${person % 12},Project ${at % 60},Task ${at % 7}`;
    const note = `"Work number ${index}, as planned"`;
    lines.push(
      `Person ${person},person${person}@history.example,${names},${note},${at % 5 === 0 ? 'No' : 'Yes'},${day},${times[0]},${day},${times[1]},01:50:00,"tag ${at % 9}"`,
    );
  }
  return `${lines.join('\n')}\n`;
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;

/** Since it was read the last time. */
async function eventLoopP99(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds(?:\{[^}]*\})? (\S+)/m.exec(text)?.[1]) * 1_000;
}

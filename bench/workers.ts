// What further workers bring: rows A to E from 16 connections at a time (files: 2), by one process without WORKERS and by 1 to n
// workers; and an upgrade and its rollback under 200 requests a second, in which none may fail.

import { Agent, get } from 'node:http';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askSupervisor } from '../scripts/supervisor.js';
import { loadNow } from './demo.ts';
import { percentile, perSecond, type Round, rounded } from './rounds.ts';
import { benchRowsOf } from './rows.ts';
import { type SyntheticOptions, type SyntheticServer, serveSyntheticData, withSyntheticData } from './synthetic.ts';

export type WorkersFigures = {
  /** Requests a second. `ratio` compares with the same row without WORKERS. */
  rates: ({ workers: Count; row: string; work: string; load: number } & Rate)[];
  upgrade: { requests: number; perSecond: number; failed: number; p99Ms: number; slowestMs: number };
};

type Count = number | 'none';
type Rate = { perSecond: number; ratio: number; busiestShare?: number };

const connections = 16;
/** A file keeps a connection of the database and a processor busy. */
const fileConnections = 2;
const warmSeconds = 1.5;
const measureSeconds = 6;
const fileSeconds = 8;
const upgradeRequests = 10_000;
const requestsPerSecond = 200;
const rowsInTurn = ['A', 'B', 'C1', 'C2', 'D'];

export const measureWorkers = ({ port, ...options }: SyntheticOptions & { port: number }): Promise<WorkersFigures> =>
  withSyntheticData(options, async ({ dataDir }) => {
    const rates: WorkersFigures['rates'] = [];
    for (const workers of ['none', ...Array.from({ length: cpus().length + 1 }, (_, index) => index + 1)] as const)
      await withServer({ port, dataDir, workers }, async (synthetic) => {
        for (const { row, work, perSecond: rate, busiestShare } of await ratesOf(synthetic, port + 1)) {
          const alone = rates.find((one) => one.row === row && one.workers === 'none')?.perSecond ?? rate;
          const share = busiestShare === undefined ? {} : { busiestShare };
          rates.push({ workers, row, work, perSecond: rate, ratio: rounded(rate / alone), ...share, load: loadNow() });
        }
      });
    const upgrade = await withServer({ port, dataDir, workers: 2 }, async (synthetic) =>
      measureUpgrade(await pageOf(synthetic), dataDir),
    );
    return { rates, upgrade };
  });

type Started = { port: number; dataDir: string; workers: Count };

function withServer<T>({ port, dataDir, workers }: Started, work: (synthetic: SyntheticServer) => Promise<T>) {
  const env = { METRICS_PORT: String(port + 1), ...(workers === 'none' ? {} : { WORKERS: String(workers) }) };
  return serveSyntheticData({ port, dataDir, env }, work);
}

async function ratesOf(synthetic: SyntheticServer, metricsPort: number) {
  const rows = (await benchRowsOf(synthetic)).filter(({ row }, index, all) => {
    const isFirst = all.findIndex((one) => one.row === row) === index;
    return isFirst && rowsInTurn.includes(row);
  });
  const rates: { row: string; work: string; perSecond: number; busiestShare?: number }[] = [];
  for (const { row, work, request } of rows.sort((one, other) => one.row.localeCompare(other.row))) {
    const lanes = await Promise.all(Array.from({ length: connections }, (_, lane) => request(lane)));
    await perSecond(lanes, warmSeconds);
    const rate = rounded(await perSecond(lanes, measureSeconds));
    rates.push({
      row,
      work,
      perSecond: rate,
      ...(row === 'A' && { busiestShare: await readBusiestShare(metricsPort) }),
    });
  }
  const files = await fileLanes(synthetic);
  rates.push({
    row: 'E',
    work: 'a month of 100,000 worklogs as CSV',
    perSecond: rounded(await perSecond(files, fileSeconds)),
  });
  return rates;
}

async function fileLanes({ baseURL, companyId, signIn }: SyntheticServer): Promise<Round[]> {
  const { cookie } = await signIn('company admin', 0);
  const agent = new Agent({ keepAlive: true, maxSockets: fileConnections });
  const path = '/reports/file?of=worklogs&style=plain&format=csv&from=2026-03-01&to=2026-03-31';
  const url = `${baseURL}/api/v1/companies/${companyId}${path}`;
  return Array.from({ length: fileConnections }, () => () => request({ url, cookie }, agent));
}

type Page = { url: string; cookie: string };

/** The list of worklogs that an admin opens first. */
async function pageOf({ baseURL, companyId, signIn }: SyntheticServer): Promise<Page> {
  const { cookie } = await signIn('company admin', 0);
  return { url: `${baseURL}/api/v1/companies/${companyId}/worklogs?statuses=pending`, cookie };
}

/** The share of the worker that answered most requests; with equal shares, 1 divided by the number of workers. */
async function readBusiestShare(metricsPort: number): Promise<number> {
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const counts = [...figures.matchAll(/^daybook_request_duration_seconds_count\{.*"listWorklogs".*\} (\d+)$/gm)].map(
    ([, count]) => Number(count),
  );
  return rounded(Math.max(...counts) / counts.reduce((sum, count) => sum + count, 0));
}

/** Takes over and hands back as often as there is time. */
async function measureUpgrade(page: Page, dataDir: string): Promise<WorkersFigures['upgrade']> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const durations: number[] = [];
  let failed = 0;
  const running: Promise<void>[] = [];
  let isOver = false;
  const replacing = (async () => {
    while (!isOver) await replaceWorkers(dataDir);
  })();
  const startedAt = performance.now();
  for (let number = 0; number < upgradeRequests; number += 1) {
    const sent = request(page, agent).then(
      (ms) => void durations.push(ms),
      () => {
        failed += 1;
      },
    );
    running.push(sent);
    const due = startedAt + ((number + 1) * 1_000) / requestsPerSecond;
    if (due > performance.now()) await sleep(due - performance.now());
  }
  isOver = true;
  await Promise.all([...running, replacing]);
  agent.destroy();
  durations.sort((one, other) => one - other);
  const slowestMs = rounded(durations.at(-1) ?? Number.NaN);
  return {
    requests: upgradeRequests,
    perSecond: requestsPerSecond,
    failed,
    p99Ms: rounded(percentile(durations, 0.99)),
    slowestMs,
  };
}

/** As `npm run upgrade` does it. */
async function replaceWorkers(dataDir: string): Promise<void> {
  const answer = await askSupervisor(dataDir, join(import.meta.dirname, '..'));
  if (answer === undefined || 'sentences' in answer) throw new Error(`not replaced: ${JSON.stringify(answer)}`);
}

/** Resolves to its duration in milliseconds; rejects unless the response is 200. */
function request({ url, cookie }: Page, agent: Agent): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { cookie } }, (response) => {
      const end = () =>
        response.statusCode === 200
          ? resolve(performance.now() - startedAt)
          : reject(new Error(`${response.statusCode}`));
      response.resume().once('end', end);
    }).once('error', reject);
  });
}

// What further workers bring: a page of worklogs from 16 connections at a time, by one process without WORKERS and by 1 to n
// workers; and an upgrade and its rollback under 200 requests a second, in which none may fail.

import { Agent, get } from 'node:http';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { askSupervisor } from '../scripts/supervisor.js';
import { chromiumOptions, type RunningServer, sessionCookieName, signInAs, startServer, withFolder } from './demo.ts';
import { percentile, rounded } from './rounds.ts';

export type WorkersFigures = {
  rates: (Rate & { workers: number | 'none'; ratio: number; busiestShare: number })[];
  upgrade: { requests: number; perSecond: number; failed: number; p99Ms: number; slowestMs: number };
};

type Rate = { requestsPerSecond: number; p95Ms: number };

const connections = 16;
const warmMs = 2_000;
const measureMs = 8_000;
const upgradeRequests = 10_000;
const perSecond = 200;

export async function measureWorkers(port: number): Promise<WorkersFigures> {
  return withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const rates: WorkersFigures['rates'] = [];
    for (const workers of ['none', ...Array.from({ length: cpus().length + 1 }, (_, index) => index + 1)] as const) {
      const { rate, busiestShare } = await withServer({ port, dataDir, workers }, async (page) => ({
        rate: await measureRate(page),
        busiestShare: await readBusiestShare(port + 1),
      }));
      rates.push({
        workers,
        ...rate,
        busiestShare,
        ratio: rounded(rate.requestsPerSecond / (rates[0]?.requestsPerSecond ?? rate.requestsPerSecond)),
      });
    }
    return { rates, upgrade: await withServer({ port, dataDir, workers: 2 }, (page) => measureUpgrade(page, dataDir)) };
  });
}

type Page = { url: string; cookie: string };
type Started = { port: number; dataDir: string; workers: number | 'none' };

async function withServer<T>({ port, dataDir, workers }: Started, work: (page: Page) => Promise<T>): Promise<T> {
  const env = { METRICS_PORT: String(port + 1), ...(workers === 'none' ? {} : { WORKERS: String(workers) }) };
  const server = await startServer({ port, dataDir, options: ['--demo'], env });
  try {
    return await work(await openPage(server));
  } finally {
    await server.stop();
  }
}

/** The list of worklogs that an admin opens first. */
async function openPage({ baseURL }: RunningServer): Promise<Page> {
  const browser = await chromium.launch(chromiumOptions);
  try {
    const page = await browser.newPage();
    await signInAs(page, baseURL, 'Sri Wahyuni');
    const session = (await page.context().cookies()).find(({ name }) => name === sessionCookieName);
    const { companies } = await (await page.request.get(`${baseURL}/api/v1/session`)).json();
    const url = `${baseURL}/api/v1/companies/${companies[0].id}/worklogs?statuses=pending`;
    return { url, cookie: `${sessionCookieName}=${session?.value}` };
  } finally {
    await browser.close();
  }
}

async function measureRate(page: Page): Promise<Rate> {
  await repeatFor(page, warmMs);
  const durations = await repeatFor(page, measureMs);
  return {
    requestsPerSecond: Math.round(durations.length / (measureMs / 1_000)),
    p95Ms: rounded(percentile(durations, 0.95)),
  };
}

/** The share of the worker that answered most requests; with equal shares, 1 divided by the number of workers. */
async function readBusiestShare(metricsPort: number): Promise<number> {
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const counts = [...figures.matchAll(/^daybook_request_duration_seconds_count\{.*"listWorklogs".*\} (\d+)$/gm)].map(
    ([, count]) => Number(count),
  );
  return rounded(Math.max(...counts) / counts.reduce((sum, count) => sum + count, 0));
}

async function repeatFor(page: Page, ms: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const durations: number[] = [];
  const until = performance.now() + ms;
  const lanes = Array.from({ length: connections }, async () => {
    while (performance.now() < until) durations.push(await request(page, agent));
  });
  await Promise.all(lanes);
  agent.destroy();
  return durations.sort((one, other) => one - other);
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
    const due = startedAt + ((number + 1) * 1_000) / perSecond;
    if (due > performance.now()) await sleep(due - performance.now());
  }
  isOver = true;
  await Promise.all([...running, replacing]);
  agent.destroy();
  durations.sort((one, other) => one - other);
  const slowestMs = rounded(durations.at(-1) ?? Number.NaN);
  return { requests: upgradeRequests, perSecond, failed, p99Ms: rounded(percentile(durations, 0.99)), slowestMs };
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

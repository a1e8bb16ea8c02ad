// Lighthouse with its mobile preset, with an empty and a full cache. Downloaded by npx on demand, so it is no dependency.

import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { chromiumOptions, loadNow, signInAs, withDemo } from './demo.ts';

export type LighthouseFigures = {
  screen: string;
  lcpColdMs: number;
  lcpWarmMs: number;
  cls: number;
  tbtMs: number;
  accessibility: number;
  bestPractices: number;
  /** Audits of these two categories that are not perfect. */
  remarks: string[];
  load: number;
};

const screens = [
  { screen: 'sign-in', path: '/login', person: null },
  { screen: 'dashboard', path: '/dashboard', person: 'Dewi Lestari' },
  { screen: 'worklogs', path: '/worklogs', person: 'Andi Saputra' },
  { screen: 'approvals', path: '/approvals', person: 'Dewi Lestari' },
] as const;

const auditReport = z.object({
  finalDisplayedUrl: z.string(),
  audits: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), scoreDisplayMode: z.string(), numericValue: z.number().optional() }),
  ),
  categories: z.record(z.string(), z.object({ score: z.number(), auditRefs: z.array(z.object({ id: z.string() })) })),
});
type Report = z.output<typeof auditReport>;

const debuggingPort = 9_333;
const run = promisify(execFile);

export const measureLighthouse = (port: number): Promise<LighthouseFigures[]> =>
  withDemo(port, async (baseURL, folder) => {
    const found: LighthouseFigures[] = [];
    for (const screen of screens) found.push(await measure(screen, baseURL, folder));
    return found;
  });

async function measure(
  { screen, path, person }: (typeof screens)[number],
  baseURL: string,
  folder: string,
): Promise<LighthouseFigures> {
  const end = await startChromium(join(folder, `profile-${screen}`));
  try {
    if (person) await signIn(baseURL, person);
    const file = join(folder, `${screen}.json`);
    const cold = await audit(baseURL + path, file, []);
    const warm = await audit(baseURL + path, file, ['--disable-storage-reset']);
    return {
      screen,
      lcpColdMs: millisecondsOf(cold, 'largest-contentful-paint'),
      lcpWarmMs: millisecondsOf(warm, 'largest-contentful-paint'),
      cls: Number((cold.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN).toFixed(3)),
      tbtMs: millisecondsOf(cold, 'total-blocking-time'),
      accessibility: scoreOf(cold, 'accessibility'),
      bestPractices: scoreOf(cold, 'best-practices'),
      remarks: ['accessibility', 'best-practices'].flatMap((category) => imperfect(cold, category)),
      load: loadNow(),
    };
  } finally {
    await end();
  }
}

/** A separate browser with an empty profile. Not started by Playwright, which would attach to Lighthouse's pages. */
async function startChromium(profile: string): Promise<() => Promise<void>> {
  const ours = [`--user-data-dir=${profile}`, `--remote-debugging-port=${debuggingPort}`, '--headless=new'];
  const { executablePath, args } = chromiumOptions;
  // Debian's command is a shell script, which leaves Chromium running when it is ended alone: in a group, both end.
  const browser = spawn(executablePath, [...args, ...ours, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => browser.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    browser.stderr.on('data', (chunk: Buffer) => chunk.includes('DevTools listening') && resolve());
    browser.once('exit', (code) => reject(new Error(`Chromium ended with ${code}.`)));
  });
  return () => {
    if (browser.pid) process.kill(-browser.pid, 'SIGTERM');
    return ended;
  };
}

/** Signs in with the browser's profile and leaves the browser running. */
async function signIn(baseURL: string, person: string): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort}`);
  const [profile] = browser.contexts();
  if (!profile) throw new Error('The browser has no profile.');
  const page = await profile.newPage();
  await signInAs(page, baseURL, person);
  await page.close();
  await browser.close();
}

async function audit(url: string, file: string, more: readonly string[]): Promise<Report> {
  const wanted = ['--only-categories=performance,accessibility,best-practices', '--quiet', ...more];
  const output = ['--output=json', `--output-path=${file}`, `--port=${debuggingPort}`];
  await run('npx', ['--yes', 'lighthouse@13.5.0', url, ...wanted, ...output], { timeout: 180_000 });
  const report = auditReport.parse(JSON.parse(await readFile(file, 'utf8')));
  if (report.finalDisplayedUrl !== url) throw new Error(`${url} led to ${report.finalDisplayedUrl}.`);
  return report;
}

const millisecondsOf = ({ audits }: Report, audit: string): number =>
  Math.round(audits[audit]?.numericValue ?? Number.NaN);

const scoreOf = ({ categories }: Report, category: string): number =>
  Math.round((categories[category]?.score ?? 0) * 100);

const imperfect = ({ audits, categories }: Report, category: string): string[] =>
  (categories[category]?.auditRefs ?? []).map(({ id }) => id).filter((id) => (audits[id]?.score ?? 1) < 1);

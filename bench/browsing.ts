// The lists of a company with a hundred thousand additional worklogs: a filter, the next page, and the frames while a page of a
// hundred rows is scrolled, on this machine and with the processor slowed down four times.

import { type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumOptions, loadNow, signInAs } from './demo.ts';
import {
  approvedApprovals,
  type Interaction,
  type InteractionFigures,
  measureEach,
  rows,
  show,
} from './interactions.ts';
import { type SyntheticOptions, type SyntheticUser, withSyntheticServer } from './synthetic.ts';

type ScrollFigures = {
  what: string;
  slowdown: number;
  frames: number;
  medianMs: number;
  p95Ms: number;
  goal: string;
  load: number;
};

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const everything = `/approvals?status=all&from=${day(1_200)}&to=${day(0)}&size=100`;

const interactionsOf = (person: SyntheticUser): Interaction[] => [
  {
    name: 'filter click to rows, 100 of 100,000 (approvals)',
    person,
    budgetMs: 100,
    prepare: (page) => show(page, everything, rows),
    press: 'search [role=radiogroup] label:nth-of-type(2)',
    seen: approvedApprovals,
  },
  {
    name: 'next page, 100 of 100,000 (approvals)',
    person,
    budgetMs: 250,
    prepare: (page) => show(page, everything, rows),
    press: 'nav:has(select) button:last-of-type',
    seen: 'main:has(nav button:not(:disabled) ~ button) table[data-refreshing="false"]:has(tr[data-row])',
  },
];

export const measureBrowsing = (
  options: SyntheticOptions & { port: number },
): Promise<(InteractionFigures | ScrollFigures)[]> =>
  withSyntheticServer(options, async ({ baseURL, signIn }) => {
    const approver = await signIn('timesheet approver', 0);
    const interactions = await measureEach(baseURL, interactionsOf(approver));
    return [...interactions, ...(await measureScrolling(baseURL, approver))];
  });

async function measureScrolling(baseURL: string, person: SyntheticUser): Promise<ScrollFigures[]> {
  const browser = await chromium.launch(chromiumOptions);
  try {
    const page = await browser.newPage({ baseURL, viewport: { width: 1280, height: 800 } });
    await signInAs(page, baseURL, person);
    await show(page, everything, rows);
    const devtools = await page.context().newCDPSession(page);
    const found: ScrollFigures[] = [];
    for (const slowdown of [1, 4]) found.push(await scroll(page, devtools, slowdown));
    return found;
  } finally {
    await browser.close();
  }
}

async function scroll(page: Page, devtools: CDPSession, slowdown: number): Promise<ScrollFigures> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const watching = page.evaluate(watchFrames, 2_500);
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 640,
    y: 500,
    yDistance: -4_000,
    speed: 2_000,
    gestureSourceType: 'mouse',
  });
  const frames = (await watching).sort((one, other) => one - other);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const at = (share: number) => Number((frames[Math.ceil(frames.length * share) - 1] ?? Number.NaN).toFixed(1));
  return {
    what: 'a frame while 100 rows are scrolled',
    slowdown,
    frames: frames.length,
    medianMs: at(0.5),
    p95Ms: at(0.95),
    goal: 'median ≤ 17 ms',
    load: loadNow(),
  };
}

/** Runs in the page: the durations of frames while it is scrolled. */
function watchFrames(forMs: number): Promise<number[]> {
  return new Promise((resolve) => {
    const began = performance.now();
    const frames: number[] = [];
    let before = 0;
    let place = window.scrollY;
    const onFrame = (now: number) => {
      if (before > 0 && window.scrollY !== place) frames.push(now - before);
      place = window.scrollY;
      before = now;
      if (now - began < forMs) requestAnimationFrame(onFrame);
      else resolve(frames);
    };
    requestAnimationFrame(onFrame);
  });
}

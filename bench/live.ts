// From a change to the screens of others: until the event has reached five hundred open streams, and until the new row is shown on
// the Approvals page of another browser. Measured from the response to the writer, which is sent after the commit.

import { chromium } from '@playwright/test';
import { chromiumOptions, loadNow, signInAs } from './demo.ts';
import { freeHours } from './free-hours.ts';
import { type SyntheticOptions, type SyntheticServer, type SyntheticUser, withSyntheticServer } from './synthetic.ts';

export type LiveFigures = {
  what: string;
  changes: number;
  medianMs: number;
  p99Ms: number;
  lost: number;
  goal: string;
  load: number;
};

const listeners = 25;
const streamsEach = 20;
const changes = 40;
const patienceMs = 10_000;

export const measureLive = (options: SyntheticOptions & { port: number }): Promise<LiveFigures[]> =>
  withSyntheticServer(options, async (synthetic) => {
    const write = await writerOf(synthetic);
    return [await measureStreams(synthetic, write), await measureScreen(synthetic, write)];
  });

type Writer = {
  /** The day of each written worklog is one of them. */
  from: string;
  to: string;
  /** Returns the time at which the response to the writer arrived. */
  write: (notes: string) => Promise<number>;
};

async function writerOf(synthetic: SyntheticServer): Promise<Writer> {
  const worker = await synthetic.signIn('worker', 0);
  const { taskId, day, next } = await freeHours(synthetic, worker.userId);
  const write = async (notes: string) => {
    await worker.send('POST', '/worklogs', { taskId, ...next(), zone: 'UTC', notes });
    return Date.now();
  };
  const from = new Date(Date.parse(day) - 14 * 86_400_000).toISOString().slice(0, 10);
  return { from, to: day, write };
}

async function measureStreams(synthetic: SyntheticServer, { write }: Writer): Promise<LiveFigures> {
  const control = new AbortController();
  const heard: number[][] = [];
  for (let index = 0; index < listeners; index++) {
    const person = await synthetic.signIn('worker', index + 20);
    for (let stream = 0; stream < streamsEach; stream++) heard.push(await listen(synthetic, person, control.signal));
  }
  const delays: number[] = [];
  let lost = 0;
  for (let change = 0; change < changes; change++) {
    for (const times of heard) times.length = 0;
    const sentAt = await write(`Stream ${change}`);
    const deadline = Date.now() + patienceMs;
    while (heard.some((times) => times.length === 0) && Date.now() < deadline) await pause(5);
    for (const [first] of heard) {
      if (first === undefined) lost++;
      else delays.push(Math.max(0, first - sentAt));
    }
  }
  control.abort();
  return figures(`an event on ${heard.length} open streams`, delays, lost);
}

/** The times at which changes arrived. */
async function listen(
  { baseURL, companyId }: SyntheticServer,
  person: SyntheticUser,
  signal: AbortSignal,
): Promise<number[]> {
  const times: number[] = [];
  const reply = await fetch(`${baseURL}/api/v1/companies/${companyId}/live`, {
    headers: { cookie: person.cookie },
    signal,
  });
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of reply.body ?? []) {
      if (decoder.decode(chunk).includes('event: changed')) times.push(Date.now());
    }
  };
  read().catch(() => undefined);
  return times;
}

async function measureScreen({ baseURL, signIn }: SyntheticServer, { from, to, write }: Writer): Promise<LiveFigures> {
  const browser = await chromium.launch(chromiumOptions);
  try {
    const page = await browser.newPage({ baseURL, viewport: { width: 1280, height: 800 } });
    await signInAs(page, baseURL, await signIn('timesheet approver', 0));
    const delays: number[] = [];
    let lost = 0;
    await write('The row that the page begins with');
    await page.goto(`/approvals?from=${from}&to=${to}&sort=newest`);
    await page.locator('tr[data-row]').first().waitFor();
    for (let change = 0; change < changes; change++) {
      const before = await page.evaluate(readTotal);
      const seen = page.evaluate(totalAfter, { before, patienceMs });
      const sentAt = await write(`Screen ${change}`);
      const at = await seen;
      if (at === null) lost++;
      else delays.push(Math.max(0, at - sentAt));
    }
    return figures('the new figures on the screen of another browser', delays, lost);
  } finally {
    await browser.close();
  }
}

/** Runs in the page: the text of its summary. */
function readTotal(): string {
  return document.querySelector('main dl')?.textContent ?? '';
}

/** Runs in the page: resolves when the text of its summary changes. */
function totalAfter({ before, patienceMs }: { before: string; patienceMs: number }): Promise<number | null> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if ((document.querySelector('main dl')?.textContent ?? '') === before) return;
      observer.disconnect();
      resolve(Date.now());
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    setTimeout(() => resolve(null), patienceMs);
  });
}

function figures(what: string, delays: number[], lost: number): LiveFigures {
  delays.sort((one, other) => one - other);
  const at = (share: number) => delays[Math.ceil(delays.length * share) - 1] ?? Number.NaN;
  return { what, changes, medianMs: at(0.5), p99Ms: at(0.99), lost, goal: 'p99 ≤ 250 ms, none lost', load: loadNow() };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

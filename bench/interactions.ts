// From a press to its result on the screen: the time from the event to the frame that shows it, on this machine and with the
// processor slowed down four times.

import { type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumOptions, loadNow, signInAs, withDemo } from './demo.ts';
import { rounded } from './rounds.ts';

export type InteractionFigures = {
  interaction: string;
  slowdown: number;
  medianMs: number;
  p95Ms: number;
  /** A table of fixed size, built without the product and painted in the same page after each press; median. */
  floorMs: number;
  /** The median, of the floor: machines, and the same machine an hour later, differ in milliseconds. */
  ratio: number;
  budgetMs: number | null;
  /** What the page’s thread did meanwhile, medians; the rest of its work is painting, garbage collection and the browser’s own. */
  workMs: { all: number; script: number; style: number; layout: number };
  load: number;
};

const repetitions = 15;
const patienceMs = 20_000;

export type Interaction = {
  name: string;
  /** A person of the demo by name, or the owner of this session. */
  person: string | { token: string };
  budgetMs: number;
  /** Prepares the page for the press. */
  prepare: (page: Page) => Promise<void>;
  press: string;
  /** What must be visible after the press and not before. */
  seen: string;
};

export const rows = 'table[data-refreshing="false"] tr[data-row]';
const onlyApproved =
  'table[data-refreshing="false"]:has(tr[data-row]):not(:has(tr[data-row] [data-status]:not([data-status="approved"])))';

/** Rows of Approvals have no badge of the status that the filter says. */
export const approvedApprovals = `section[data-status="approved"] ${rows}`;

export const interactions: readonly Interaction[] = [
  {
    name: 'filter click to rows (worklogs)',
    person: 'Andi Saputra',
    budgetMs: 100,
    async prepare(page) {
      await show(page, '/worklogs', rows);
      await page.getByRole('search').getByRole('button', { name: 'Status' }).click();
    },
    press: '[popover]:popover-open label:nth-of-type(2) input',
    seen: onlyApproved,
  },
  {
    name: 'filter click to rows (approvals)',
    person: 'Dewi Lestari',
    budgetMs: 100,
    prepare: (page) => show(page, '/approvals', rows),
    press: 'search [role=radiogroup] label:nth-of-type(2)',
    seen: approvedApprovals,
  },
  {
    name: 'dashboard to approvals, heading and rows',
    person: 'Dewi Lestari',
    budgetMs: 150,
    prepare: (page) => show(page, '/dashboard', 'main h1'),
    press: 'nav a[href="/approvals"]',
    seen: `main:has(h1) ${rows}`,
  },
  {
    name: 'dashboard to worklogs, heading and rows',
    person: 'Andi Saputra',
    budgetMs: 150,
    prepare: (page) => show(page, '/dashboard', 'main h1'),
    press: 'nav a[href="/worklogs"]',
    seen: `main:has(h1) ${rows}`,
  },
  {
    name: 'opening the worklog form',
    person: 'Andi Saputra',
    budgetMs: 120,
    prepare: (page) => show(page, '/worklogs', rows),
    press: 'main header button[data-variant="filled"]',
    seen: 'dialog[open] form input',
  },
];

export const measureInteractions = (port: number): Promise<InteractionFigures[]> =>
  withDemo(port, (baseURL) => measureEach(baseURL, interactions));

export const measureEach = (baseURL: string, wanted: readonly Interaction[]): Promise<InteractionFigures[]> =>
  inPageOfEach(baseURL, wanted, async (page, devtools, interaction) => {
    await devtools.send('Performance.enable');
    return [await measure(page, devtools, interaction, 1), await measure(page, devtools, interaction, 4)];
  });

/** Does the work for each interaction, in a new page of its person. */
export async function inPageOfEach<T>(
  baseURL: string,
  wanted: readonly Interaction[],
  work: (page: Page, devtools: CDPSession, interaction: Interaction) => Promise<T[]>,
): Promise<T[]> {
  const browser = await chromium.launch(chromiumOptions);
  try {
    const found: T[] = [];
    for (const interaction of wanted) {
      const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      await signInAs(page, baseURL, interaction.person);
      found.push(...(await work(page, await context.newCDPSession(page), interaction)));
      await context.close();
    }
    return found;
  } finally {
    await browser.close();
  }
}

/** The returned function presses, and resolves to the milliseconds until the result is seen. The processor is slowed down from now on. */
export async function readyToPress(
  page: Page,
  devtools: CDPSession,
  { prepare, press, seen }: Interaction,
  slowdown: number,
): Promise<() => Promise<number>> {
  await prepare(page);
  // As long as a person needs to find the button, so that prefetching has finished.
  await page.waitForTimeout(2_000);
  await page.hover(press);
  await page.waitForTimeout(200);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const watch = await page.evaluateHandle(watchFor, { seen, patienceMs });
  return async () => {
    await page.click(press);
    return watch.evaluate(({ shown }) => shown);
  };
}

async function measure(
  page: Page,
  devtools: CDPSession,
  interaction: Interaction,
  slowdown: number,
): Promise<InteractionFigures> {
  const times: number[] = [];
  const floors: number[] = [];
  const works: Work[] = [];
  for (let round = 0; round < repetitions; round++) {
    const press = await readyToPress(page, devtools, interaction, slowdown);
    const before = await workOf(devtools);
    times.push(await press());
    const after = await workOf(devtools);
    works.push(mapWork((kind) => after[kind] - before[kind]));
    floors.push(await page.evaluate(paintFixedTable));
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
  const [medianMs, floorMs] = [quantile(times, 0.5), quantile(floors, 0.5)];
  return {
    interaction: interaction.name,
    slowdown,
    medianMs,
    p95Ms: quantile(times, 0.95),
    floorMs,
    ratio: rounded(medianMs / floorMs),
    budgetMs: slowdown === 4 ? interaction.budgetMs : null,
    workMs: mapWork((kind) =>
      quantile(
        works.map((work) => work[kind]),
        0.5,
      ),
    ),
    load: loadNow(),
  };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
}

type Work = InteractionFigures['workMs'];

const mapWork = (compute: (kind: keyof Work) => number): Work => ({
  all: compute('all'),
  script: compute('script'),
  style: compute('style'),
  layout: compute('layout'),
});

/** Since the page was opened. */
async function workOf(devtools: CDPSession): Promise<Work> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const millisecondsOf = (wanted: string) => (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1_000;
  return {
    all: millisecondsOf('TaskDuration'),
    script: millisecondsOf('ScriptDuration'),
    style: millisecondsOf('RecalcStyleDuration'),
    layout: millisecondsOf('LayoutDuration'),
  };
}

/**
 * Runs in the page: the time from the next click to the end of the frame that shows the result. Returns an object, because a
 * promise alone would be awaited before the click.
 */
function watchFor({ seen, patienceMs }: { seen: string; patienceMs: number }): { shown: Promise<number> } {
  if (document.querySelector(seen)) throw new Error(`${seen} is there before the press.`);
  const shown = new Promise<number>((resolve, reject) => {
    const began = (event: Event) => {
      const onFrame = () => {
        if (!document.querySelector(seen)) return requestAnimationFrame(onFrame);
        // The message arrives after this frame has been painted.
        const painted = new MessageChannel();
        painted.port1.onmessage = () => resolve(performance.now() - event.timeStamp);
        painted.port2.postMessage(null);
      };
      requestAnimationFrame(onFrame);
    };
    setTimeout(() => reject(new Error(`${seen} did not come.`)), patienceMs);
    document.addEventListener('click', began, { capture: true, once: true });
  });
  return { shown };
}

/** Runs in the page, and leaves nothing there. Returns milliseconds. */
function paintFixedTable(): Promise<number> {
  const began = performance.now();
  const table = document.createElement('table');
  Object.assign(table.style, { position: 'fixed', inset: '0', zIndex: '9999', font: '16px sans-serif' });
  for (let line = 0; line < 100; line++) {
    const row = table.insertRow();
    for (let cell = 0; cell < 8; cell++)
      row.insertCell().append(`Line ${line}`, document.createElement('b'), `${cell}`);
  }
  document.body.append(table);
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => {
        table.remove();
        resolve(performance.now() - began);
      };
      painted.port2.postMessage(null);
    });
  });
}

export async function show(page: Page, path: string, until: string): Promise<void> {
  await page.goto(path);
  await page.locator(until).first().waitFor();
}

// From a press to what it asks for on the screen: the time of the event itself until the frame that shows it,
// on this machine and on one four times as slow.

import { type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumOptions, signInAs, withDemo } from './demo.ts';

export type InteractionFigures = {
  interaction: string;
  slowdown: number;
  medianMs: number;
  p95Ms: number;
  budgetMs: number | null;
};

const repetitions = 16;

type Interaction = {
  name: string;
  person: string;
  budgetMs: number;
  /** Brings the page to where the press is. */
  prepare: (page: Page, round: number) => Promise<void>;
  /** What is pressed, and what has to be seen then. */
  press: string;
  seen: (round: number) => string;
};

const rows = 'table[data-refreshing="false"] tr[data-row]';

const interactions: readonly Interaction[] = [
  {
    name: 'filter click to rows (worklogs)',
    person: 'Andi Saputra',
    budgetMs: 100,
    async prepare(page) {
      await show(page, '/worklogs', rows);
      await page.locator('search button').nth(2).click();
    },
    press: '[role=dialog] label:nth-of-type(2) input',
    seen: () => `${rows} [data-status="approved"]:not(:has(~ *))`,
  },
  {
    name: 'filter click to rows (approvals)',
    person: 'Dewi Lestari',
    budgetMs: 100,
    prepare: (page) => show(page, '/approvals', rows),
    press: '[role=radiogroup] label:nth-of-type(2)',
    seen: () => `${rows} [data-status="approved"]`,
  },
  {
    name: 'dashboard to approvals, heading and rows',
    person: 'Dewi Lestari',
    budgetMs: 200,
    prepare: (page) => show(page, '/dashboard', 'main h1'),
    press: 'nav a[href="/approvals"]',
    seen: () => rows,
  },
  {
    name: 'dashboard to worklogs, heading and rows',
    person: 'Andi Saputra',
    budgetMs: 200,
    prepare: (page) => show(page, '/dashboard', 'main h1'),
    press: 'nav a[href="/worklogs"]',
    seen: () => rows,
  },
  {
    name: 'opening the worklog form',
    person: 'Andi Saputra',
    budgetMs: 200,
    prepare: (page) => show(page, '/worklogs', rows),
    press: 'main header button',
    seen: () => '[role=dialog][aria-modal] form input',
  },
];

export const measureInteractions = (port: number): Promise<InteractionFigures[]> =>
  withDemo(port, async (baseURL) => {
    const browser = await chromium.launch(chromiumOptions);
    try {
      const found: InteractionFigures[] = [];
      for (const interaction of interactions) {
        const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
        const page = await context.newPage();
        await signInAs(page, baseURL, interaction.person);
        const devtools = await context.newCDPSession(page);
        for (const slowdown of [1, 4]) found.push(await measure(page, devtools, interaction, slowdown));
        await context.close();
      }
      return found;
    } finally {
      await browser.close();
    }
  });

async function measure(
  page: Page,
  devtools: CDPSession,
  { name, prepare, press, seen, budgetMs }: Interaction,
  slowdown: number,
): Promise<InteractionFigures> {
  const times: number[] = [];
  for (let round = 0; round < repetitions; round++) {
    await prepare(page, round);
    // As long as a person takes to find what to press; what is fetched ahead is there by then.
    await page.waitForTimeout(2_500);
    await page.hover(press);
    await page.waitForTimeout(300);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const shown = page.evaluate(timeToSee, { seen: seen(round) });
    await page.click(press);
    times.push(await shown);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  return {
    interaction: name,
    slowdown,
    medianMs: at(0.5),
    p95Ms: at(0.95),
    budgetMs: slowdown === 4 ? budgetMs : null,
  };
}

/** In the page: from the time stamp of the next click to the frame after the one in which the wanted is there. */
function timeToSee({ seen }: { seen: string }): Promise<number> {
  return new Promise((resolve) => {
    const began = (event: Event) => {
      const before = document.querySelector(seen);
      const look = () => {
        const found = document.querySelector(seen);
        if (!found || found === before) return requestAnimationFrame(look);
        const painted = new MessageChannel();
        painted.port1.onmessage = () => resolve(performance.now() - event.timeStamp);
        painted.port2.postMessage(null);
      };
      requestAnimationFrame(look);
    };
    document.addEventListener('click', began, { capture: true, once: true });
  });
}

async function show(page: Page, path: string, until: string): Promise<void> {
  await page.goto(path);
  await page.locator(until).first().waitFor();
}

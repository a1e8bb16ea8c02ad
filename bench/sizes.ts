// The size of a screen: the compressed bytes that Chromium receives for it with an empty cache.

import { type Browser, chromium } from '@playwright/test';
import { chromiumOptions, signInAs, withDemo } from './demo.ts';

export type ScreenFigures = {
  screen: string;
  jsKiB: number;
  cssKiB: number;
  otherKiB: number;
  requests: number;
  /** Scripts and styles fetched after the screen was shown. */
  aheadKiB: number;
  budgetJsKiB: number;
  budgetCssKiB: number;
};

/** Budgets in KiB of brotli, headers included. */
const screens = [
  { screen: 'sign-in', path: '/login', person: null, budgetJsKiB: 85, budgetCssKiB: 12 },
  { screen: 'worklogs', path: '/worklogs', person: 'Andi Saputra', budgetJsKiB: 170, budgetCssKiB: 36 },
  { screen: 'approvals', path: '/approvals', person: 'Dewi Lestari', budgetJsKiB: 200, budgetCssKiB: 40 },
] as const;

export const measureSizes = (port: number): Promise<ScreenFigures[]> =>
  withDemo(port, async (baseURL) => {
    const browser = await chromium.launch(chromiumOptions);
    try {
      const found: ScreenFigures[] = [];
      for (const screen of screens) found.push(await measure(browser, baseURL, screen));
      return found;
    } finally {
      await browser.close();
    }
  });

async function measure(
  browser: Browser,
  baseURL: string,
  { screen, path, person, ...budgets }: (typeof screens)[number],
): Promise<ScreenFigures> {
  const context = await browser.newContext({ baseURL });
  const signedIn = await context.newPage();
  if (person) await signInAs(signedIn, baseURL, person);
  // A new page, with an empty cache.
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.addInitScript(markHeading);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // What is prefetched after the screen is shown, such as its form.
  await page.waitForTimeout(3_000);
  const { shown, ahead } = await page.evaluate(addUp);
  await context.close();
  const inKiB = (count: number) => Number((count / 1024).toFixed(1));
  return {
    screen,
    jsKiB: inKiB(shown.scripts),
    cssKiB: inKiB(shown.styles),
    otherKiB: inKiB(shown.others),
    requests: shown.requests,
    aheadKiB: inKiB(ahead.scripts + ahead.styles),
    ...budgets,
  };
}

/** Runs in the page before its scripts: records when its heading appears. Polling from outside would be late on a busy machine. */
function markHeading(): void {
  new MutationObserver((_, observer) => {
    if (!document.querySelector('h1')) return;
    performance.mark('heading');
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

/** Runs in the page: what was loaded when its heading was shown and its scripts had run, and what was loaded later. */
function addUp() {
  const heading = performance.getEntriesByName('heading')[0]?.startTime ?? Number.POSITIVE_INFINITY;
  const [visit] = performance.getEntriesByType('navigation');
  const loaded = visit instanceof PerformanceNavigationTiming ? visit.loadEventStart : 0;
  const isShown = ({ responseEnd }: PerformanceResourceTiming) => responseEnd <= Math.max(heading, loaded);
  const none = () => ({ scripts: 0, styles: 0, others: 0, requests: 0 });
  const [shown, ahead] = [none(), none()];
  for (const entry of performance.getEntries()) {
    if (!(entry instanceof PerformanceResourceTiming)) continue;
    const sums = isShown(entry) ? shown : ahead;
    const path = new URL(entry.name).pathname;
    const kind = path.endsWith('.js') ? 'scripts' : path.endsWith('.css') ? 'styles' : 'others';
    sums[kind] += entry.transferSize;
    sums.requests += 1;
  }
  return { shown, ahead };
}

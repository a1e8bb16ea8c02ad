// Pages that the person has visited before, opened again as documents over a slow network: until their rows are painted.

import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumOptions, loadNow, signInAs, withDemo } from './demo.ts';
import { quantile } from './interactions.ts';
import { withSlowNetwork } from './slow-network.ts';

type VisitFigures = {
  page: string;
  cache: Cache;
  /** From the navigation until the rows are painted; medians. */
  rowsMs: number;
  lcpMs: number;
  cls: number;
  /** When the data of the page were requested, and when they had arrived. */
  requestedMs: number;
  respondedMs: number;
  load: number;
};

const caches = ['cold', 'warm', 'worker'] as const;
type Cache = (typeof caches)[number];

const repetitions = 9;

type Visited = { path: string; person: string; seen: string; request: string };

const row = 'main ul dl';

const visited: readonly Visited[] = [
  { path: '/worklogs', person: 'Andi Saputra', seen: row, request: '/worklogs?' },
  { path: '/approvals', person: 'Dewi Lestari', seen: row, request: '/worklogs?' },
  { path: '/dashboard', person: 'Andi Saputra', seen: 'main section h2', request: '/dashboard' },
];

export const measureVisits = (port: number): Promise<VisitFigures[]> =>
  withDemo(port, () => withSlowNetwork(port, port + 1, measureEach));

async function measureEach(baseURL: string): Promise<VisitFigures[]> {
  const browser = await chromium.launch(chromiumOptions);
  try {
    const found: VisitFigures[] = [];
    for (const page of visited) {
      for (const cache of caches) {
        const context = await browser.newContext({
          baseURL,
          viewport: { width: 412, height: 823 },
          serviceWorkers: cache === 'worker' ? 'allow' : 'block',
        });
        found.push(await measure(await visitor(context, page, cache), page, cache));
        await context.close();
      }
    }
    return found;
  } finally {
    await browser.close();
  }
}

type Visit = { rows: number; lcp: number; cls: number; requested: number; responded: number };

async function measure(visit: () => Promise<Visit>, { path }: Visited, cache: Cache): Promise<VisitFigures> {
  const visits: Visit[] = [];
  for (let round = 0; round < repetitions; round++) visits.push(await visit());
  const median = (figure: keyof Visit) =>
    quantile(
      visits.map((one) => one[figure]),
      0.5,
    );
  return {
    page: path,
    cache,
    rowsMs: median('rows'),
    lcpMs: median('lcp'),
    cls: Number(Math.max(...visits.map(({ cls }) => cls)).toFixed(3)),
    requestedMs: median('requested'),
    respondedMs: median('responded'),
    load: loadNow(),
  };
}

/** Opens the page twice. The returned function opens it once more, in a new tab at 4× CPU. */
async function visitor(context: BrowserContext, { path, person, seen, request }: Visited, cache: Cache) {
  const first = await context.newPage();
  await signInAs(first, '', person);
  for (let visit = 0; visit < 2; visit++) {
    await first.goto(path);
    await first.locator(seen).first().waitFor();
    if (cache === 'worker') await first.evaluate(async () => void (await navigator.serviceWorker.ready));
    await first.waitForTimeout(3_000);
  }
  await first.close();
  return async () => {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    if (cache === 'cold') await devtools.send('Network.clearBrowserCache');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(watchVisit, { seen, request });
    await page.goto(path, { waitUntil: 'commit' });
    const found = await visitOf(page);
    await page.close();
    return found;
  };
}

async function visitOf(page: Page): Promise<Visit> {
  await page.waitForFunction(() => 'visit' in window, undefined, { polling: 200 });
  return page.evaluate((): Visit => Reflect.get(window, 'visit'));
}

/** Runs in the page. The layout is watched for another second. */
function watchVisit({ seen, request }: { seen: string; request: string }): void {
  let lcp = 0;
  let cls = 0;
  const observe = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => {
    lcp = startTime;
  });
  observe('layout-shift', (entry) => {
    cls += Number(Reflect.get(entry, 'value'));
  });
  const finish = (rows: number) => {
    const sent = performance.getEntriesByType('resource');
    const entry = sent.find(({ name }) => name.includes('/api/') && name.includes(request));
    const { startTime: requested = 0, duration = 0 } = entry ?? {};
    Object.assign(window, { visit: { rows, lcp, cls, requested, responded: requested + duration } });
  };
  const onFrame = () => {
    if (!document.querySelector(seen)) return requestAnimationFrame(onFrame);
    // The message arrives after this frame has been painted.
    const painted = new MessageChannel();
    painted.port1.onmessage = () => setTimeout(finish, 1_000, performance.now());
    painted.port2.postMessage(null);
    return undefined;
  };
  requestAnimationFrame(onFrame);
}

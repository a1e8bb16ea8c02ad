// What a screen costs: the bytes that Chromium receives for it with an empty cache, compressed as they are sent.

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
  // A page of its own, without what the first one fetched.
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const kinds = new Map<string, string>();
  const bytes = { Script: 0, Stylesheet: 0, other: 0, requests: 0 };
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    bytes.requests += 1;
    if (kind === 'Script' || kind === 'Stylesheet') bytes[kind] += encodedDataLength;
    else if (kind !== 'EventSource') bytes.other += encodedDataLength;
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const shown = { ...bytes };
  // What is fetched ahead once the screen is there, such as its form.
  await page.waitForTimeout(3_000);
  await context.close();
  const inKiB = (count: number) => Number((count / 1024).toFixed(1));
  return {
    screen,
    jsKiB: inKiB(shown.Script),
    cssKiB: inKiB(shown.Stylesheet),
    otherKiB: inKiB(shown.other),
    requests: shown.requests,
    aheadKiB: inKiB(bytes.Script + bytes.Stylesheet - shown.Script - shown.Stylesheet),
    ...budgets,
  };
}

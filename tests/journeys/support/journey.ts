// Fixtures of every journey: people with separate browsers, the mailbox of the server under test, and two checks for every
// screen: no console errors, no axe violations.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import { z } from 'zod';

export type BrowserUser = { page: Page; context: BrowserContext; name: string; email: string };

type Fixtures = {
  /** A new person in a new browser context. */
  newcomer: (name: string) => Promise<BrowserUser>;
  /** Console messages that a test expects. */
  expectedFaults: RegExp | null;
};

export const test = base.extend<Fixtures>({
  expectedFaults: [null, { option: true }],
  page: async ({ page, expectedFaults }, use) => {
    const faults = watch(page);
    await use(page);
    // A replaced response may still be on its way.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(unexpected(faults, expectedFaults), 'no errors in the console').toEqual([]);
  },
  newcomer: async ({ browser, expectedFaults }, use) => {
    const contexts: BrowserContext[] = [];
    const faults: string[][] = [];
    await use(async (name) => {
      const person = await arrive(browser, name);
      contexts.push(person.context);
      faults.push(watch(person.page));
      return person;
    });
    for (const context of contexts) await context.close();
    expect(unexpected(faults.flat(), expectedFaults), 'no errors in any console').toEqual([]);
  },
});

const unexpected = (faults: readonly string[], expected: RegExp | null): string[] =>
  faults.filter((fault) => !expected?.test(fault));

let count = 0;

async function arrive(browser: Browser, name: string): Promise<BrowserUser> {
  const context = await browser.newContext();
  const word = name.toLowerCase().replaceAll(/\W+/g, '.');
  const email = `${word}.${Date.now().toString(36)}.${test.info().workerIndex}.${count++}@example.test`;
  return { page: await context.newPage(), context, name, email };
}

/** Script errors and violations of the Content-Security-Policy. Refusals of the server (4xx) are expected. */
function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  return faults;
}

/** The URL in the newest email to a person with a matching subject; waits for it to arrive. */
export async function linkFor(person: Pick<BrowserUser, 'page' | 'email'>, subject: RegExp): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(
      async () => {
        const response = await person.page.request.get('/dev/mail.json', { params: { to: person.email } });
        const mails = z.array(z.object({ subject: z.string(), text: z.string() })).parse(await response.json());
        const mail = mails.find(({ subject: written }) => subject.test(written));
        found = mail?.text.match(/https?:\/\/\S+/)?.[0];
        return found;
      },
      { message: `an email to ${person.email} about ${subject}`, intervals: [50, 100] },
    )
    .toBeTruthy();
  return found ?? '';
}

export const journeyPassword = 'correct horse battery staple';

/** Registers, opens the emailed link and presses its button. */
export async function register({ page, name, email }: BrowserUser): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(journeyPassword);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/verify-email/);
  await expect(page.getByRole('heading', { level: 1, name: 'Verify your email address' })).toBeVisible();
  await page.goto(await linkFor({ page, email }, /confirm/i));
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await expect(page).toHaveURL(/choose-company/);
}

export async function foundCompany({ page }: BrowserUser, name: string): Promise<void> {
  await page.getByLabel('Company name').fill(name);
  await page.getByRole('button', { name: 'Create company' }).click();
  await expect(page).toHaveURL(/dashboard/);
}

/** Opens the invite and joins with a name and password. */
export async function join(person: BrowserUser): Promise<void> {
  const { page, name } = person;
  await page.goto(await linkFor(person, /^invite to join/i));
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('textbox', { name: 'Password' }).fill(journeyPassword);
  await page.getByRole('main').getByRole('button', { name: /join/i }).click();
  await expect(page).toHaveURL(/dashboard/);
}

/** Checks the screen in the light and the dark theme. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  expect(await violationsOn(page), screen).toEqual([]);
}

type Theme = 'light' | 'dark';
type RunOnly = NonNullable<RunOptions['runOnly']>;

/**
 * The violations that axe finds within a selector (default: everywhere), one line per element, with the theme and axe's
 * explanation. Themes differ only in colours, so all other rules run in the first theme only.
 */
export async function violationsOn(
  page: Page,
  within = ':root',
  themes: readonly Theme[] = ['light', 'dark'],
): Promise<string[]> {
  const lines = [];
  for (const theme of themes) {
    for (const { id, nodes } of await violationsIn(page, within, theme, theme === themes[0] ? rules : colourRules))
      for (const { target, any, all, none } of nodes)
        lines.push(`${theme}: ${id}: ${target.join(' ')}: ${[...any, ...all, ...none].map(({ message }) => message)}`);
  }
  await paint(page, 'light');
  return lines;
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const colourRules: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
/** The browser reads it for every document: the minified source is less than half of what `axe.source` is. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

declare global {
  interface Window {
    axe?: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> };
  }
}

async function violationsIn(page: Page, within: string, theme: Theme, runOnly: RunOnly) {
  await paint(page, theme);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const { violations, isStill } = await page.evaluate(
    async ([selector, chosen]) => {
      if (!window.axe) throw new Error('axe is not in the page.');
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
      // Reporting passes takes as long as the analysis.
      const options: RunOptions = { runOnly: chosen, resultTypes: ['violations'] };
      const { violations } = await window.axe.run({ include: [selector] }, options);
      return { violations, isStill };
    },
    [within, runOnly] as const,
  );
  expect(isStill, 'without animations, during which colours are not the final ones').toBe(true);
  // The session's response may have restored the previous theme meanwhile.
  expect(await themeOf(page), 'the theme that was checked').toBe(theme);
  return violations;
}

/** As if chosen in another tab. A page without the application follows the system. */
async function paint(page: Page, theme: Theme): Promise<void> {
  if ((await themeOf(page)) === theme) return;
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate((chosen) => {
    const kept: unknown = JSON.parse(localStorage.getItem('settings') ?? '{}');
    localStorage.setItem('settings', JSON.stringify(Object.assign({}, kept, { theme: chosen })));
    window.dispatchEvent(new StorageEvent('storage', { key: 'settings' }));
  }, theme);
}

const themeOf = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'),
  );

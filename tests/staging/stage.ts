// Prepares a screen of the demo company for scripts/pictures.js and the journeys that visit all screens: who is signed in,
// replaced responses, and what is pressed once the page is loaded.
import type { Page, Request, Route } from '@playwright/test';

export type Act = (page: Page) => Promise<unknown>;

export type Staged = {
  who?: string | null;
  /** May contain `{names}` of places. */
  path: string;
  state?: string;
  before?: Act;
  do?: Act;
  /** The selector that must be visible before the page is examined. */
  opens?: string;
  /**
   * Shares its document with no other screen: its session is another, it changes what stays around every page, or what it
   * does replaces a response that the next screen would find in the cache.
   */
  ownDocument?: true;
};

export type Screen = Staged & { who: string | null };

/** The ids in the addresses of screens. */
export type Places = Readonly<Record<string, string | undefined>>;

type Settings = { theme: string; locale: string };

export const demoWorker = 'Andi Saputra';
export const demoAdmin = 'Sri Wahyuni';
export const demoApprover = 'Dewi Lestari';
export const demoReviewer = 'Agus Pranoto';
export const nobody = null;

export const sessionPath = /\/api\/v1\/session$/;

/** Signs in as a person, in this theme and language; returns the ids that the screens' addresses need. */
export async function enter(page: Page, who: string | null, settings: Settings): Promise<Places> {
  if (who === nobody) {
    await page.goto('/login');
    await page.evaluate((kept) => localStorage.setItem('settings', JSON.stringify(kept)), settings);
    return {};
  }
  await page.goto('/demo');
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: who }) });
  // Instead of pressing the button, which would load the application once more.
  await page.request.post('/demo/sign-in', {
    form: { userId: await form.locator('input').inputValue() },
    maxRedirects: 0,
  });
  await page.request.patch('/api/v1/settings', { data: settings });
  const ask = async (path: string) => (await page.request.get(`/api/v1${path}`)).json();
  const { user, companies } = await ask('/session');
  const company = companies.find(({ name }: Named) => name === 'Karya Bangun Nusantara');
  const kept = { availableCompanies: companies, activeCompany: company };
  await page.evaluate((value) => localStorage.setItem('app-store', JSON.stringify(value)), kept);
  const inCompany = `/companies/${company.id}`;
  const { projects = [] } = await ask(`${inCompany}/projects`);
  const project = projects.find(({ name }: Named) => name === 'Gudang Cikarang') ?? projects[0];
  const { tasks = [] } = project ? await ask(`${inCompany}/projects/${project.id}`) : {};
  const { members = [] } = await ask(`${inCompany}/members`);
  const days = daysUntil(await page.evaluate(() => Date.now()));
  const worklogOf = async (status: string) =>
    (await ask(`${inCompany}/worklogs?statuses=${status}&from=${days.from}&to=${days.to}`)).worklogs?.[0];
  const pending = await worklogOf('pending');
  return {
    ...days,
    project: project?.id,
    task: tasks[0]?.id,
    self: user.uid,
    person: members.find(({ name }: Named) => name === 'Budi Santoso')?.userId,
    pending: pending?.id,
    pendingDay: pending?.day,
    approved: (await worklogOf('approved'))?.id,
  };
}

type Named = { name: string };

/** The last weeks, because a month that has just begun may have no worklogs yet. */
function daysUntil(now: number) {
  const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  return { from: dayOf(now - 40 * 24 * 3_600_000), to: dayOf(now + 24 * 3_600_000) };
}

/** Opens the screen and produces the state; waits until everything is loaded, because what is pressed may be fetched first. */
export async function showScreen(page: Page, screen: Staged, places: Places): Promise<void> {
  const requests = watch(page);
  const before = shown.get(page);
  shown.set(page, screen);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // Loading a document takes as long as examining it, so the next screen is opened in the same one where that is possible.
  const isSame = before !== undefined && shareDocument(before, screen) && (await leave(page));
  const hasOtherAnswers = isSame && before.before !== screen.before;
  if (hasOtherAnswers) await withOtherRights(page, () => refreshSession(page));
  await page.evaluate(() => sessionStorage.clear());
  await screen.before?.(page);
  if (hasOtherAnswers) await refreshSession(page);
  const address = screen.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => places[name] ?? name);
  if (!(isSame && (await page.evaluate(stepInside, [address, whatOpens] as const)))) await page.goto(address);
  await settle(page, requests);
  await screen.do?.(page);
  if (screen.opens) await untilSeen(page, screen);
  if (screen.do || screen.opens) await settle(page, requests);
}

/** Changes the size of the window and waits for the other layout and what it requests. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  const requests = watch(page);
  await page.setViewportSize(size);
  await settle(page, requests);
}

const shown = new WeakMap<Page, Staged>();

const shareDocument = (before: Staged, screen: Staged): boolean =>
  screen.who !== nobody && !before.ownDocument && !screen.ownDocument;

/** Closes what is open and shows an unknown address. Returns false where something stays open, such as a question or a toast. */
async function leave(page: Page): Promise<boolean> {
  const open = page.locator(whatOpens).filter({ visible: true });
  for (let presses = 0; presses < 3 && (await open.count()) > 0; presses += 1) await page.keyboard.press('Escape');
  const toasts = page.locator('section > :is([role=status], [role=alert]) > [data-type]');
  return (await toasts.count()) === 0 && page.evaluate(stepInside, ['/no/such/page', whatOpens] as const);
}

const whatOpens = '[role=dialog], [popover]:popover-open, dialog[open]';

/** Navigates to an address; its heading differs from the present one. Returns whether its page opened, and nothing else. */
async function stepInside([address, selector]: readonly [string, string]): Promise<boolean> {
  const heading = () => document.querySelector('h1')?.textContent ?? null;
  const isOpen = () =>
    [...document.querySelectorAll(selector)].some((one) => one.checkVisibility({ visibilityProperty: true }));
  const left = heading();
  if (isOpen()) return false;
  // The unknown address, which is a screen too.
  if (location.pathname === address) return true;
  history.pushState(null, '', address);
  for (let frame = 0; frame < 300; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (heading() !== null && heading() !== left) return true;
    // A question before unsaved input is left.
    if (left !== null && isOpen()) return false;
  }
  return false;
}

/** A change of rights clears the cache: the responses of the previous screen are requested again. */
async function withOtherRights(page: Page, act: () => Promise<void>): Promise<void> {
  const answer = async (route: Route) => {
    const { companies, ...session } = await (await fetchResponse(route)).json();
    const changed = companies.map((one: { scopes: object }) => ({ ...one, scopes: { ...one.scopes, staged: 'all' } }));
    await route.fulfill({ json: { ...session, companies: changed } });
  };
  await page.route(sessionPath, answer);
  await act();
  // A second request may not have a response yet.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** As if another tab had stored other companies. */
const refreshSession = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const stored = localStorage.getItem('app-store') ?? '';
    localStorage.setItem('app-store', '{}');
    window.dispatchEvent(new StorageEvent('storage', { key: 'app-store' }));
    const isWaiting = () => localStorage.getItem('app-store') === '{}';
    for (let tries = 0; isWaiting() && tries < 500; tries += 1) await new Promise((resolve) => setTimeout(resolve, 10));
    // A refresh at the same moment had the same response, so nothing was stored.
    if (isWaiting()) localStorage.setItem('app-store', stored);
  });

/** Fails if the expected element did not open. */
async function untilSeen(page: Page, { path, state, opens = 'main' }: Staged): Promise<void> {
  const seen = page.locator(opens).filter({ visible: true }).first();
  await seen.waitFor({ timeout: 15_000 }).catch(() => {
    throw new Error(`${path} ${state}: nothing opened, ${opens} is not to be seen.`);
  });
}

/** Waits until all requests have responses, and everything is loaded and drawn. */
async function settle(page: Page, requests: ReadonlySet<Request>): Promise<void> {
  await page.waitForLoadState('load');
  await page.locator('h1, h2, dialog[open]').filter({ visible: true }).first().waitFor();
  const startedAt = Date.now();
  for (let quiet = 0; quiet < 2; ) {
    const pending = [...requests].map((request) => request.url());
    if (Date.now() - startedAt > maxResponseMs) throw new Error(`Not loaded. Not answered: ${pending.join(', ')}`);
    const isLoading = await page.evaluate(untilDrawn);
    quiet = isLoading || requests.size > 0 ? 0 : quiet + 1;
  }
}

/** Long enough for a busy machine, and short enough not to use up the time of the test. */
const maxResponseMs = 60_000;

/** The page's pending requests, tracked once per page; without the live stream, which never ends. */
const watched = new WeakMap<Page, Set<Request>>();

function watch(page: Page): ReadonlySet<Request> {
  const known = watched.get(page);
  if (known) return known;
  const requests = new Set<Request>();
  page.on('request', (request) => request.url().endsWith('/live') || requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  // What an earlier document requested is answered to nobody.
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) requests.clear();
  });
  watched.set(page, requests);
  return requests;
}

/** Waits until responses are rendered and the requests that follow from them are sent; returns whether a part is still loading. */
async function untilDrawn(): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await document.fonts.ready;
  return document.querySelector('[data-loading=true]') !== null;
}

/** Presses one after the other, the first visible match of each. */
export const pressed =
  (...selectors: readonly string[]): Act =>
  async (page) => {
    for (const selector of selectors) await page.locator(selector).filter({ visible: true }).first().click();
  };

/** Waits for what is loaded beside the page. */
export const seen =
  (selector: string): Act =>
  (page) =>
    page.locator(selector).filter({ visible: true }).first().waitFor();

export const press =
  (keys: string): Act =>
  (page) =>
    page.keyboard.press(keys);

export const inSequence =
  (...acts: readonly Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page);
  };

export const typed =
  (selector: string, text: string): Act =>
  (page) =>
    page.locator(selector).filter({ visible: true }).first().fill(text);

export const submitEmpty: Act = (page) => page.locator('form button[type=submit]').last().click();

/** The server's response. Tried again when the server has just closed the idle connection that was to be used. */
export const fetchResponse = (route: Route) => route.fetch({ maxRetries: 3 });

/** For states that the demo company does not have: the server's response with these fields replaced. */
export const pretend =
  (pattern: RegExp, fields: object): Act =>
  (page) =>
    page.route(pattern, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const answer = await fetchResponse(route);
      const { title: _title, ...known } = await answer.json();
      await route.fulfill({ status: 200, json: { ...known, ...fields } });
    });

/** A person without a company. */
export const outOfCompany = pretend(sessionPath, { companies: [], roles: {} });

const inCompanies =
  (fields: object): Act =>
  (page) =>
    page.route(sessionPath, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const { companies, ...session } = await (await fetchResponse(route)).json();
      await route.fulfill({
        json: { ...session, companies: companies.map((one: object) => ({ ...one, ...fields })) },
      });
    });

/** A person whose companies are on the Free plan. */
export const onFree = inCompanies({ plan: 'Free' });

/** A company that has clients. */
export const withClients = inSequence(
  inCompanies({ hasClients: true }),
  pretend(/\/clients(\?|$)/, {
    found: [
      { id: '00000000-0000-4000-8000-000000000030', name: 'Pelabuhan Tanjung Emas', projects: 3 },
      { id: '00000000-0000-4000-8000-000000000031', name: 'Wahyuni Consulting', projects: 0 },
    ],
    hasMore: false,
  }),
);

/** A company in which something is not billable. */
export const withUnbillable = inCompanies({ hasUnbillable: true });

/** A company that has tags. */
export const withTags = inSequence(
  inCompanies({ hasTags: true }),
  pretend(/\/tags(\?|$)/, {
    found: [
      { id: '00000000-0000-4000-8000-000000000040', name: 'Kerja malam', isUsed: true },
      { id: '00000000-0000-4000-8000-000000000041', name: 'Mendesak', isUsed: false },
    ],
    chosen: [],
    hasMore: false,
  }),
);

/** A fixed response to a change; the request does not reach the server. */
export const answered =
  (method: string, pattern: RegExp, json: object, status = 200): Act =>
  (page) =>
    page.route(pattern, (route) =>
      route.request().method() === method ? route.fulfill({ status, json }) : route.fallback(),
    );

/** A company that pays for its seats. */
export const withPrice = inSequence(
  pretend(/\/seats$/, { provider: 'stripe', isCustomer: true }),
  pretend(/\/seats\/price$/, {
    price: { amountMinor: 4_500_000, currency: 'IDR', interval: 'month', intervalCount: 1 },
  }),
);

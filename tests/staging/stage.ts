// How a screen of the demo company is staged for scripts/pictures.js and for the journeys that visit all of them: who is
// signed in, what the server answers instead, and what is pressed once the page is there.
import type { Page, Request } from '@playwright/test';

export type Act = (page: Page) => Promise<unknown>;

export type Staged = {
  who?: string | null;
  /** With `{names}` of places in it. */
  path: string;
  state?: string;
  before?: Act;
  do?: Act;
  /** What must be visible before anybody looks at the page. */
  opens?: string;
};

export type Screen = Staged & { who: string | null };

/** What addresses of screens are made of. */
export type Places = Readonly<Record<string, string | undefined>>;

type Settings = { theme: string; locale: string };

export const demoWorker = 'Andi Saputra';
export const demoAdmin = 'Sri Wahyuni';
export const demoApprover = 'Dewi Lestari';
export const nobody = null;

export const sessionPath = /\/api\/v1\/session$/;

/** Signed in as somebody, in this theme and language; answers what the addresses of the screens need. */
export async function enter(page: Page, who: string | null, settings: Settings): Promise<Places> {
  if (who === nobody) {
    await page.goto('/login');
    await page.evaluate((kept) => localStorage.setItem('settings', JSON.stringify(kept)), settings);
    return {};
  }
  await page.goto('/demo');
  await page.getByRole('button', { name: who }).click();
  // The application is loaded after the address has changed; to leave before it is there would reload the page.
  await page.waitForURL(/dashboard/);
  // A name may have been changed since.
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(Account of|Akun) / })
    .waitFor();
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

/** The last weeks: a month that has just begun holds nothing to open yet. */
function daysUntil(now: number) {
  const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  return { from: dayOf(now - 40 * 24 * 3_600_000), to: dayOf(now + 24 * 3_600_000) };
}

/** Goes there and brings the state about, until all of it is there: what is pressed may have to be fetched first. */
export async function showScreen(page: Page, screen: Staged, places: Places): Promise<void> {
  const asked = watch(page);
  const before = shown.get(page);
  shown.set(page, screen);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => sessionStorage.clear());
  await screen.before?.(page);
  const address = screen.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => places[name] ?? name);
  // To load a document takes as long as to examine it: a screen that leaves nothing behind is followed by the next one in the
  // same document.
  const isNear = before && screen.who !== nobody && isPlain(before) && !screen.before;
  if (!(isNear && (await page.evaluate(stepInside, address)))) await page.goto(address);
  await settle(page, asked);
  await screen.do?.(page);
  if (screen.opens) await untilSeen(page, screen);
  if (screen.do || screen.opens) await settle(page, asked);
}

const shown = new WeakMap<Page, Staged>();

/** The server answers for itself, and nothing is typed or pressed. */
const isPlain = (screen: Staged): boolean => !screen.before && !screen.do;

/** By way of an unknown address, whose heading differs from that of every page. Answers whether the page has come. */
async function stepInside(address: string): Promise<boolean> {
  const heading = () => document.querySelector('h1')?.textContent ?? null;
  const go = async (to: string) => {
    const left = heading();
    history.pushState(null, '', to);
    for (let frame = 0; frame < 300; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (heading() !== null && heading() !== left) return true;
    }
    return false;
  };
  if (document.querySelector('[role=dialog], [popover]:popover-open, dialog[open]')) return false;
  if (!(await go('/no/such/page'))) return false;
  sessionStorage.clear();
  return go(address);
}

/** A state in which nothing has opened would be looked at in vain. */
async function untilSeen(page: Page, { path, state, opens = 'main' }: Staged): Promise<void> {
  const seen = page.locator(opens).filter({ visible: true }).first();
  await seen.waitFor({ timeout: 15_000 }).catch(() => {
    throw new Error(`${path} ${state}: nothing opened, ${opens} is not to be seen.`);
  });
}

/** Everything asked for has come, and nothing moves any more. */
async function settle(page: Page, asked: ReadonlySet<Request>): Promise<void> {
  await page.waitForLoadState('load');
  await page.locator('h1, h2, dialog[open]').filter({ visible: true }).first().waitFor();
  for (let quiet = 0; quiet < 2; quiet = asked.size === 0 ? quiet + 1 : 0) await page.evaluate(untilDrawn);
  await page.waitForFunction(() => {
    const isWaiting = document.querySelector('[data-loading=true]') !== null;
    return !isWaiting && document.getAnimations().every(({ playState }) => playState !== 'running');
  });
  await page.evaluate(() => document.fonts.ready);
}

/** The requests of a page that have no response yet, reported once for each page. The live stream never ends. */
const watched = new WeakMap<Page, Set<Request>>();

function watch(page: Page): ReadonlySet<Request> {
  const known = watched.get(page);
  if (known) return known;
  const asked = new Set<Request>();
  page.on('request', (request) => request.url().endsWith('/live') || asked.add(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  watched.set(page, asked);
  return asked;
}

/** What has come is on the screen, and has asked for what it needs in its turn. */
async function untilDrawn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** One after the other, the first that can be seen of each. */
export const pressed =
  (...selectors: readonly string[]): Act =>
  async (page) => {
    for (const selector of selectors) await page.locator(selector).filter({ visible: true }).first().click();
  };

/** Waits for what comes beside the page. */
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

/** What the demo world does not hold: the server's own answer, with these fields instead. */
export const pretend =
  (pattern: RegExp, fields: object): Act =>
  (page) =>
    page.route(pattern, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const answer = await route.fetch();
      const { title: _title, ...known } = await answer.json();
      await route.fulfill({ status: 200, json: { ...known, ...fields } });
    });

/** Somebody without a company. */
export const outOfCompany = pretend(sessionPath, { companies: [], roles: {} });

/** Somebody whose companies have no plan. */
export const onFree: Act = (page) =>
  page.route(sessionPath, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const { companies, ...session } = await (await route.fetch()).json();
    await route.fulfill({
      json: { ...session, companies: companies.map((one: object) => ({ ...one, plan: 'Free' })) },
    });
  });

/** The answer to a change, which then never reaches the server. */
export const answered =
  (method: string, pattern: RegExp, json: object, status = 200): Act =>
  (page) =>
    page.route(pattern, (route) =>
      route.request().method() === method ? route.fulfill({ status, json }) : route.fallback(),
    );

export const refusing = (method: string, pattern: RegExp, code: string, detail: string, extra: object = {}): Act =>
  answered(method, pattern, { type: `about:blank#${code}`, title: '', status: 409, code, detail, ...extra }, 409);

/** A company that pays for its seats. */
export const withPrice = inSequence(
  pretend(/\/seats$/, { provider: 'stripe', isCustomer: true }),
  pretend(/\/seats\/price$/, {
    price: { amountMinor: 4_500_000, currency: 'IDR', interval: 'month', intervalCount: 1 },
  }),
);

// How a screen of the demo world is brought about for scripts/pictures.js and for the journeys that walk all of them:
// who looks, what the server answers instead, and what is pressed once the page is there.
export const worker = 'Andi Saputra';
export const admin = 'Sri Wahyuni';
export const approver = 'Dewi Lestari';
export const nobody = null;

export const sessionPath = /\/api\/v1\/session$/;

/** Signed in as somebody, in this theme and language; answers what the addresses of the screens need. */
export async function enter(page, who, settings) {
  if (who === nobody) {
    await page.goto('/login');
    await page.evaluate((kept) => localStorage.setItem('settings', JSON.stringify(kept)), settings);
    return {};
  }
  await page.goto('/demo');
  await page.getByRole('button', { name: who }).click();
  await page.waitForURL(/dashboard/);
  await page.request.patch('/api/v1/settings', { data: settings });
  const ask = async (path) => (await page.request.get(`/api/v1${path}`)).json();
  const { user, companies } = await ask('/session');
  const company = companies.find(({ name }) => name === 'Karya Bangun Nusantara');
  const kept = { availableCompanies: companies, activeCompany: company };
  await page.evaluate((value) => localStorage.setItem('app-store', JSON.stringify(value)), kept);
  const inCompany = `/companies/${company.id}`;
  const { projects = [] } = await ask(`${inCompany}/projects`);
  const project = projects.find(({ name }) => name === 'Gudang Cikarang') ?? projects[0];
  const { tasks = [] } = project ? await ask(`${inCompany}/projects/${project.id}`) : {};
  const { members = [] } = await ask(`${inCompany}/members`);
  const days = daysUntil(await page.evaluate(() => Date.now()));
  const worklogOf = async (status) =>
    (await ask(`${inCompany}/worklogs?statuses=${status}&from=${days.from}&to=${days.to}`)).worklogs?.[0];
  const pending = await worklogOf('pending');
  return {
    ...days,
    project: project?.id,
    task: tasks[0]?.id,
    self: user.uid,
    person: members.find(({ name }) => name === 'Budi Santoso')?.userId,
    pending: pending?.id,
    pendingDay: pending?.day,
    approved: (await worklogOf('approved'))?.id,
  };
}

/** The last weeks: a month that has just begun holds nothing to open yet. */
function daysUntil(now) {
  const dayOf = (instant) => new Date(instant).toISOString().slice(0, 10);
  return { from: dayOf(now - 40 * 24 * 3_600_000), to: dayOf(now + 24 * 3_600_000) };
}

/** Goes there and brings the state about, until all of it is there: what is pressed may have to be fetched first. */
export async function show(page, screen, places) {
  const asked = watch(page);
  const before = shown.get(page);
  shown.set(page, screen);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => sessionStorage.clear());
  await screen.before?.(page);
  const address = screen.path.replaceAll(/\{(\w+)\}/g, (_, name) => places[name] ?? name);
  // A document costs as much as looking at it: what leaves nothing behind is followed by the next screen in the same one.
  const isNear = before && !screen.isFresh && screen.who !== nobody && isPlain(before) && isPlain(screen);
  if (!(isNear && (await page.evaluate(stepInside, address)))) await page.goto(address);
  await settle(page, asked);
  await screen.do?.(page);
  if (screen.opens) await untilSeen(page, screen);
  if (screen.do || screen.opens) await settle(page, asked);
}

const shown = new WeakMap();

/** The server answers for itself, and nothing is typed or pressed. */
const isPlain = (screen) => !screen.before && !screen.do;

/** By way of an unknown address, whose heading differs from that of every page. Answers whether the page has come. */
async function stepInside(address) {
  const heading = () => document.querySelector('h1')?.textContent ?? null;
  const go = async (to) => {
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
async function untilSeen(page, { path, state, opens }) {
  const seen = page.locator(opens).filter({ visible: true }).first();
  await seen.waitFor({ timeout: 15_000 }).catch(() => {
    throw new Error(`${path} ${state}: nothing opened, ${opens} is not to be seen.`);
  });
}

/** Everything asked for has come, and nothing moves any more. */
async function settle(page, asked) {
  await page.waitForLoadState('load');
  await page.locator('h1, h2, [role=dialog]').filter({ visible: true }).first().waitFor();
  for (let quiet = 0; quiet < 2; quiet = asked.size === 0 ? quiet + 1 : 0) await page.evaluate(untilDrawn);
  await page.waitForFunction(() => {
    const isWaiting = document.querySelector('[class*=skeleton], .loading-screen, [data-loading=true]') !== null;
    return !isWaiting && document.getAnimations().every(({ playState }) => playState !== 'running');
  });
  await page.evaluate(() => document.fonts.ready);
}

/** What a page has asked for and not been given, told once for each page. The live stream never ends. */
const watched = new WeakMap();

function watch(page) {
  const known = watched.get(page);
  if (known) return known;
  const asked = new Set();
  page.on('request', (request) => request.url().endsWith('/live') || asked.add(request));
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => asked.delete(request));
  watched.set(page, asked);
  return asked;
}

/** What has come is on the screen, and has asked for what it needs in its turn. */
async function untilDrawn() {
  await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** One after the other, the first that can be seen of each. */
export const pressed =
  (...selectors) =>
  async (page) => {
    for (const selector of selectors) await page.locator(selector).filter({ visible: true }).first().click();
  };

/** Waits for what comes beside the page. */
export const seen = (selector) => (page) => page.locator(selector).filter({ visible: true }).first().waitFor();

export const press = (keys) => (page) => page.keyboard.press(keys);

export const inTurn =
  (...acts) =>
  async (page) => {
    for (const act of acts) await act(page);
  };

export const typed = (selector, text) => (page) => page.locator(selector).filter({ visible: true }).first().fill(text);

export const submitEmpty = (page) => page.locator('form button[type=submit]').last().click();

/** What the demo world does not hold: the server's own answer, with these fields instead. */
export const pretend = (pattern, fields) => (page) =>
  page.route(pattern, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const answer = await route.fetch();
    const { title: _title, ...known } = await answer.json();
    await route.fulfill({ status: 200, json: { ...known, ...fields } });
  });

/** The answer to a change, which then never reaches the server. */
export const answered =
  (method, pattern, json, status = 200) =>
  (page) =>
    page.route(pattern, (route) =>
      route.request().method() === method ? route.fulfill({ status, json }) : route.fallback(),
    );

export const refused = (method, pattern, code, detail, extra = {}) =>
  answered(method, pattern, { type: `about:blank#${code}`, title: '', status: 409, code, detail, ...extra }, 409);

/** A company that pays for its seats. */
export const withPrice = inTurn(
  pretend(/\/seats$/, { provider: 'stripe', isCustomer: true }),
  pretend(/\/seats\/price$/, {
    price: { amountMinor: 4_500_000, currency: 'IDR', interval: 'month', intervalCount: 1 },
  }),
);

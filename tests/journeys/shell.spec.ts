// The parts around every page: the loading screen, the toasts, the navigation, the list of companies.
import { expect, type Page } from '@playwright/test';
import { test } from './support/journey.ts';
import { call, enrol, found } from './support/staging.ts';

// As most people see it; other journeys run without animations (decision 057).
test.use({ reducedMotion: 'no-preference' });

test('while the session is loading: logo and progress, without a time limit', async ({ page }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/v1/session', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Daybook' })).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(0);
  answer();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Daybook' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeHidden();
});

test('a page is rendered when it has loaded, not again and again while it loads', async ({ newcomer }) => {
  const person = await newcomer('Rina Render');
  await enrol(person);
  await found(person, 'Rendered Once', 2);
  const { page } = person;
  await page.addInitScript(() => {
    const create = document.createElement.bind(document);
    document.createElement = (name: string) => {
      if (name === 'header') window.headersRendered = (window.headersRendered ?? 0) + 1;
      return create(name);
    };
  });
  await page.goto('/approvals');
  await expect(page.getByRole('heading', { level: 1, name: 'Worklog Approvals' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  expect(await page.evaluate(() => window.headersRendered)).toBeLessThan(10);
});

test('a page that loads fetches its data once, and again what has changed', async ({ newcomer }) => {
  const person = await newcomer('Fina Fetch');
  await enrol(person);
  const companyId = await found(person, 'Fetched Once', 2);
  const { page } = person;
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET') fetched.push(new URL(request.url()).pathname);
  });
  const list = `/api/v1/companies/${companyId}/projects`;
  // The list is there before the change: otherwise its first response already shows it.
  await Promise.all([
    page.waitForResponse(/\/live$/),
    page.waitForResponse((response) => new URL(response.url()).pathname === list),
    page.goto('/projects'),
  ]);
  // Events arrive in order: when this change is shown, the first message of the stream has been applied.
  await call(page, 'POST', `/companies/${companyId}/projects`, { name: 'Quay wall', tasks: [] });
  await expect(page.getByRole('row', { name: /^Quay wall/ })).toBeVisible();
  expect(fetched.filter((one) => one === list)).toHaveLength(2);
});

test('what changes while the first response of a page is on its way is shown', async ({ newcomer }) => {
  const person = await newcomer('Sari Slow');
  await enrol(person);
  const companyId = await found(person, 'Slow Harbour', 2);
  const { page } = person;
  const list = `/api/v1/companies/${companyId}/projects`;
  const { promise: answered, resolve: markAnswered } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === list,
    async (route) => {
      const response = await route.fetch();
      markAnswered();
      await released;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.addInitScript(() => {
    window.EventSource = class extends EventSource {
      constructor(url: string | URL) {
        super(url);
        this.addEventListener('changed', () => (window.isChangeKnown = true));
      }
    };
  });
  await Promise.all([page.waitForResponse(/\/live$/), answered, page.goto('/projects')]);
  await call(page, 'POST', `/companies/${companyId}/projects`, { name: 'Quay wall', tasks: [] });
  await page.waitForFunction(() => window.isChangeKnown);
  release();
  await expect(page.getByRole('row', { name: /^Quay wall/ })).toBeVisible();
});

test('the files of a page are requested with the application, and its data before it can be rendered', async ({
  newcomer,
}) => {
  const person = await newcomer('Eka Early');
  await enrol(person);
  await found(person, 'Requested Early', 2);
  const { page } = person;
  const file = /\/assets\/ApprovalsPage-[\w-]+\.js$/;
  const document = await (await page.request.get('/approvals')).text();
  expect(document).toMatch(/<link rel="modulepreload" crossorigin href="\/assets\/ApprovalsPage-[\w-]+\.js">/);
  expect(await (await page.request.get('/account-settings')).text()).not.toContain('ApprovalsPage');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(file, async (route) => {
    await released;
    await route.continue();
  });
  const isList = (url: string) => /\/worklogs$/.test(new URL(url).pathname);
  await Promise.all([
    page.waitForRequest((request) => isList(request.url())),
    page.goto('/approvals', { waitUntil: 'commit' }),
  ]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Worklog Approvals' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});

declare global {
  interface Window {
    headersRendered?: number;
    isChangeKnown?: boolean;
  }
}

test('a toast: its colour, its five seconds, and that it stays while it has the pointer or focus', async ({
  newcomer,
}) => {
  const person = await newcomer('Tania Toast');
  const { page } = person;
  await enrol(person);
  await found(person, 'Toasted', 2);
  await page.clock.install();
  await page.goto('/account-settings');
  await expect(page.getByLabel('Your name')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const toast = page.getByRole('region', { name: 'Messages' }).getByRole('status').locator('[data-type]');
  await saveName(page, 'Tania Renamed');
  await expect(toast).toHaveAttribute('data-type', 'success');
  const success = await colourOf(page);
  await page.clock.runFor(4_900);
  await expect(toast, 'before five seconds').toBeVisible();
  await page.clock.runFor(200);
  await expect(toast, 'after them').toBeHidden();

  await saveName(page, 'Tania Toast');
  await toast.hover();
  await page.clock.runFor(20_000);
  await expect(toast, 'under the pointer').toBeVisible();
  await page.mouse.move(0, 0);
  await toast.getByRole('button', { name: 'Close' }).focus();
  await page.clock.runFor(20_000);
  await expect(toast, 'with the focus').toBeVisible();
  await page.keyboard.press('Enter');
  await expect(toast).toBeHidden();

  await page.route('**/api/v1/sign-out', (route) => route.fulfill({ status: 500, json: { code: 'server.failed' } }));
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.clock.resume();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('alert')).not.toBeEmpty();
  expect(await colourOf(page), 'an error looks different from the others').not.toBe(success);
});

test('the navigation is open by default, and closed on a phone', async ({ newcomer }) => {
  const person = await newcomer('Nina Navigator');
  const { page } = person;
  await enrol(person);
  await found(person, 'Drawers', 2);
  await page.goto('/dashboard');
  const navigation = page.getByRole('navigation', { name: 'Navigation' });
  await expect(navigation.getByRole('link')).toHaveText([
    'Dashboard',
    'Projects',
    'Approvals',
    'Reports',
    'Users',
    'Company settings',
  ]);
  await page.getByRole('button', { name: 'Close navigation' }).click();
  await expect(navigation).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(navigation).toBeHidden();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await navigation.getByRole('link', { name: 'Company settings' }).click();
  await expect(page, 'a section of the settings').toHaveTitle('Company · Settings · Daybook');
  await expect(page.getByLabel('Company name')).toBeVisible();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await navigation.getByRole('link', { name: 'Reports' }).click();
  await expect(page).toHaveURL('/reports');
  await expect(navigation, 'it is closed on a phone').toBeHidden();
});

test('another company is founded in the company switcher; an open invite is shown there, and accepting it opens that company', async ({
  newcomer,
}) => {
  const [host, guest] = [await newcomer('Hadi Host'), await newcomer('Gita Guest')];
  for (const person of [host, guest]) await enrol(person);
  const hostId = await found(host, 'Open House', 3);
  await found(guest, 'Guest House', 2);
  const { page } = guest;
  await page.goto('/projects');
  await page.getByRole('button', { name: /Guest House/ }).click();
  await page.getByRole('menuitem', { name: 'New company' }).click();
  const dialog = page.getByRole('dialog', { name: 'New company' });
  await dialog.getByLabel('Company name').fill('Second House');
  await dialog.getByRole('button', { name: 'Create company' }).click();
  await expect(page, 'the new company is open').toHaveURL('/dashboard');
  await page.getByRole('button', { name: /Second House/ }).click();
  await page.getByRole('menuitem', { name: /Guest House/ }).click();
  await call(host.page, 'POST', `/companies/${hostId}/invites`, { email: guest.email, role: 'worker' });
  await page.reload();
  await page.getByRole('button', { name: /Guest House/ }).click();
  await page.getByRole('menuitem', { name: 'Join Open House as Worker' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: /Open House/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Worklogs', exact: true }), 'in the role of the invite').toBeVisible();
  const kept = await page.evaluate(() => Object.keys(localStorage).sort());
  const known = ['app-store', 'auth', 'first-requests', 'install-hint-hidden', 'settings'];
  expect(known, 'the browser stores nothing else').toEqual(expect.arrayContaining(kept));
});

async function saveName(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Save name' }).click();
  await letPass(page, 'success');
}

/** The fake clock is paused; even immediate effects need it to advance a little. */
async function letPass(page: Page, type: string): Promise<void> {
  const message = page.getByRole('region', { name: 'Messages' }).locator(`[data-type=${type}]`);
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(message).toBeVisible({ timeout: 200 });
  }).toPass();
}

const colourOf = (page: Page): Promise<string> =>
  page
    .getByRole('region', { name: 'Messages' })
    .locator('[data-type]')
    .evaluate((message) => getComputedStyle(message).backgroundColor);

test('a toast covers no button that submits a form, also after scrolling', async ({ newcomer }) => {
  const person = await newcomer('Tara Toast');
  await enrol(person);
  await found(person, 'Toasted Above', 2);
  const { page } = person;
  await page.setViewportSize({ width: 960, height: 800 });
  await page.goto('/account-settings');
  const button = page.getByRole('button', { name: 'Change email address' });
  const toast = page.getByRole('region', { name: 'Messages' }).getByRole('status').locator('[data-type]');
  /** Until the button ends at this distance above the lower edge of the window. */
  const scrollTo = (abovePx: number) =>
    button.evaluate(
      (element, above) => window.scrollBy(0, element.getBoundingClientRect().bottom - window.innerHeight + above),
      abovePx,
    );
  const distance = async () => {
    const [buttonBox, toastBox] = [await button.boundingBox(), await toast.boundingBox()];
    return buttonBox && toastBox ? buttonBox.y - toastBox.y - toastBox.height : null;
  };
  await saveName(page, 'Tara Renamed');
  await toast.hover();
  await scrollTo(24);
  await expect.poll(distance).toBeGreaterThanOrEqual(11);
  await scrollTo(50);
  await expect.poll(distance).toBeGreaterThanOrEqual(11);
  await scrollTo(120);
  await expect.poll(async () => Math.round((await toast.boundingBox())?.y ?? 0)).toBe(734);
});

test('a click during which the connection is lost is not lost: the page moves after it', async ({ newcomer }) => {
  const person = await newcomer('Petra Presser');
  await enrol(person);
  await found(person, 'Pressed Slowly', 2);
  const { page, context } = person;
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Account of/ }).hover();
  await page.mouse.down();
  await context.setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const bar = page.getByRole('status').getByText(/^You are offline/);
  await expect(bar).toBeHidden();
  await page.mouse.up();
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(bar).toBeVisible();
});

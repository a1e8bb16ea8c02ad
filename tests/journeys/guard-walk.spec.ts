// Every route of the sitemap, opened by every kind of person: signed out, unverified, without a company, and each role in a paying
// company and in the same company on the Free plan. The page where each ends is in guard-walk.snap (update it by
// `npx playwright test guard-walk --update-snapshots` and review every line).
import { join } from 'node:path';
import { expect, type Page, type Request, type Response } from '@playwright/test';
import { fillPath, paths } from '#client/routes.ts';
import { type Role, roles } from '#domain/permissions.ts';
import { changersReads, endpointOf, pageReads, settingsReads, shellReads } from '../support/page-reads.ts';
import { endSubscription } from './support/database.ts';
import { type BrowserUser, test } from './support/journey.ts';
import { enrol, found, hirePerson, openProject, signIn, signUp } from './support/staging.ts';

test.describe.configure({ timeout: 600_000 });

/** The routes, and the sections of the settings, with what each may request. */
const readsOf = new Map<string, readonly string[]>([
  ...paths.map((path) => [path, [...pageReads[path], ...(changersReads[path] ?? [])]] as const),
  ...Object.entries(settingsReads).map(([section, reads]) => [`/settings/${section}`, reads] as const),
]);

type Walker = { name: string; page: Page };
/** The final path; with a star if the requested page, or the next one, is stored as the destination. */
type Column = { name: string; ends: string[] };
type Look = { title: string; heading: string; back: string };

const looks = new Map<string, Look>();

test('every route for every role', async ({ newcomer }) => {
  const stage = await fillStage(newcomer);
  const outside = await together(stage.outsiders, (one) => walk(one, stage.parameters));
  const premium = await together(stage.members, (one) => walk(one, stage.parameters));
  await endSubscription(join(String(test.info().project.metadata.dataDir), 'postgres'), stage.companyId);
  const free = await together(stage.members, (one) => walk(one, stage.parameters));
  await expectReasonShown(stage.worker);
  const text = [
    tableOf('Outside a company', outside),
    tableOf('In a company on the Premium plan', premium),
    tableOf('In the same company on the Free plan', free),
    looksTable(),
  ].join('\n');
  expect(text).toMatchSnapshot('guard-walk.snap');
});

test('the back button leads to the parent page, else to the previous page, else to the dashboard', async ({
  newcomer,
}) => {
  const person = await newcomer('Bela Back');
  const { page } = person;
  await enrol(person);
  await found(person, 'Way Back', 2);
  const main = page.getByRole('main');
  const back = main.getByRole('link', { name: 'Back' }).or(main.getByRole('button', { name: 'Back' }));
  for (const [from, to] of [
    ['/users/invites/create', '/users/invites'],
    ['/users/invites', '/users'],
    ['/settings', '/dashboard'],
  ] as const) {
    await page.goto(from);
    await back.click();
    await expect(page, `from ${from}, opened by its address`).toHaveURL(to);
  }
  await page.goto('/reports');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
  await expect(page).toHaveURL('/settings');
  await back.click();
  await expect(page, 'to the previous page').toHaveURL('/reports');
});

type Stage = {
  outsiders: Walker[];
  members: Walker[];
  worker: BrowserUser;
  companyId: string;
  parameters: Record<string, string>;
};

async function fillStage(newcomer: (name: string) => Promise<BrowserUser>): Promise<Stage> {
  const [visitor, unverified, homeless, admin] = await Promise.all(
    ['Vera Visitor', 'Umar Unverified', 'Hana Homeless', 'Farah Founder'].map(newcomer),
  );
  if (!visitor || !unverified || !homeless || !admin) throw new Error('Nobody came.');
  await signUp(unverified);
  await unverified.page.goto('/login');
  await signIn(unverified.page, unverified.email);
  await expect(unverified.page).toHaveURL('/verify-email');
  await enrol(homeless);
  await enrol(admin);
  const companyId = await found(admin, 'Walkers', roles.length);
  const members = new Map<Role, BrowserUser>([['company admin', admin]]);
  const ids = new Map<Role, string>();
  const worker = await newcomer('worker');
  for (const role of roles.filter((one) => one !== 'company admin')) {
    const person = role === 'worker' ? worker : await newcomer(role);
    ids.set(role, await hirePerson(admin, companyId, person, role));
    members.set(role, person);
  }
  const { manager = '', worker: uid = '' } = Object.fromEntries(ids);
  const { projectId, taskId } = await openProject(admin, companyId, 'Quay wall', 'Masonry', [manager]);
  return {
    outsiders: [
      { name: 'signed out', page: visitor.page },
      { name: 'unverified', page: unverified.page },
      { name: 'no company', page: homeless.page },
    ],
    members: [...members].map(([name, { page }]) => ({ name, page })),
    worker,
    companyId,
    parameters: { id: projectId, projectId, taskId, uid },
  };
}

/** Two at a time, for two processor cores. */
async function together<T, R>(all: readonly T[], each: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = all.map((one, index) => ({ one, index }));
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next.index] = await each(next.one);
  };
  await Promise.all([work(), work()]);
  return results;
}

/** Within one document: the guard evaluates each navigation like the first one. */
async function walk({ name, page }: Walker, parameters: Record<string, string>): Promise<Column> {
  const ends: string[] = [];
  const refused: string[] = [];
  const listen = (response: Response) => {
    if (response.url().includes('/api/') && response.status() >= 400)
      refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
  };
  page.on('response', listen);
  const requested = listenToRequests(page);
  await page.goto('/no/such/page');
  for (const [path, mayRead] of readsOf) {
    const address = fillPath(path, parameters);
    await stepTo(page, '/no/such/page', null);
    requested.reads.length = 0;
    const { pathname, destination, look } = await stepTo(page, address, between);
    const reads = [...requested.reads];
    if (pathname === address) {
      noteLook(look, path, parameters);
      const unexpected = reads.filter((read) => !shellReads.includes(read) && !mayRead.includes(read));
      expect(unexpected, `what ${path} asks for is written down in page-reads.ts`).toEqual([]);
    }
    const star = destination === null ? '' : destination === address ? ' *' : ` * ${destination}`;
    ends.push(`${pathname === address ? 'opens' : pathname}${star}`);
    await requested.untilScriptsLoaded();
  }
  page.off('response', listen);
  requested.stop();
  expect(refused, `nothing that a page asks for is refused to ${name}`).toEqual([]);
  return { name, ends };
}

/** The heading of an unknown address, which differs from that of every page. */
const between = 'Page not found';

type Place = { pathname: string; destination: unknown; look: Look };

/**
 * Leaves the unknown address, and waits for another heading, which is that of the final page; or goes to the unknown address,
 * so that the previous page has sent all its requests. One call to the browser, because there are hundreds of steps.
 */
const stepTo = (page: Page, address: string, from: string | null): Promise<Place> =>
  page.evaluate(
    async ([wanted, left, unknown]) => {
      if (left === null) sessionStorage.removeItem('destination');
      history.pushState(null, '', wanted);
      const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const heading = () => document.querySelector('h1')?.textContent ?? null;
      const hasArrived = () => (left === null ? heading() === unknown : heading() !== null && heading() !== left);
      const deadline = performance.now() + 20_000;
      while (!hasArrived()) {
        if (performance.now() > deadline) throw new Error(`${wanted} shows no heading of its own.`);
        await drawn();
      }
      for (let frames = 0; frames < 3; frames += 1) await drawn();
      const back = [...document.querySelectorAll('#content :is(a, button)')].find(
        ({ textContent }) => textContent === 'Back',
      );
      return {
        pathname: location.pathname,
        destination: JSON.parse(sessionStorage.getItem('destination') ?? 'null'),
        look: {
          // Before it is the name of a project or person, once it has loaded.
          title: document.title.split(' · ').slice(-2).join(' · '),
          heading: heading() ?? '',
          back: back ? (back.getAttribute('href') ?? 'history') : 'none',
        },
      };
    },
    [address, from, between] as const,
  );

/** For roles that the plan redirects and that cannot change the plan. */
async function expectReasonShown({ page }: BrowserUser): Promise<void> {
  await page.goto('/reports');
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages).toContainText(
    'This needs two seats or more. A company admin can choose them in the settings.',
  );
}

/** A script that is loaded for a page may request something for it, so it is waited for before the next page. */
function listenToRequests(page: Page) {
  const reads: string[] = [];
  const scripts = new Set<Request>();
  const begin = (request: Request) => {
    if (request.resourceType() === 'script') scripts.add(request);
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/v1/')) reads.push(endpointOf(pathname));
  };
  const end = (request: Request) => scripts.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  return {
    reads,
    untilScriptsLoaded: () => expect.poll(() => scripts.size, { message: 'scripts are loaded' }).toBe(0),
    stop: () => page.off('request', begin).off('requestfinished', end).off('requestfailed', end),
  };
}

/** Equal for everybody who may open the page. */
function noteLook(seen: Look, path: string, parameters: Record<string, string>): void {
  const templates = Object.entries(parameters).filter(([name]) => name !== 'id');
  const look = { ...seen, back: templates.reduce((text, [name, id]) => text.replace(id, `{${name}}`), seen.back) };
  expect(look, `${path} looks the same to everybody`).toEqual(looks.get(path) ?? look);
  looks.set(path, look);
}

function tableOf(title: string, columns: readonly Column[]): string {
  const rows = [...readsOf.keys()].map((path, index) => [path, ...columns.map(({ ends }) => ends[index] ?? '')]);
  return aligned(title, [['route', ...columns.map(({ name }) => name)], ...rows]);
}

const looksTable = (): string =>
  aligned('The pages', [
    ['route', 'title of the tab', 'heading', 'back'],
    ...[...readsOf.keys()].map((path) => {
      const look = looks.get(path);
      return look ? [path, look.title, look.heading, look.back] : [path, 'opens for nobody'];
    }),
  ]);

function aligned(title: string, rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd((widths[column] ?? 0) + 2))
      .join('')
      .trimEnd(),
  );
  return `## ${title}\n${lines.join('\n')}\n`;
}

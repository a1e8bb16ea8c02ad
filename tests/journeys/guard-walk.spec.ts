// Every route of the sitemap, asked for by everybody: signed out, unverified, without a company, and each role in a company
// that pays and in the same one after it fell back to Free. Where each walk ends is the table in guard-walk.snap
// (renewed by `npx playwright test guard-walk --update-snapshots`, and then read line by line).
import { join } from 'node:path';
import { expect, type Page, type Response } from '@playwright/test';
import { fillPath, paths } from '#client/routes.ts';
import { type Role, roles } from '#domain/permissions.ts';
import { endpointOf, everywhere, pageReads } from '../support/page-reads.ts';
import { type Person, test } from './support/journey.ts';
import { enrol, found, hire, openProject, signIn, signUp } from './support/staging.ts';
import { fallBackToFree } from './support/stored.ts';

test.describe.configure({ timeout: 600_000 });
// Recording six hundred steps would take longer than the steps.
test.use({ trace: 'off' });

type Walker = { name: string; page: Page };
/** Where a walk ended; a star where the page that was asked for, or the one after it, is remembered as the destination. */
type Column = { name: string; ends: string[] };
type Look = { title: string; heading: string; back: string };

const looks = new Map<string, Look>();

test('every route × everybody', async ({ newcomer }) => {
  const stage = await fillStage(newcomer);
  const outside = await together(stage.outsiders, (one) => walk(one, stage.parameters));
  const premium = await together(stage.members, (one) => walk(one, stage.parameters));
  await fallBackToFree(join(String(test.info().project.metadata.dataDir), 'postgres'), stage.companyId);
  const free = await together(stage.members, (one) => walk(one, stage.parameters));
  await expectToldWhy(stage.worker);
  const text = [
    tableOf('Outside a company', outside),
    tableOf('In a company on the Premium plan', premium),
    tableOf('In the same company on the Free plan', free),
    looksTable(),
  ].join('\n');
  expect(text).toMatchSnapshot('guard-walk.snap');
});

test('the back button leads to the page above, else to where one was, else to the dashboard', async ({ newcomer }) => {
  const person = await newcomer('Bela Back');
  const { page } = person;
  await enrol(person);
  await found(person, 'Way Back', 2);
  const back = page.getByRole('main').getByText('Back', { exact: true });
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
  await expect(page, 'to where one was').toHaveURL('/reports');
});

type Stage = {
  outsiders: Walker[];
  members: Walker[];
  worker: Person;
  companyId: string;
  parameters: Record<string, string>;
};

async function fillStage(newcomer: (name: string) => Promise<Person>): Promise<Stage> {
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
  const members = new Map<Role, Person>([['company admin', admin]]);
  const ids = new Map<Role, string>();
  const worker = await newcomer('worker');
  for (const role of roles.filter((one) => one !== 'company admin')) {
    const person = role === 'worker' ? worker : await newcomer(role);
    ids.set(role, await hire(admin, companyId, person, role));
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

/** Two at a time, as many as the machine has hands. */
async function together<T, R>(all: readonly T[], each: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = all.map((one, index) => ({ one, index }));
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next.index] = await each(next.one);
  };
  await Promise.all([work(), work()]);
  return results;
}

/** In one document: the guard judges every step inside the app as it does the first. */
async function walk({ name, page }: Walker, parameters: Record<string, string>): Promise<Column> {
  const ends: string[] = [];
  const refused: string[] = [];
  const listen = (response: Response) => {
    if (response.url().includes('/api/') && response.status() >= 400)
      refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
  };
  page.on('response', listen);
  await page.goto('/no/such/page');
  for (const path of paths) {
    const asked = fillPath(path, parameters);
    await stepBetween(page);
    const reads = listenToReads(page);
    await stepTo(page, asked);
    const { pathname, destination } = await placeOf(page);
    if (pathname === asked) {
      await noteLook(page, path, parameters);
      const unforeseen = reads.filter((read) => !everywhere.includes(read) && !pageReads[path].includes(read));
      expect(unforeseen, `what ${path} asks for is written down in page-reads.ts`).toEqual([]);
    }
    const star = destination === null ? '' : destination === asked ? ' *' : ` * ${destination}`;
    ends.push(`${pathname === asked ? 'opens' : pathname}${star}`);
    page.removeAllListeners('request');
  }
  page.off('response', listen);
  expect(refused, `nothing that a page asks for is refused to ${name}`).toEqual([]);
  return { name, ends };
}

const between = 'Page not found';

/** Onto an unknown address, whose heading is no page's. What the page before still had to ask for, it has asked for then. */
async function stepBetween(page: Page): Promise<void> {
  await page.evaluate(() => {
    sessionStorage.removeItem('destination');
    history.pushState(null, '', '/no/such/page');
  });
  await page.getByRole('heading', { level: 1, name: between }).waitFor();
}

/** Any other heading than that is that of the page where the step ended. */
async function stepTo(page: Page, address: string): Promise<void> {
  await page.evaluate((wanted) => history.pushState(null, '', wanted), address);
  await page.waitForFunction((unknown) => {
    const heading = document.querySelector('h1');
    return heading !== null && heading.textContent !== unknown;
  }, between);
}

/** Whom the plan turns away, and who cannot change it. */
async function expectToldWhy({ page }: Person): Promise<void> {
  await page.goto('/reports');
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages).toContainText('This needs the Premium plan. A company admin can upgrade.');
}

const placeOf = (page: Page): Promise<{ pathname: string; destination: unknown }> =>
  page.evaluate(() => ({
    pathname: location.pathname,
    destination: JSON.parse(sessionStorage.getItem('destination') ?? 'null'),
  }));

function listenToReads(page: Page): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/v1/')) reads.push(endpointOf(pathname));
  });
  return reads;
}

/** The same for everybody who may open the page. */
async function noteLook(page: Page, path: string, parameters: Record<string, string>): Promise<void> {
  const back = page.locator('#content > a, #content > button');
  const isShown = (await back.count()) > 0;
  const href = isShown ? await back.getAttribute('href') : null;
  const templates = Object.entries(parameters).filter(([name]) => name !== 'id');
  const look = {
    title: await page.title(),
    heading: (await page.getByRole('heading', { level: 1 }).textContent()) ?? '',
    back: isShown ? templates.reduce((text, [name, id]) => text.replace(id, `{${name}}`), href ?? 'history') : 'none',
  };
  expect(look, `${path} looks the same to everybody`).toEqual(looks.get(path) ?? look);
  looks.set(path, look);
}

function tableOf(title: string, columns: readonly Column[]): string {
  const rows = paths.map((path, index) => [path, ...columns.map(({ ends }) => ends[index] ?? '')]);
  return aligned(title, [['route', ...columns.map(({ name }) => name)], ...rows]);
}

const looksTable = (): string =>
  aligned('The pages', [
    ['route', 'title of the tab', 'heading', 'back'],
    ...paths.map((path) => {
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

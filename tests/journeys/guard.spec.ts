// One person passes all steps of the route guard: what is stored as the destination, and what the browser keeps.
// guard-walk.spec.ts tests all roles on all routes.
import { expect, type Page } from '@playwright/test';
import { linkFor, test } from './support/journey.ts';
import { call, enrol, found, signIn, signUp, site, stored } from './support/staging.ts';

// Each creates its data first, also on a busy machine.
test('a new person with a deep link completes every step and arrives at the link', async ({ newcomer }) => {
  const person = await newcomer('Nadia Newcomer');
  const { page } = person;
  await signUp(person);
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'info' && logged.push(message.text()));
  await page.goto('/users/invites?page=2');
  await expect(page, 'signed out').toHaveURL(/\/login$/);
  const line = 'Guard: /users/invites?page=2 redirected to /login.';
  await expect.poll(() => logged, 'which is logged').toContain(line);
  await expect(page.getByRole('region', { name: 'Messages' }), 'without a message').toHaveText('');
  await signIn(page, person.email);
  await expect(page, 'not verified').toHaveURL(/\/verify-email$/);
  await expect(page.getByText(person.email)).toBeVisible();
  await page.goto('/approvals');
  await expect(page, 'and no other page').toHaveURL(/\/verify-email$/);
  await page.goto('/users/invites?page=2');
  await expect(page).toHaveURL(/\/verify-email$/);
  await page.goto(await linkFor(person, /confirm/i));
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await expect(page, 'no company').toHaveURL(/\/choose-company$/);
  await foundOnTheWay(page, 'Deep Link Works');
  await expect(page, 'a Free company').toHaveURL(/\/upgrade$/);
  await page.getByLabel('Seats', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Activate seats' }).click();
  await expect(page, 'the requested page').toHaveURL(/\/users\/invites\?page=2$/);
  expect(await stored(page, 'sessionStorage', 'destination'), 'the destination is cleared').toBeNull();
});

test('signing in at a deep link leads there directly, with its filters', async ({ newcomer }) => {
  const { worker } = await site(newcomer, 'Deep Water', 2);
  await worker.page.context().clearCookies();
  await worker.page.goto('/worklogs?statuses=rejected&statuses=pending');
  await expect(worker.page).toHaveURL(/\/login$/);
  await signIn(worker.page, worker.email);
  await expect(worker.page).toHaveURL(/\/worklogs\?statuses=rejected&statuses=pending$/);
  await expect(worker.page.getByRole('heading', { level: 1, name: 'Worklogs' })).toBeVisible();
});

test('a stored destination is a path of this site or ignored', async ({ newcomer }) => {
  const person = await newcomer('Prima Prudent');
  const { page } = person;
  await enrol(person);
  await found(person, 'Prudence', 2);
  await page.goto('/dashboard');
  const origin = new URL(page.url()).origin;
  const lures = ['//evil.example', '/\\evil.example', 'https://evil.example', 'https:evil.example', '/\t/evil.example'];
  for (const lure of [...lures, 'javascript:alert(1)', '\\\\evil.example', { href: '//evil.example' }]) {
    await arriveWith(page, lure);
    await expect(page, JSON.stringify(lure)).toHaveURL(`${origin}/dashboard`);
    // The page clears the stored destination when it opens.
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  }
  await arriveWith(page, '/settings?from=here');
  await expect(page, 'a path of this site works').toHaveURL(`${origin}/settings?from=here`);
});

test('what the browser stores, and that signing out clears it', async ({ newcomer }) => {
  const person = await newcomer('Kartika Keeper');
  const { page } = person;
  await enrol(person);
  const first = await found(person, 'First Company', 2);
  const second = await found(person, 'Second Company', 2);
  await call(page, 'PATCH', '/settings', { theme: 'dark', locale: 'id' });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dasbor' })).toBeVisible();
  const roles = { [first]: 'company admin', [second]: 'company admin' };
  const user = expect.objectContaining({ email: person.email, emailVerified: true });
  const signedIn = { isAuthenticated: true, isFetchingAuth: false, user, roles };
  expect(await stored(page, 'localStorage', 'auth')).toEqual(signedIn);
  expect(await stored(page, 'localStorage', 'app-store')).toEqual({
    availableCompanies: [expect.objectContaining({ id: first }), expect.objectContaining({ id: second })],
    activeCompany: expect.objectContaining({ id: first }),
  });
  expect(await stored(page, 'localStorage', 'settings')).toEqual({ theme: 'dark', locale: 'id' });
  await page.getByRole('button', { name: /Kartika Keeper/ }).click();
  await page.getByRole('menuitem', { name: 'Keluar' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const nobody = { isAuthenticated: false, isFetchingAuth: false, user: null, roles: {} };
  expect(await stored(page, 'localStorage', 'auth')).toEqual(nobody);
  expect(await stored(page, 'localStorage', 'app-store')).toEqual({ availableCompanies: [], activeCompany: null });
  expect(await stored(page, 'localStorage', 'settings')).toEqual({ theme: 'light', locale: 'en' });
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Daybook' }), 'in English again').toBeVisible();
  await page.goto('/dashboard');
  await expect(page, 'and the session is over on the server too').toHaveURL(/\/login$/);
});

test('an expired session clears the same as signing out, and its destination is not used by another person', async ({
  newcomer,
}) => {
  const { founder, worker } = await site(newcomer, 'Shared Desk', 2);
  const { page, context } = founder;
  await call(page, 'PATCH', '/settings', { theme: 'dark', locale: 'id' });
  for (const when of ['found out by the open page', 'found out by the next visit']) {
    await page.goto('/users/invites');
    await expect(page.getByRole('heading', { level: 1, name: 'Undangan' })).toBeVisible();
    await page.evaluate(() => sessionStorage.setItem('finder:somebody', '["Secret project"]'));
    await page.getByRole('searchbox').focus();
    await context.clearCookies();
    // Typed into the focused element: the page may already have noticed and removed the field.
    if (when.endsWith('page')) await page.keyboard.type('somebody');
    else await page.goto('/users/invites');
    await expect(page, when).toHaveURL(/\/login$/);
    expect(await stored(page, 'localStorage', 'auth'), when).toMatchObject({ isAuthenticated: false, user: null });
    const nothing = { availableCompanies: [], activeCompany: null };
    expect(await stored(page, 'localStorage', 'app-store'), when).toEqual(nothing);
    expect(await stored(page, 'localStorage', 'settings'), when).toEqual({ theme: 'light', locale: 'en' });
    expect(await stored(page, 'sessionStorage', 'finder:somebody'), when).toBeNull();
    await signIn(page, founder.email);
    await expect(page, `${when}: back to where it was`).toHaveURL(/\/users\/invites/);
  }
  await context.clearCookies();
  await page.evaluate(() => localStorage.setItem('auth', 'null'));
  await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'auth' })));
  await expect(page, 'another tab has signed out').toHaveURL(/\/login$/);
  await signIn(page, worker.email);
  await expect(page, 'somebody else').toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('the theme follows the system until one is selected, signed out and signed in', async ({ newcomer }) => {
  const person = await newcomer('Tessa Themeless');
  const { page } = person;
  const isDark = async (isIt: boolean, when: string) =>
    expect(page.locator('html'), when).toHaveAttribute('data-theme', isIt ? 'dark' : 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const path of ['/login', '/register', '/link-actions']) {
    await page.goto(path);
    await isDark(true, path);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await isDark(false, 'at once');
  expect(await stored(page, 'localStorage', 'settings'), 'nobody has chosen anything').toBeNull();
  await enrol(person);
  await found(person, 'Themeless', 2);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/settings');
  await expect(page.getByRole('radio', { name: 'System default' })).toBeChecked();
  await isDark(true, 'signed in');
  expect(await stored(page, 'localStorage', 'settings'), 'no theme').toEqual({ locale: 'en' });
  await page.getByText('Light', { exact: true }).click();
  await isDark(false, 'chosen');

  const letters = page.getByRole('checkbox', { name: 'Single letters as shortcuts' });
  await letters.click();
  await expect.poll(() => stored(page, 'localStorage', 'settings')).toMatchObject({ theme: 'light', shortcuts: false });
  await page.getByRole('heading', { level: 1 }).click();
  for (const key of ['?', 'g', 'd', 'n', 'q', 't']) await page.keyboard.press(key);
  await expect(page, 'letters do nothing').toHaveURL(/\/settings$/);
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog').getByText('Single letters are switched off.')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Go to Reports')).toBeHidden();
  await page.keyboard.press('Escape');
  await letters.click();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page, 'and again something').toHaveURL(/\/dashboard$/);
});

test('the active company is stored, and is the first one if it is not in the list', async ({ newcomer }) => {
  const person = await newcomer('Dua Dual');
  const { page } = person;
  await enrol(person);
  await found(person, 'First Company', 2);
  await found(person, 'Second Company', 2);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'First Company' }).click();
  await page.getByRole('menuitem', { name: /Second Company/ }).click();
  await expect(page.getByRole('button', { name: 'Second Company' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Second Company' }), 'after a reload').toBeVisible();
  await page.evaluate(() => {
    const { activeCompany, ...kept } = JSON.parse(localStorage.getItem('app-store') ?? '{}');
    const unknown = { ...activeCompany, id: '00000000-0000-7000-8000-000000000000' };
    localStorage.setItem('app-store', JSON.stringify({ ...kept, activeCompany: unknown }));
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'First Company' }), 'the first one').toBeVisible();
  await page.evaluate(() => localStorage.setItem('app-store', 'no JSON at all'));
  await page.reload();
  await expect(page.getByRole('button', { name: 'First Company' }), 'also of an invalid value').toBeVisible();
});

/** Opens the login page while signed in, with a stored destination. */
async function arriveWith(page: Page, destination: unknown): Promise<void> {
  await page.evaluate((wanted) => sessionStorage.setItem('destination', JSON.stringify(wanted)), destination);
  await page.goto('/login');
}

/** Like foundCompany, but does not end on the dashboard. */
async function foundOnTheWay(page: Page, name: string): Promise<void> {
  await page.getByLabel('Company name').fill(name);
  await page.getByRole('button', { name: 'Create company' }).click();
}

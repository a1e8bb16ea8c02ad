// Settings on every device, access tokens for programs, and the token sent to another service (token sync).

import { expect, type Page } from '@playwright/test';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { z } from 'zod';
import { expectAccessible, journeyPassword, linkFor, test } from './support/journey.ts';
import { startOwnServer, startReceiver } from './support/own-server.ts';
import { enrol, found, signIn, signOutOnPage, stored } from './support/staging.ts';

const recorded = async (page: Page): Promise<unknown> => (await page.request.get('/api/v1/settings')).json();

test('settings changed without a connection are kept after a reload, saved when it is restored, and apply to another browser', async ({
  newcomer,
}) => {
  const person = await newcomer('Sari Settings');
  const { page, email } = person;
  await enrol(person);
  await found(person, 'Settled', 2);
  await page.goto('/settings');
  await page.getByText('Dark', { exact: true }).click();
  await expect.poll(() => recorded(page)).toEqual({ theme: 'dark', locale: 'en' });
  await page.route('**/api/v1/settings', (route) => route.abort('connectionrefused'));
  await page.getByText('Light', { exact: true }).click();
  await page.getByText('Bahasa Indonesia').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pengaturan' })).toBeVisible();
  expect(await stored(page, 'localStorage', 'settings')).toEqual({ theme: 'light', locale: 'id' });
  expect(await recorded(page)).toEqual({ theme: 'dark', locale: 'en' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Pengaturan' }), 'the choice made here wins').toBeVisible();
  await page.unroute('**/api/v1/settings');
  await page.reload();
  await expect.poll(() => recorded(page)).toEqual({ theme: 'light', locale: 'id' });
  await expect.poll(() => stored(page, 'localStorage', 'settings-unsaved'), 'and then the key is gone').toBeNull();
  const elsewhere = await newcomer('Sari Elsewhere');
  await elsewhere.page.goto('/login');
  await signIn(elsewhere.page, email);
  await expect(elsewhere.page.getByRole('heading', { level: 1, name: 'Dasbor' })).toBeVisible();
});

test.describe('companies that cannot be fetched', () => {
  test.use({ expectedFaults: /The session could not be loaded/ });

  for (const [locale, sentence] of [
    ['en', 'Error fetching user-associated companies'],
    ['id', 'Gagal mengambil perusahaan yang terkait dengan pengguna'],
  ] as const)
    test(`an error toast is shown (${locale})`, async ({ page }) => {
      await page.addInitScript(
        (language) => localStorage.setItem('settings', JSON.stringify({ theme: 'light', locale: language })),
        locale,
      );
      const problem = { status: 500, code: 'server.failed', detail: '', type: 'about:blank', title: '', requestId: '' };
      await page.route('**/api/v1/session', (route) =>
        route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
      );
      await page.goto('/login');
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
      await expect(page.locator('[data-type="error"]')).toContainText(sentence);
    });
});

test('an access token is created with the password, shown once, notified by email, used by a program and revoked', async ({
  newcomer,
  playwright,
}) => {
  const person = await newcomer('Tuti Token');
  const { page } = person;
  await enrol(person);
  const companyId = await found(person, 'Programmed', 2);
  await page.goto('/account-settings');
  const section = page.getByRole('region', { name: 'Access tokens' });
  await section.getByRole('button', { name: 'New access token' }).click();
  await section.getByRole('textbox', { name: 'Name' }).fill('Payroll export');
  await section.getByRole('checkbox', { name: 'Reading only' }).check();
  await section.getByRole('textbox', { name: 'Current password' }).fill('not the password');
  await section.getByRole('button', { name: 'Create access token' }).click();
  await expect(section.getByText('This is not your current password.').first()).toBeVisible();
  await expect(section.getByRole('textbox', { name: 'Name' })).toHaveValue('Payroll export');
  await section.getByRole('textbox', { name: 'Current password' }).fill(journeyPassword);
  await section.getByRole('button', { name: 'Create access token' }).click();
  const text = await section.getByLabel('Your new access token').inputValue();
  expect(text).toMatch(/^daybook_[0-9A-Za-z]{46}$/);
  await expectAccessible(page, 'a new access token');
  await linkFor(person, /new access token/i);
  const program = await playwright.request.newContext({ extraHTTPHeaders: { authorization: `Bearer ${text}` } });
  const address = new URL(`/api/v1/companies/${companyId}`, page.url()).href;
  expect((await program.get(address)).status()).toBe(200);
  expect((await program.patch(address, { data: { name: 'Renamed' } })).status()).toBe(403);
  await section.getByRole('button', { name: 'I have copied it' }).click();
  await page.reload();
  await expect(section.getByRole('listitem').filter({ hasText: 'Payroll export' })).toContainText('last used on');
  await expect(page.getByText(text), 'never again').toBeHidden();
  await section.getByRole('button', { name: 'Revoke Payroll export' }).click();
  await expect(section.getByText('No program uses Daybook in your name.')).toBeVisible();
  expect((await program.get(address)).status()).toBe(401);
  await program.dispose();
});

test('without token sync nothing of it is requested or loaded', async ({ newcomer }) => {
  const person = await newcomer('Nina None');
  const requestedUrls: string[] = [];
  person.page.on('request', (request) => requestedUrls.push(request.url()));
  await enrol(person);
  await found(person, 'Alone', 2);
  await person.page.goto('/dashboard');
  await expect(person.page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(requestedUrls.filter((url) => /token|keeper/.test(new URL(url).pathname))).toEqual([]);
});

/** The leader, and those that wait to become it. */
async function tabsInLine(): Promise<number> {
  const { held = [], pending = [] } = await navigator.locks.query();
  return [...held, ...pending].filter(({ name }) => name === 'daybook-token-sync').length;
}

test('token sync: sent on signing in, renewed after a change of role by one tab, retried, and deleted on signing out', async ({
  newcomer,
}) => {
  const receiver = await startReceiver();
  const server = await startOwnServer({ TOKEN_SYNC_URL: receiver.url });
  try {
    const person = await newcomer('Yuni Sync');
    const { page, context } = person;
    const at = (path: string) => `${server.address}${path}`;
    const send = async (path: string, data: Record<string, unknown>) => {
      const response = await page.request.post(at(`/api/v1${path}`), { data });
      expect(response.ok(), await response.text()).toBe(true);
    };
    const methods = () => receiver.handed.map(({ method }) => method);
    const keys = createRemoteJWKSet(new URL(at('/.well-known/jwks.json')));
    const newest = async () => (await jwtVerify(receiver.handed.at(-1)?.token ?? '', keys)).payload;
    await send('/sign-up', { name: 'Yuni Sync', email: person.email, password: journeyPassword });
    await page.goto(at('/login'));
    await signIn(page, person.email);
    await expect(page).toHaveURL(/verify-email/);
    const response = await page.request.get(at('/dev/mail.json'), { params: { to: person.email } });
    const mails = z.array(z.object({ text: z.string() })).parse(await response.json());
    const code = /code=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1];
    expect(methods(), 'nothing about an unverified address').toEqual([]);
    receiver.state.isDown = true;
    await send('/link-actions/verify-email', { code });
    await page.goto(at('/choose-company'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    receiver.state.isDown = false;
    await expect.poll(methods, { message: 'tried again' }).toContain('POST');
    expect(await newest()).toMatchObject({ email: person.email, email_verified: true, planType: 'Free', roles: {} });
    const other = await context.newPage();
    await other.goto(at('/choose-company'));
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await send('/companies', { name: 'Synced', timeZone: 'Asia/Jakarta', currency: 'IDR' });
    await page.reload();
    await other.reload();
    await expect(other).toHaveURL(/dashboard/);
    await expect.poll(async () => Object.values((await newest()).roles ?? {})).toEqual(['company admin']);
    await expect.poll(() => page.evaluate(tabsInLine), 'both tabs know the session').toBe(2);
    await signOutOnPage(other);
    await expect(other).toHaveURL(/login/);
    await expect(page, 'the other tab is signed out too').toHaveURL(/login/);
    // The tab that became the leader after the reloads may have sent the token once more.
    expect(methods().at(-1), 'the last request').toBe('DELETE');
    expect(await newest()).toMatchObject({ email: person.email });
    await page.waitForLoadState('networkidle');
    expect(
      methods().filter((method) => method === 'DELETE'),
      'one tab speaks for all',
    ).toHaveLength(1);
  } finally {
    await server.stop();
    receiver.stop();
  }
});

// Creates people and a company through the API, each person in a separate browser. main-job.spec.ts does the same through the
// user interface.

import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { type BrowserUser, journeyPassword, linkFor } from './journey.ts';

type Answer = Record<string, unknown>;

/** Sends a request from the person's browser, with their session. */
export async function call(
  page: Page,
  method: string,
  path: string,
  data: Answer = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isRead = method === 'GET' || method === 'DELETE';
  const response = await page.request.fetch(`/api/v1${path}`, { method, headers, ...(isRead ? {} : { data }) });
  const text = await response.text();
  expect(response.ok(), `${method} ${path}: ${text}`).toBe(true);
  return z.record(z.string(), z.unknown()).parse(text === '' ? {} : JSON.parse(text));
}

/** Registered, but the address is not verified yet. From a network of their own: registrations from one are limited. */
export async function signUp({ page, name, email }: BrowserUser): Promise<void> {
  const network = [10, ...randomBytes(3)].join('.');
  await call(page, 'POST', '/sign-up', { name, email, password: journeyPassword }, { 'x-forwarded-for': network });
}

export const codeOf = (link: string): string => new URL(link).searchParams.get('code') ?? '';

/** Registered, verified and signed in. */
export async function enrol(person: BrowserUser): Promise<void> {
  await signUp(person);
  const code = codeOf(await linkFor(person, /confirm/i));
  await call(person.page, 'POST', '/link-actions/verify-email', { code, password: journeyPassword });
}

/** Premium with two seats or more. */
export async function found({ page }: BrowserUser, name: string, seats: number): Promise<string> {
  const terms = { timeZone: 'Asia/Jakarta', currency: 'IDR' };
  const { id } = await call(page, 'POST', '/companies', { name, ...terms });
  const companyId = String(id);
  if (seats > 1) await call(page, 'PUT', `/companies/${companyId}/seats`, { seats });
  return companyId;
}

/** Invited by the first person; joins with a new account through the email. Returns the user id. */
export async function hirePerson(
  admin: BrowserUser,
  companyId: string,
  person: BrowserUser,
  role: string,
): Promise<string> {
  await call(admin.page, 'POST', `/companies/${companyId}/invites`, { email: person.email, role });
  const code = codeOf(await linkFor(person, /^invite to join/i));
  const { name, page } = person;
  await call(page, 'POST', '/link-actions/accept-invite', { code, name, password: journeyPassword });
  return idOfSignedIn(page);
}

async function idOfSignedIn(page: Page): Promise<string> {
  const response = await page.request.get('/api/v1/session');
  return z.object({ user: z.object({ uid: z.string() }) }).parse(await response.json()).user.uid;
}

/** Open to everyone, with one timed task. */
export async function openProject(
  { page }: BrowserUser,
  companyId: string,
  name: string,
  task: string,
  managerIds: readonly string[] = [],
) {
  const path = `/companies/${companyId}/projects`;
  const body = { name, forEveryone: true, managerIds, tasks: [{ name: task, kind: 'timed' }] };
  const response = await page.request.post(`/api/v1${path}`, { data: body });
  expect(response.ok(), await response.text()).toBe(true);
  const created = z.object({ id: z.string(), tasks: z.array(z.object({ id: z.string() })) });
  const project = created.parse(await response.json());
  return { projectId: project.id, taskId: project.tasks[0]?.id ?? '' };
}

/** The company day that many days ago. */
export const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 24 * 3_600_000).toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' });

/** By default on the first day of the current month, which every list shows and which is never in the future. */
export async function logHours(
  { page }: BrowserUser,
  companyId: string,
  {
    taskId,
    from,
    to,
    day = `${daysAgo(0).slice(0, 7)}-01`,
  }: { taskId: string; from: string; to: string; day?: string },
): Promise<string> {
  const { id } = await call(page, 'POST', `/companies/${companyId}/worklogs`, {
    taskId,
    start: `${day}T${from}`,
    end: `${day}T${to}`,
  });
  return String(id);
}

export type Site = { founder: BrowserUser; worker: BrowserUser; workerId: string; companyId: string; taskId: string };

/** A founder and a worker in a company with one project and one task. */
export async function site(newcomer: (name: string) => Promise<BrowserUser>, name: string, seats = 3): Promise<Site> {
  const founder = await newcomer('Farah Founder');
  const worker = await newcomer('Wati Worker');
  await enrol(founder);
  const companyId = await found(founder, name, seats);
  const { taskId } = await openProject(founder, companyId, 'Quay wall', 'Masonry');
  const workerId = await hirePerson(founder, companyId, worker, 'worker');
  return { founder, worker, workerId, companyId, taskId };
}

/** Through the form, on the current page. */
export async function signIn(page: Page, email: string, by = journeyPassword): Promise<void> {
  await page.getByRole('textbox', { name: 'Email address', exact: true }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(by);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function signOutOnPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** From another browser of the same person, as in the list of sessions. */
export async function endSessionElsewhere({ email }: BrowserUser, { page }: BrowserUser): Promise<void> {
  await call(page, 'POST', '/sign-in', { email, password: journeyPassword });
  const response = await page.request.get('/api/v1/account/sessions');
  const listed = z.object({ sessions: z.array(z.object({ id: z.string(), isCurrent: z.boolean() })) });
  const { sessions } = listed.parse(await response.json());
  for (const { id, isCurrent } of sessions) if (!isCurrent) await call(page, 'DELETE', `/account/sessions/${id}`);
}

/** Turns single-letter shortcuts on or off, as if in another tab. */
export const switchLetters = (page: Page, to: 'on' | 'off'): Promise<void> =>
  page.evaluate((shortcuts) => {
    const kept: unknown = JSON.parse(localStorage.getItem('settings') ?? '{}');
    localStorage.setItem('settings', JSON.stringify(Object.assign({}, kept, { shortcuts })));
    window.dispatchEvent(new StorageEvent('storage', { key: 'settings' }));
  }, to === 'on');

/** Writing requests to matching URLs wait until the returned function is called. */
export async function delayResponses(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() !== 'GET') await promise;
    await route.continue();
  });
  return resolve;
}

/** The parsed value of a key in local storage. */
export const stored = (page: Page, area: 'localStorage' | 'sessionStorage', key: string): Promise<unknown> =>
  page.evaluate(([where, name]) => JSON.parse(window[where].getItem(name) ?? 'null'), [area, key] as const);

/** Checks that a visible element has the focus, not the document itself. */
export async function expectFocus(page: Page, when: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? ''), { message: `the focus ${when}` })
    .not.toBe('BODY');
}

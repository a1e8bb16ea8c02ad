// Error states: each says what happened and what to do, and nothing typed is lost.

import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { journeyPassword, test } from './support/journey.ts';
import {
  call,
  delayResponses,
  endSessionElsewhere,
  enrol,
  found,
  hirePerson,
  logHours,
  openProject,
  signIn,
  signOutOnPage,
  site,
} from './support/staging.ts';
import { beginWorklog, expectTyped, openWorklogs, unsentIn } from './support/worklog-form.ts';

// Each creates its data first, also on a busy machine.
const unknownId = '019a0000-0000-7000-8000-000000000000';

test('an unknown address shows a page with a link back, for every role', async ({ newcomer }) => {
  const person = await newcomer('Lotta Lost');
  const { page } = person;
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page).toHaveTitle('Page not found · Daybook');
  await expect(page.getByText('There is nothing at this address.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await enrol(person);
  await found(person, 'Lost and Found', 2);
  await page.goto('/projects/1/2/3');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reports' }), 'with the usual navigation').toBeVisible();
  for (const address of [
    '/projects/1/2/3',
    '/worklogs/42',
    '/users/a/b',
    '/login/again',
    '/nowhere',
    '/worklogs/%',
    '/%E0%A4%A?x=%',
  ]) {
    await page.goto(address);
    await expect(page, address).toHaveTitle('Page not found · Daybook');
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' }), address).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page, `back from ${address}`).not.toHaveTitle('Page not found · Daybook');
    await page.goto('/reports');
  }
  await page.goto('/worklogs/42');
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('hidden resources do not exist, and look like unknown ones', async ({ newcomer }) => {
  const own = await site(newcomer, 'Own House');
  const theirs = await newcomer('Olga Other');
  await enrol(theirs);
  const otherId = await found(theirs, 'Other House', 3);
  const { projectId, taskId } = await openProject(theirs, otherId, 'Secret tunnel', 'Digging');
  const digger = await newcomer('Dodi Digger');
  const diggerId = await hirePerson(theirs, otherId, digger, 'worker');
  const worklogId = await logHours(digger, otherId, { taskId, from: '09:00', to: '10:00' });
  const { page } = own.founder;
  for (const id of [projectId, unknownId, 'nonsense']) {
    await page.goto(`/projects/${id}`);
    await expectMissing(page, 'This project does not exist');
  }
  await page.goto(`/reports/projects/${projectId}`);
  await expectMissing(page, /does not exist/);
  await page.goto(`/users/${diggerId}`);
  await expectMissing(page, 'This person is not in the company.');
  await expect(page.getByText('Secret tunnel')).toBeHidden();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page, 'the title of the next page again').toHaveTitle('Users · Daybook');
  for (const id of [worklogId, unknownId, 'nonsense']) {
    await own.worker.page.goto(`/worklogs?worklog=${id}`);
    const form = own.worker.page.getByRole('dialog');
    await expect(form.getByText('This worklog does not exist')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Try again' })).toBeHidden();
    await form.getByRole('button', { name: 'Close' }).last().click();
    await expect(own.worker.page).toHaveURL(/\/worklogs$/);
  }
  await digger.page.goto(`/worklogs?worklog=${worklogId}`);
  await expect(digger.page.getByRole('dialog', { name: 'Edit Worklog' }), 'for its owner it does').toBeVisible();
});

test('a session that expires while a worklog is typed: after signing in again, the input is restored', async ({
  newcomer,
}) => {
  const { worker } = await site(newcomer, 'Short Sessions', 2);
  const { page } = worker;
  await page.goto('/worklogs');
  const form = await beginWorklog(page, 'Poured the footing, bay 3.');
  await endSessionElsewhere(worker, await newcomer(worker.name));
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your session has ended. Please sign in again; what you typed is kept.')).toBeVisible();
  await signIn(page, worker.email);
  await expectTyped(page, 'Poured the footing, bay 3.');
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Masonry' })).toHaveCount(1);
});

test('signing out in one tab signs out the other immediately, and keeps its unsaved input', async ({ newcomer }) => {
  const { worker } = await site(newcomer, 'Two Tabs', 2);
  const { page } = worker;
  await page.goto('/worklogs');
  await beginWorklog(page, 'Typed in the first tab.');
  const other = await worker.context.newPage();
  await other.goto('/dashboard');
  await signOutOnPage(other);
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, worker.email);
  await expectTyped(page, 'Typed in the first tab.');
  await expect(other, 'and the other tab follows in again').toHaveURL(/\/dashboard$/);
});

test('a lost connection: the bar reports it, a worklog waits, and the page recovers by itself', async ({
  newcomer,
}) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Dead Spot', 3);
  const early = await logHours(worker, companyId, { taskId, from: '06:00', to: '07:00' });
  const { page, context } = worker;
  await openWorklogs(page);
  const row = page.getByRole('row').filter({ hasText: '06:00–07:00' });
  await expect(row).toContainText('Pending');
  const form = await beginWorklog(page, 'Typed in a lift.');
  await context.setOffline(true);
  const bar = page.getByRole('status').filter({ hasText: 'You are offline. What you typed is kept.' });
  await expect(bar).toBeVisible();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await expectBelow(bar, form, `the form at ${width} px`);
    await expectBelow(bar, page.getByRole('banner'), `the top bar at ${width} px`);
  }
  await expectBelow(page.getByRole('banner'), page.getByRole('navigation').first(), 'the navigation');
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(form).toBeHidden();
  await expect(unsentIn(page)).toContainText('Typed in a lift.');
  // Meanwhile somebody else decides.
  await call(founder.page, 'POST', `/companies/${companyId}/decisions`, {
    decision: 'approve',
    worklogs: [{ id: early, version: 1 }],
  });
  await context.setOffline(false);
  await expect(bar).toBeHidden();
  await expect(row, 'missed changes are fetched').toContainText('Approved');
  await expect(unsentIn(page)).toBeHidden();
  await beginWorklog(page, 'Typed in a tunnel.');
  await form.getByLabel('Start time').fill('0002');
  await form.getByLabel('End time').fill('0003');
  const answer = await delayResponses(page, `**/companies/${companyId}/worklogs`);
  await form.getByRole('button', { name: 'Submit worklog' }).click();
  await form.getByLabel('Notes (optional)').fill('Typed before the answer.');
  answer();
  await expect(form).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'Masonry' }), 'each saved once').toHaveCount(3);
  await page.getByRole('button', { name: 'New Worklog' }).first().click();
  await expect(form.getByLabel('Notes (optional)'), 'a draft again').toHaveValue('Typed before the answer.');

  await page.goto('/account-settings');
  const [current, next] = [page.getByLabel('Current password').last(), page.getByLabel('New password')];
  await current.fill(journeyPassword);
  await next.fill('a newer one of hers');
  const changed = await delayResponses(page, '**/account/password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await next.fill('an even newer one of hers');
  changed();
  await expect(page.getByText(/^Password changed\./)).toBeVisible();
  await expect(current, 'the sent text is cleared').toHaveValue('');
  await expect(next, 'text typed before the response is kept').toHaveValue('an even newer one of hers');
});

test.describe('an unavailable server', () => {
  test.use({ expectedFaults: /The session could not be loaded/ });

  test('on arrival: a message with instructions, and retrying works', async ({ page }) => {
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    // Otherwise the page tries again by itself, and perhaps in the moment of the click.
    await page.route('**/health', (route) => route.abort('connectionrefused'));
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Daybook cannot be reached' })).toBeVisible();
    await expect(page.getByText('Nothing is lost; please try again in a moment.')).toBeVisible();
    await expect(page.getByText('Error fetching user-associated companies')).toBeVisible();
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Daybook' })).toBeVisible();
  });
});

for (const [how, answer] of [
  ['says nothing', null],
  ['answers 503', 503],
] as const) {
  test(`a server that ${how} during work: a worklog waits and is sent later, other errors are shown in place`, async ({
    newcomer,
  }) => {
    const { worker } = await site(newcomer, `Silence ${how}`, 2);
    const { page } = worker;
    await openWorklogs(page);
    const form = await beginWorklog(page, 'Typed while it was down.');
    const refuse = (route: Route) =>
      answer === null ? route.abort('connectionrefused') : route.fulfill({ status: answer, body: 'Bad gateway' });
    await page.route('**/api/**', refuse);
    await form.getByRole('button', { name: 'Submit worklog' }).click();
    await expect(form).toBeHidden();
    await expect(unsentIn(page)).toContainText('Typed while it was down.');
    await page.unroute('**/api/**');
    await expect(unsentIn(page)).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: 'Masonry' })).toHaveCount(1);
    await expect(page.getByRole('status').filter({ hasText: 'cannot be reached' })).toBeHidden();

    const reports = /\/api\/v1\/companies\/[^/]+\/reports/;
    await page.route(reports, refuse);
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Daybook cannot be reached.' });
    await expect(alert).toBeVisible();
    // While other requests succeed, the page tries again by itself.
    for (const all of ['**/api/**', '**/health']) await page.route(all, refuse);
    const again = page.waitForRequest(reports);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await again;
    await page.unrouteAll();
    await expect(alert, 'what failed is loaded when the server is back').toBeHidden();
  });
}

test('a decision that fails keeps its note: for one, for several, and in the review', async ({ newcomer }) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Kept Notes');
  for (const hour of ['06', '07']) await logHours(worker, companyId, { taskId, from: `${hour}:00`, to: `${hour}:30` });
  const { page } = founder;
  let faults = 0;
  await page.route('**/decisions', (route) => {
    faults += 1;
    const json = { status: 500, code: 'server.failed', detail: `Out of order, ${faults}.` };
    return route.fulfill({ status: 500, contentType: 'application/problem+json', json });
  });
  await page.goto('/approvals?sort=oldest');
  const expectMessage = (n: number) => expect(page.getByText(`Out of order, ${n}.`)).toBeVisible();

  const reject = page.getByRole('button', { name: /^Reject Wati Worker/ }).first();
  const dialog = page.getByRole('dialog', { name: 'Reject worklog' });
  await reject.click();
  await dialog.getByRole('textbox').fill('Where is the plan?');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expectMessage(1);
  await reject.click();
  await expect(dialog.getByRole('textbox'), 'of one').toHaveValue('Where is the plan?');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const all = page.getByRole('checkbox', { name: 'Select all rows on this page' });
  const bar = page.getByRole('region', { name: 'Selected worklogs' });
  await all.check();
  await bar.getByRole('textbox').fill('Both without a plan.');
  await bar.getByRole('button', { name: 'Reject 2 worklogs' }).click();
  await expectMessage(2);
  await all.check();
  await expect(bar.getByRole('textbox'), 'of many').toHaveValue('Both without a plan.');

  await page.getByRole('button', { name: 'Begin review' }).click();
  const notes = page.getByRole('region', { name: 'Decision' }).getByRole('textbox');
  await notes.fill('Ask the foreman.');
  await page.keyboard.press('Control+Enter');
  await expectMessage(3);
  // The refused worklog comes after the next one.
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(notes, 'in the review').toHaveValue('Ask the foreman.');
  await page.unroute('**/decisions');
  await notes.press('Control+Enter');
  await expect(page.getByRole('heading', { name: 'Review finished' })).toBeVisible();
});

test.describe('a page chunk that is missing on the server', () => {
  test.use({ expectedFaults: /A page could not be loaded|Failed to fetch dynamically imported module/ });

  test('one reload, then an error page; never a loop', async ({ newcomer }) => {
    const person = await newcomer('Rina Release');
    const { page } = person;
    await enrol(person);
    await found(person, 'New Release', 2);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    const documents = countDocuments(page);
    await page.route(/\/assets\/ReportsPage-/, (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await page.getByRole('link', { name: 'Reports', exact: true }).hover();
    await page.getByRole('link', { name: 'Projects', exact: true }).hover();
    await page.getByRole('link', { name: 'Reports', exact: true }).hover();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    expect(documents.count, 'hovering a link reloads nothing').toBe(0);
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible();
    await expect(page.getByText('Part of Daybook is missing, even after a reload.')).toBeVisible();
    expect(documents.count, 'reloaded once').toBe(1);
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' }), 'the rest still works').toBeVisible();
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible();
    expect(documents.count, 'and not again').toBe(1);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  });
});

test('a page that is opened while the server is unavailable: an error is shown without a reload, and retrying works', async ({
  newcomer,
}) => {
  const person = await newcomer('Opa Offline');
  const { page, context } = person;
  await enrol(person);
  await found(person, 'Away', 2);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const documents = countDocuments(page);
  const errorHeading = page.getByRole('heading', { level: 1, name: 'Daybook cannot be reached' });
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await context.setOffline(true);
  await page.keyboard.press('Control+k');
  const part = page.getByRole('alert').filter({ hasText: 'This part could not be loaded while you are offline.' });
  await expect(part, 'the error of a part is shown in its place').toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await part.getByRole('button', { name: 'Try again' }).click();
  await expect(part).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: /^Find/ }), 'and opens automatically').toBeVisible();
  await page.keyboard.press('Escape');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(errorHeading).toBeVisible();
  await expect(page.getByText('Your device is offline. Connect to the internet, then try again.')).toBeVisible();
  await tryAgain.click();
  await expect(errorHeading, 'while it is unavailable').toBeVisible();
  expect(documents.count, 'nothing is reloaded').toBe(0);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' }), 'then it opens automatically').toBeVisible();

  // A module that the browser has not loaded yet: it fails, and the browser never requests it again.
  await page.route(/\/health$|\/assets\/ProjectsPage-/, (route) => route.abort('connectionrefused'));
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await expect(errorHeading).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' }), 'the rest still works').toBeVisible();
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
});

test('a deactivated member loses access to the open page', async ({ newcomer }) => {
  const { founder, worker, workerId, companyId, taskId } = await site(newcomer, 'Fast Farewell', 2);
  await logHours(worker, companyId, { taskId, from: '09:00', to: '11:00' });
  const { page } = worker;
  await page.goto('/worklogs');
  await expect(page.getByRole('row').filter({ hasText: '09:00–11:00' })).toBeVisible();
  await founder.page.goto(`/users/${workerId}`);
  await founder.page.getByRole('button', { name: /^Deactivate/ }).click();
  await expect(page, 'without a history entry').toHaveURL(/\/choose-company$/);
  await expect(page.getByText('09:00–11:00')).toBeHidden();
  await page.goto('/worklogs');
  await expect(page).toHaveURL(/\/choose-company$/);
  const refused = await page.request.get(`/api/v1/companies/${companyId}/worklogs`);
  expect(refused.status(), 'nor by the API').toBe(404);
});

/** The element ends where the next begins, so nothing covers it. */
async function expectBelow(upper: Locator, lower: Locator, what: string): Promise<void> {
  const overlap = async () => {
    const [above, below] = [await upper.boundingBox(), await lower.boundingBox()];
    return above && below ? Math.round(above.y + above.height - below.y) : Number.NaN;
  };
  await expect.poll(overlap, { message: what }).toBeLessThanOrEqual(0);
}

function countDocuments(page: Page): { count: number } {
  const documents = { count: 0 };
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.count += 1;
  });
  return documents;
}

async function expectMissing(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' }), 'which would change nothing').toBeHidden();
  await expect(page.getByRole('link', { name: 'Back' }), 'the link to continue').toBeVisible();
  await expect(page, 'named after what it says, not after what is missing').toHaveTitle('Not here · Daybook');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not here');
}

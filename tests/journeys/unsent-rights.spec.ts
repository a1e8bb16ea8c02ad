// What waits on the device while the rights of its person change on the server: nothing is lost, and nothing is sent without them.
import { expect } from '@playwright/test';
import { expectAccessible, test } from './support/journey.ts';
import { call, endSessionElsewhere, signIn, signOutOnPage, site } from './support/staging.ts';
import {
  messagesFromNow,
  openAndLoseConnection,
  submitOffline,
  warmUp,
  worklogsOnServer,
} from './support/unsent/page.ts';
import { openWorklogs, unsentIn as waiting } from './support/worklog-form.ts';

test('a session that ended meanwhile: what waits is sent after signing in again', async ({ newcomer }) => {
  const { founder, worker, companyId } = await site(newcomer, 'Ended Session');
  const { page, context } = worker;
  await openAndLoseConnection(page);
  await submitOffline(page, 'Before the session ended.');
  await expect(waiting(page)).toContainText('Before the session ended.');
  await endSessionElsewhere(worker, await newcomer(worker.name));
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, worker.email);
  await expect
    .poll(() => worklogsOnServer(founder, companyId))
    .toMatchObject([{ notes: 'Before the session ended.', version: 1 }]);
  await page.goto('/worklogs');
  await expect(page.getByText('Before the session ended.')).toBeVisible();
  await expect(waiting(page)).toBeHidden();
});

test('a project that was archived meanwhile is named; once it is restored, another try sends the worklog', async ({
  newcomer,
}) => {
  const { founder, worker, companyId } = await site(newcomer, 'Archived Meanwhile');
  const { page, context } = worker;
  await page.setViewportSize({ width: 360, height: 740 });
  await openAndLoseConnection(page);
  await submitOffline(page, 'The last stone.');
  const listed = await founder.page.request.get(`/api/v1/companies/${companyId}/projects`);
  const { projects } = await listed.json();
  const path = `/companies/${companyId}/projects/${projects[0].id}`;
  const { version } = await call(founder.page, 'GET', path);
  const archived = await call(founder.page, 'POST', `${path}/archive`, { version });
  await context.setOffline(false);
  await expect(waiting(page)).toContainText('Not accepted');
  await expect(waiting(page)).toContainText('This project is archived. No new worklogs can be added to it.');
  const tryAgain = waiting(page).getByRole('button', { name: /^Try again/ });
  await test.step('without a connection it waits for one', async () => {
    await context.setOffline(true);
    await tryAgain.click();
    await expect(page.getByText('Kept on this device. It is sent when there is a connection.')).toBeVisible();
    await expect(tryAgain).toBeHidden();
    await context.setOffline(false);
    await expect(waiting(page), 'without another try').toContainText('Not accepted');
  });
  await call(founder.page, 'POST', `${path}/restore`, { version: archived.version });
  await tryAgain.click();
  await expect(waiting(page)).toBeHidden();
  expect(await worklogsOnServer(worker, companyId)).toMatchObject([{ notes: 'The last stone.', version: 1 }]);
});

test('who is no member any more keeps what waits until they are one again, and is asked about it when signing out', async ({
  newcomer,
}) => {
  const { founder, worker, workerId, companyId } = await site(newcomer, 'Ended Membership');
  const { page, context } = worker;
  await openAndLoseConnection(page);
  await submitOffline(page, 'Before the farewell.');
  const member = `/companies/${companyId}/members/${workerId}`;
  await call(founder.page, 'PATCH', member, { isActive: false });
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/choose-company$/);
  await signOutOnPage(page);
  const question = page.getByRole('dialog', { name: '1 worklog is waiting to be sent' });
  await question.getByRole('button', { name: 'Keep and sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await worklogsOnServer(founder, companyId)).toEqual([]);
  await call(founder.page, 'PATCH', member, { isActive: true });
  await signIn(page, worker.email);
  await expect
    .poll(() => worklogsOnServer(founder, companyId))
    .toMatchObject([{ notes: 'Before the farewell.', version: 1 }]);
});

test('after a change of role, the dashboard shows why it is not accepted; once they may log again, it is sent', async ({
  newcomer,
}) => {
  const { founder, worker, workerId, companyId } = await site(newcomer, 'Changed Role');
  const { page, context } = worker;
  await page.setViewportSize({ width: 360, height: 740 });
  await openAndLoseConnection(page);
  await submitOffline(page, 'The last day as a worker.');
  const member = `/companies/${companyId}/members/${workerId}`;
  await call(founder.page, 'PATCH', member, { role: 'reviewer' });
  const messages = await messagesFromNow(page);
  await context.setOffline(false);
  await expect.poll(messages).toContain('Your role in Changed Role is now Reviewer.');
  await expect(page, 'where what waits is shown to every role').toHaveURL(/\/dashboard$/);
  await expect(waiting(page)).toContainText('The last day as a worker.');
  await expect(waiting(page)).toContainText('Not accepted');
  await expect(waiting(page)).toContainText('Your role does not allow you to log work now.');
  await expect(waiting(page).getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await expectAccessible(page, 'what waits of somebody who may not log any more');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.reload();
  await expect(waiting(page)).toContainText('Your role does not allow you to log work now.');
  expect(await worklogsOnServer(founder, companyId)).toEqual([]);
  await call(founder.page, 'PATCH', member, { role: 'worker' });
  await expect(page.getByText('Your role in Changed Role is now Worker.')).toBeVisible();
  await expect(waiting(page), 'without another try by hand').toBeHidden();
  expect(await worklogsOnServer(founder, companyId)).toMatchObject([
    { notes: 'The last day as a worker.', version: 1 },
  ]);
});

test('a policy that takes logging from a manager, and gives it back, does the same', async ({ newcomer }) => {
  const { founder, companyId } = await site(newcomer, 'Changed Policy');
  const { page, context } = founder;
  const setLoggers = async (loggers: 'workers' | 'everyone') => {
    const { version } = await call(page, 'GET', `/companies/${companyId}`);
    await call(page, 'PATCH', `/companies/${companyId}`, { version, loggers });
  };
  await setLoggers('everyone');
  await openAndLoseConnection(page);
  await submitOffline(page, 'Helped on site.');
  await setLoggers('workers');
  const messages = await messagesFromNow(page);
  await context.setOffline(false);
  await expect.poll(messages).toContain('What you may do in Changed Policy has changed.');
  await expect(waiting(page)).toContainText('Helped on site.');
  await expect(waiting(page)).toContainText('Your role does not allow you to log work now.');
  expect(await worklogsOnServer(founder, companyId)).toEqual([]);
  await setLoggers('everyone');
  await expect(waiting(page)).toBeHidden();
  expect(await worklogsOnServer(founder, companyId)).toMatchObject([{ notes: 'Helped on site.', version: 1 }]);
});

test('what keeps worklogs on the device is loaded when its person may log, and not before', async ({ newcomer }) => {
  const { founder, companyId } = await site(newcomer, 'Nothing To Keep');
  const { page } = founder;
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name).sort());
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const unsent = () => loaded.filter((path) => path.startsWith('/assets/unsent-'));
  await page.goto('/users');
  await expect(page.getByRole('table').getByText(founder.name)).toBeVisible();
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  expect(unsent()).toEqual([]);
  expect(await databases()).toEqual([]);
  const { version } = await call(page, 'GET', `/companies/${companyId}`);
  await call(page, 'PATCH', `/companies/${companyId}`, { version, loggers: 'everyone' });
  await expect.poll(databases, 'without a reload').toContain('daybook-unsent');
  expect(unsent()).not.toEqual([]);
});

test('in Indonesian on a phone: what waits, and why it was not accepted', async ({ newcomer }) => {
  const { founder, worker, companyId } = await site(newcomer, 'Belum Terkirim');
  const { page } = worker;
  await page.setViewportSize({ width: 360, height: 740 });
  await openWorklogs(page);
  await warmUp(page);
  await page.route(`**/companies/${companyId}/worklogs`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await submitOffline(page, 'Pasang bata tanpa sinyal.');
  await call(page, 'PATCH', '/settings', { locale: 'id' });
  await page.reload();
  const list = page.getByRole('region', { name: 'Belum terkirim' });
  await expect(list).toContainText('Pasang bata tanpa sinyal.');
  await expectAccessible(page, 'what waits on this device, in Indonesian');
  const day = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' });
  const { version } = await call(founder.page, 'GET', `/companies/${companyId}`);
  await call(founder.page, 'PATCH', `/companies/${companyId}`, { version, lockedUntil: day });
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(list).toContainText('Tidak diterima');
  await expectAccessible(page, 'a refusal of what was waiting, in Indonesian');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const refused = '1 catatan kerja yang tertahan tidak diterima.';
  const toast = page.getByRole('region', { name: 'Pesan' }).getByText(refused);
  await test.step('a toast names it on other pages, and does not cover it in the list', async () => {
    await expect(list.getByText(refused)).toBeAttached();
    await expect(toast).toHaveCount(0);
    await page.goto('/reports');
    await expect(toast).toBeVisible();
    await page.getByRole('region', { name: 'Pesan' }).getByRole('button', { name: 'Tampilkan' }).click();
    await expect(list).toContainText('Tidak diterima');
    await expect(toast).toHaveCount(0);
  });
  await list.getByRole('button', { name: /^Buang/ }).click();
  await expect(list).toBeHidden();
});

test('a change of a running timer is kept until its worker may log again, and then sent on demand', async ({
  newcomer,
}) => {
  const { founder, worker, workerId, companyId, taskId } = await site(newcomer, 'Timer Without Rights');
  const { page, context } = worker;
  const timer = () => call(page, 'GET', `/companies/${companyId}/timer`);
  await openWorklogs(page);
  await warmUp(page);
  const startedAt = new Date(Date.now() - 45 * 60_000).toISOString();
  await call(page, 'POST', `/companies/${companyId}/timer`, { taskId, startedAt, notes: '' });
  const chip = page.getByRole('banner').getByRole('button', { name: /Timer running: change it$/ });
  await expect(chip).toBeVisible();
  await context.setOffline(true);
  await chip.click();
  const panel = page.getByRole('dialog', { name: 'Timer' });
  const longest = 'Beton '.repeat(400).slice(0, 2_000).trim();
  await panel.getByLabel('Notes').fill(longest);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toBeHidden();
  const member = `/companies/${companyId}/members/${workerId}`;
  await call(founder.page, 'PATCH', member, { role: 'reviewer' });
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(waiting(page)).toContainText('Your role does not allow you to log work now.');
  await expectAccessible(page, 'a change of a timer of somebody who may not log any more');
  await call(founder.page, 'PATCH', member, { role: 'worker' });
  // Without the right it was stopped.
  await expect(waiting(page)).toContainText('This timer was changed on another device, and still runs or was stopped');
  await waiting(page).getByRole('button', { name: 'Send my change anyway' }).click();
  await expect.poll(timer).toMatchObject({ timer: { version: 3, notes: longest, stoppedAt: expect.any(String) } });
  await expect(waiting(page)).toBeHidden();
});

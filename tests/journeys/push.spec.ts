// Notifications on a phone: turned on in the settings, sent by the server to a push service of this test, shown by the service
// worker, and opened. Only the push service of the browser's vendor is replaced: the browser cannot reach it here.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page, type Worker } from '@playwright/test';
import { z } from 'zod';
import { type PushBrowser, type PushReceiver, startPushReceiver } from '../support/push.ts';
import { testFolder } from '../support/test-folder.ts';
import { sendDueNotices } from './support/database.ts';
import { type BrowserUser, expectAccessible, test as journey } from './support/journey.ts';
import { untilControlled } from './support/offline.ts';
import { type OwnServer, startOwnServer } from './support/own-server.ts';
import { call, logHours, signIn, signOutOnPage, site } from './support/staging.ts';

journey.describe.configure({ timeout: 240_000 });

const test = journey.extend<{ service: PushReceiver; server: OwnServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires it.
  service: async ({}, use) => {
    const service = await startPushReceiver();
    await use(service);
    await service.close();
  },
  server: async ({ service }, use) => {
    const certificate = join(testFolder('push'), 'push.pem');
    writeFileSync(certificate, service.cert);
    const server = await startOwnServer({
      PUSH_INTERNAL_HOSTS: service.host,
      NODE_EXTRA_CA_CERTS: certificate,
      NEW_COMPANY_INVITES: '1000',
    });
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.address),
});

test.use({ serviceWorkers: 'allow' });

test('a worker turns notifications on, gets one of a rejection, opens it, and gets none after signing out', async ({
  newcomer,
  server,
  service,
}) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Pushed');
  const { page, context } = worker;
  const browser = service.subscribe();
  const [replaced, renewed, regained] = [service.subscribe(), service.subscribe(), service.subscribe()];
  await page.setViewportSize({ width: 360, height: 740 });
  await answerSubscriptions(page, browser);
  const reject = async (from: string, to: string) => {
    const id = await logHours(worker, companyId, { taskId, from, to });
    const decision = { decision: 'reject', notes: 'Which bay?', worklogs: [{ id, version: 1 }] };
    await call(founder.page, 'POST', `/companies/${companyId}/decisions`, decision);
    await sendDueNotices(join(server.dataDir, 'postgres'));
    return id;
  };

  await test.step('blocked, then allowed and turned on', async () => {
    await page.goto('/dashboard');
    await untilControlled(page);
    // What is not granted is denied.
    await context.grantPermissions(['geolocation'], { origin: server.address });
    await page.goto('/settings/notifications');
    const section = sectionOf(page, 'On this device');
    await expect(section.getByText('You have blocked notifications of this site', { exact: false })).toBeVisible();
    await context.grantPermissions(['notifications'], { origin: server.address });
    await page.reload();
    await expect(section.getByText('Notifications are off on this device.')).toBeVisible();
    await section.getByRole('button', { name: 'Turn on on this device' }).click();
    await expect(section.getByText('Notifications are on on this device, until you sign out.')).toBeVisible();
    await expect(section.getByRole('listitem')).toContainText(/Chrome.*On since.*This device/s);
    await subscribeAs(context, browser);
  });

  await test.step('quiet hours are set and removed', () => expectQuietHours(page));

  await test.step('the section is accessible and fits in both languages', () => expectBothLanguages(worker));

  const worklogId = await reject('08:00', '12:00');
  await test.step('the service worker shows what the server has sent, and a press opens the worklog', async () => {
    const [sent] = await browser.until(1);
    await recordNotifications(context);
    const serviceWorker = await deliver(worker, server, JSON.stringify(sent));
    await expect.poll(() => shownBy(serviceWorker)).toEqual([{ title: '1 worklog was rejected', body: 'Pushed' }]);
    await page.goto('/dashboard');
    await page.goto(await press(serviceWorker));
    await expect(page).toHaveURL(new RegExp(`/worklogs\\?worklog=${worklogId}$`));
    await expect(page.getByRole('dialog')).toContainText('Which bay?');
    expect(await shownBy(serviceWorker)).toEqual([]);
  });

  await test.step('a subscription that the browser has replaced, or lost, is renewed', async () => {
    await subscribeAs(context, replaced);
    await announceChange(context);
    await reject('12:00', '13:00');
    await replaced.until(1);
    await subscribeAs(context, null, renewed);
    await announceChange(context);
    await reject('13:00', '14:00');
    await renewed.until(1);
    await subscribeAs(context, null, regained);
    const added = context.waitForEvent('response', (response) => response.url().endsWith('/account/push/devices'));
    await page.goto('/dashboard');
    expect((await added).status(), 'when the application is opened').toBe(200);
    await subscribeAs(context, regained);
    await page.goto('/settings/notifications');
    await expect(sectionOf(page, 'On this device').getByText('This device', { exact: true })).toBeVisible();
    await reject('14:00', '15:00');
    await regained.until(1);
    expect([browser, replaced, renewed].map((one) => one.notifications().length)).toEqual([1, 1, 1]);
  });

  await test.step('after signing out nothing is sent', async () => {
    expect(await hasEnded(context), 'not in the session that made it').toBe(false);
    await signOutOnPage(page);
    await expect(page).toHaveURL(/\/login/);
    const isSubscribed = () => page.evaluate(() => sessionStorage.getItem('subscribed') !== null);
    await expect.poll(isSubscribed, 'the page ends the subscription').toBe(false);
    await signIn(page, worker.email);
    await expect(page).toHaveURL(/dashboard|worklogs/);
    await page.goto('/settings/notifications');
    const section = sectionOf(page, 'On this device');
    await expect(section.getByText('Notifications are off on this device.')).toBeVisible();
    await expect.poll(() => hasEnded(context), 'the browser ends the subscription of the earlier session').toBe(true);
    await reject('15:00', '16:00');
    await expect.poll(async () => (await mailSubjects(worker)).length, 'the mail is sent').toBe(5);
    expect([browser, regained].map((one) => one.notifications().length)).toEqual([1, 1]);
  });
});

const sectionOf = (page: Page, name: string) => page.getByRole('region', { name });

const pressBox = (box: HTMLElement): boolean => {
  box.click();
  return box instanceof HTMLInputElement && box.checked;
};

async function expectQuietHours(page: Page): Promise<void> {
  const section = sectionOf(page, 'On this device');
  await section.getByRole('checkbox', { name: 'No notifications on devices during quiet hours' }).check();
  await expect(section.getByLabel('From')).toHaveValue('20:00');
  await section.getByLabel('To', { exact: true }).fill('20');
  await section.getByRole('button', { name: 'Save quiet hours' }).click();
  await expect(section.getByText('Choose two different times.')).toBeVisible();
  await section.getByLabel('To', { exact: true }).fill('630');
  await section.getByRole('button', { name: 'Save quiet hours' }).click();
  await expect(page.getByText('Quiet hours saved.')).toBeVisible();
  await page.reload();
  await expect(section.getByLabel('To', { exact: true })).toHaveValue('06:30');
  await expectAccessible(page, 'notifications with quiet hours');
  const isOn = section.getByRole('checkbox', { name: 'No notifications on devices during quiet hours' });
  expect(await isOn.evaluate(pressBox), 'shown in the moment of the press').toBe(false);
  await expect(isOn).not.toBeChecked();
  await expect(section.getByLabel('From')).toBeHidden();
}

async function expectBothLanguages({ page }: BrowserUser): Promise<void> {
  for (const [locale, title] of [
    ['id', 'Di perangkat ini'],
    ['en', 'On this device'],
  ] as const) {
    await call(page, 'PATCH', '/settings', { locale });
    await page.reload();
    await expect(sectionOf(page, title).getByRole('listitem')).toBeVisible();
    await expectAccessible(page, `notifications, ${locale}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, locale).toBeLessThanOrEqual(0);
  }
}

/** The browser subscribes to the push service of the test. Kept in the tab, like the real one in the browser. */
async function answerSubscriptions(page: Page, { subscription }: PushBrowser): Promise<void> {
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    const open = () => ({
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        sessionStorage.removeItem('subscribed');
        return true;
      },
    });
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        sessionStorage.setItem('subscribed', 'true');
        return open();
      },
      getSubscription: async () => (sessionStorage.getItem('subscribed') === null ? null : open()),
    });
  }, subscription);
}

/** As the browser does when its push service sends something. */
async function deliver({ page, context }: BrowserUser, server: OwnServer, data: string): Promise<Worker> {
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(server.address) && !isDeleted);
      if (found) resolve(found.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: server.address, registrationId, data });
  return serviceWorkerOf(context);
}

/** The headless browser shows no notifications: they are recorded where it is asked to. */
const recordNotifications = (context: BrowserContext): Promise<unknown> =>
  serviceWorkerOf(context).evaluate(`(() => {
    self.shown = [];
    const close = (one) => self.shown.splice(self.shown.indexOf(one), 1);
    self.registration.showNotification = async (title, options) => {
      const one = { ...options, title, close: () => close(one) };
      self.shown.push(one);
    };
  })()`);

const shownBy = async (serviceWorker: Worker) =>
  z
    .array(z.object({ title: z.string(), body: z.string() }))
    .parse(await serviceWorker.evaluate('self.shown.map(({ title, body }) => ({ title, body }))'));

/** Presses the notification; returns the address that the browser is asked to open in a new window, which it does for real presses only. */
const press = async (serviceWorker: Worker): Promise<string> =>
  String(
    await serviceWorker.evaluate(`(async () => {
      const [notification] = self.shown;
      const opened = new Promise((resolve) => {
        self.clients.openWindow = async (address) => resolve(address);
      });
      self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }));
      return opened;
    })()`),
  );

const serviceWorkerOf = (context: BrowserContext): Worker => {
  const [serviceWorker] = context.serviceWorkers();
  if (!serviceWorker) throw new Error('There is no service worker.');
  return serviceWorker;
};

/** In the service worker, too, the browser has a subscription of the test, or none; it can subscribe again. */
const subscribeAs = (context: BrowserContext, current: PushBrowser | null, next = current): Promise<unknown> =>
  serviceWorkerOf(context).evaluate(
    ([given, later]) => {
      const open = (one: PushBrowser['subscription'] | null | undefined) =>
        one && {
          endpoint: one.endpoint,
          toJSON: () => ({ endpoint: one.endpoint, keys: { p256dh: one.p256dh, auth: one.auth } }),
          unsubscribe: async () => {
            Object.assign(self, { hasEnded: true });
          },
        };
      Object.assign(self, { hasEnded: false });
      Object.assign(PushManager.prototype, {
        getSubscription: async () => open(given),
        subscribe: async () => open(later),
      });
    },
    [current?.subscription, next?.subscription] as const,
  );

/** As the browser does when its push service has replaced or ended the subscription. */
const announceChange = (context: BrowserContext): Promise<unknown> =>
  serviceWorkerOf(context).evaluate(`new Promise((resolve) => {
    self.dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { waitUntil: resolve }));
  }).then((work) => work)`);

const hasEnded = (context: BrowserContext): Promise<unknown> => serviceWorkerOf(context).evaluate('self.hasEnded');

async function mailSubjects({ page, email }: BrowserUser): Promise<string[]> {
  const response = await page.request.get('/dev/mail.json', { params: { to: email } });
  const mails = z.array(z.object({ subject: z.string() })).parse(await response.json());
  return mails.map(({ subject }) => subject).filter((subject) => /rejected/.test(subject));
}

// The database is restored to an earlier moment than what phones have sent: they report what is gone, and add it again once.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { freePort } from '../support/free-port.ts';
import { testFolder } from '../support/test-folder.ts';
import { type BrowserUser, expectAccessible, test as journey } from './support/journey.ts';
import { copiedNotes, untilCopied } from './support/offline.ts';
import { type OwnServer, startOwnServer } from './support/own-server.ts';
import { call, type Site, signIn, signOutOnPage, site } from './support/staging.ts';
import { worklogsOnServer } from './support/unsent/page.ts';
import { openWorklogs, unsentIn as waiting } from './support/worklog-form.ts';

type BackedUpServer = {
  address: string;
  /** Everything written up to now is stored. */
  backUp(): void;
  /** Restored into another folder to a moment, and started there at the same address. */
  restoreTo(moment: Date): Promise<void>;
};

const test = journey.extend<{ server: BackedUpServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires it.
  server: async ({}, use) => {
    const home = testFolder('restored-server');
    const port = String(await freePort());
    const address = `http://localhost:${port}`;
    const environment = (folder: string) => ({
      PORT: port,
      BASE_URL: address,
      DATA_DIR: join(home, folder),
      BACKUP_PLACE: join(home, 'backups'),
      NODE_ENV: 'development',
      WORKERS: '1',
      NEW_COMPANY_INVITES: '1000',
    });
    const run = (program: string, folder: string, ...args: string[]) => {
      const env = { ...process.env, ...environment(folder) };
      const { status, stdout, stderr } = spawnSync('node', [program, ...args], { env, encoding: 'utf8' });
      expect(status, `${program}: ${stdout}${stderr}`).toBe(0);
    };
    let folder = 'data';
    let running: OwnServer | null = await startOwnServer(environment(folder));
    await use({
      address,
      backUp: () => run('server/backup/main.ts', folder),
      restoreTo: async (moment) => {
        await running?.stop();
        running = null;
        folder = `data-${readdirSync(home).length}`;
        run('server/backup/restore-main.ts', folder, '--to', moment.toISOString().replace('T', ' '));
        running = await startOwnServer(environment(folder));
      },
    });
    await running?.stop();
    rmSync(home, { recursive: true, force: true });
  },
  baseURL: async ({ server }, use) => use(server.address),
});

// The browser logs requests that fail while the server is stopped.
test.use({
  serviceWorkers: 'allow',
  expectedFaults: /Failed to fetch|ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)|could not be loaded/,
});

const lost = (page: Page) => page.getByRole('region', { name: 'No longer on the server' });

const today = () => new Date().toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' });

/** Each at another minute after midnight. */
const logged = ({ page }: BrowserUser, { companyId, taskId }: Site, notes: string, minute: number) =>
  call(page, 'POST', `/companies/${companyId}/worklogs`, {
    taskId,
    notes,
    start: `${today()}T00:0${minute}`,
    end: `${today()}T00:0${minute + 1}`,
  });

const notesOnServer = async (person: BrowserUser, companyId: string) =>
  (await worklogsOnServer(person, companyId)).map(({ notes }) => notes).sort();

/** A moment that the database can be restored to, between what is written before and after it. */
async function momentBetween(page: Page): Promise<Date> {
  await page.waitForTimeout(1_100);
  const moment = new Date();
  await page.waitForTimeout(1_100);
  return moment;
}

async function withdraw(page: Page, times: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Actions: .*${times}`) }).click();
  await page.getByRole('menuitem', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw worklog' }).click();
}

test('worklogs that a phone had sent after the restored moment are listed, and added again once', async ({
  newcomer,
  server,
}) => {
  test.slow();
  const place = await site(newcomer, 'Restored');
  const { worker, companyId } = place;
  const { context } = worker;
  const before = await logged(worker, place, 'Before.', 0);
  server.backUp();
  const moment = await momentBetween(worker.page);
  const change = { version: 1, notes: 'Before, changed.' };
  await call(worker.page, 'PATCH', `/companies/${companyId}/worklogs/${before.id}`, change);
  const after = ['Second.', 'Third.', 'Fourth.', 'Fifth.', 'Sixth.', 'Withdrawn at once.', 'Withdrawn in the tunnel.'];
  for (const [index, notes] of after.entries()) await logged(worker, place, notes, index + 1);
  await openWorklogs(worker.page);
  await untilCopied(worker.page, ['Before, changed.', ...after]);

  await test.step('what the person withdraws is not taken for lost', async () => {
    const { page } = worker;
    await withdraw(page, '00:06–00:07');
    await expect(page.getByText('Worklog withdrawn')).toBeVisible();
    await context.setOffline(true);
    await expect.poll(() => copiedNotes(page)).not.toContain('Withdrawn at once.');
    await withdraw(page, '00:07–00:08');
    await expect(waiting(page)).toContainText('Withdrawal waiting to be sent');
    await page.close();
  });
  server.backUp();
  await server.restoreTo(moment);
  await context.setOffline(false);
  const page = await context.newPage();
  const reader = { ...worker, page };
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/reports');

  await test.step('they are listed with what was logged, and nothing is sent without a decision', async () => {
    const message = page.getByRole('status').filter({ hasText: '5 worklogs are no longer on the server' });
    await message.getByRole('button', { name: 'Show it' }).click({ timeout: 20_000 });
    await expect(page).toHaveURL(/\/worklogs$/);
    for (const notes of ['Second.', 'Third.', 'Fourth.', 'Fifth.', 'Sixth.'])
      await expect(lost(page)).toContainText(notes);
    await expect(lost(page)).toContainText(/00:01–00:02, Masonry/);
    await expect(lost(page).getByRole('listitem')).toHaveCount(5);
    await expect(page.getByText(/Withdrawn/)).toHaveCount(0);
    expect(await notesOnServer(reader, companyId)).toEqual(['Before.']);
    await expectAccessible(page, 'worklogs that are no longer on the server');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  await test.step('so is a change of one that is still there, and it is made again on demand', async () => {
    await expect(waiting(page)).toContainText('Change no longer on the server');
    await expect(waiting(page)).toContainText('Before, changed.');
    await page.reload();
    await waiting(page).getByRole('button', { name: 'Send now' }).click();
    await expect(waiting(page)).toContainText('Change no longer on the server');
    expect(await notesOnServer(reader, companyId)).toEqual(['Before.']);
    await waiting(page).getByRole('button', { name: 'Send my change anyway' }).click();
    await expect(waiting(page)).toBeHidden();
    expect(await notesOnServer(reader, companyId)).toEqual(['Before, changed.']);
  });

  await test.step('they stay listed at the next start, also on the dashboard, and signing out asks', async () => {
    await page.goto('/dashboard');
    await expect(lost(page).getByRole('listitem')).toHaveCount(5);
    await signOutOnPage(page);
    const question = page.getByRole('dialog', { name: '5 worklogs are no longer on the server' });
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await page.goto('/worklogs');
  });

  const tablet = await newcomer('Wati on a tablet');
  await tablet.page.goto('/login');
  await signIn(tablet.page, worker.email);
  await tablet.page.waitForURL(/dashboard/);
  const between = await momentBetween(page);

  await test.step('one is added again, one after it was edited, one is discarded, and the others after a question', async () => {
    await lost(page)
      .getByRole('button', { name: /^Add again: .*00:01–00:02/ })
      .click();
    await expect.poll(() => notesOnServer(reader, companyId)).toEqual(['Before, changed.', 'Second.']);
    await lost(page)
      .getByRole('button', { name: /^Edit .*00:02–00:03/ })
      .click();
    const form = page.getByRole('dialog', { name: /Worklog$/ });
    await form.getByLabel('Notes (optional)').fill('Third, edited.');
    await form.locator('button[type=submit]').click();
    await expect
      .poll(() => notesOnServer(reader, companyId))
      .toEqual(['Before, changed.', 'Second.', 'Third, edited.']);
    await lost(page)
      .getByRole('button', { name: /^Discard .*00:03–00:04/ })
      .click();
    await expect(lost(page).getByRole('listitem')).toHaveCount(2);
    await lost(page).getByRole('button', { name: 'Discard all' }).click();
    const question = page.getByRole('dialog', { name: 'Discard 2 worklogs?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(lost(page).getByRole('listitem')).toHaveCount(2);
    await lost(page).getByRole('button', { name: 'Discard all' }).click();
    await question.getByRole('button', { name: 'Discard all' }).click();
    await expect(lost(page)).toBeHidden();
    await expect(question).toBeHidden();
    await expect(page.locator('#content'), 'where the focus is').toBeFocused();
  });

  await test.step('a second restore is noticed, too; what two devices add again is there once', async () => {
    const all = ['Before, changed.', 'Second.', 'Third, edited.'];
    const devices = [page, tablet.page];
    for (const device of devices) {
      await openWorklogs(device);
      await untilCopied(device, all);
      await expect(lost(device)).toBeHidden();
    }
    server.backUp();
    for (const device of devices) await device.goto('about:blank');
    await server.restoreTo(between);
    for (const device of devices) {
      await device.goto('/worklogs');
      await expect(lost(device).getByRole('listitem')).toHaveCount(2, { timeout: 20_000 });
    }
    for (const device of devices) {
      await lost(device).getByRole('button', { name: 'Add all again' }).click();
      await expect(lost(device)).toBeHidden();
      await expect.poll(() => notesOnServer(reader, companyId)).toEqual(all);
      await expect(waiting(device)).toBeHidden();
    }
    expect((await worklogsOnServer(reader, companyId)).map(({ version }) => version)).toEqual([1, 1, 2]);
  });
});

// Rows that were loaded with other rights: after a change of role, membership or plan no page shows them, not even for one frame.
import { expect, type Page } from '@playwright/test';
import { type BrowserUser, test } from './support/journey.ts';
import { call, hirePerson, logHours, site } from './support/staging.ts';

// It creates its data first, also on a busy machine.
type Newcomer = (name: string) => Promise<BrowserUser>;

test('an approver who becomes a worker sees no rows of others, and the reverse', async ({ newcomer }) => {
  const { page, setMember } = await approver(newcomer, 'Once Approver');
  await seeColleague(page);

  await setMember({ role: 'worker' });
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('is now Worker');
  await seeOwnOnly(page);

  await setMember({ role: 'timesheet approver' });
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('is now Timesheet Approver');
  await seeColleague(page);
});

test('a member who was removed and returns as a worker sees no rows that an approver had loaded', async ({
  newcomer,
}) => {
  const { page, setMember } = await approver(newcomer, 'Away and Back');
  await seeColleague(page);

  await setMember({ isActive: false });
  await expect(page).toHaveURL(/\/choose-company$/);
  await expect(page.getByRole('main')).not.toContainText(ofOthers);
  await setMember({ role: 'worker' });
  await setMember({ isActive: true });
  await expect(page).toHaveURL(/\/reports$/);
  await seeOwnOnly(page);
});

test('rows loaded on Premium are refetched on Free, also without a stream', async ({ newcomer }) => {
  const { founder, companyId, workerId } = await site(newcomer, 'Back to Free', 2);
  const { page } = founder;
  await call(page, 'PATCH', `/companies/${companyId}/members/${workerId}`, { isActive: false });
  await page.route('**/live', (route) => route.abort());
  await page.goto('/dashboard');
  const chooseSeats = page.getByRole('link', { name: 'Choose seats' });
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await expect(chooseSeats).toHaveCount(0);
  const setSeats = async (seats: number) => {
    await call(page, 'PUT', `/companies/${companyId}/seats`, { seats });
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  };

  await setSeats(1);
  await expect(chooseSeats, 'on the open page').toBeVisible();
  await setSeats(2);
  await expect(chooseSeats).toHaveCount(0);

  await link(page, 'Approvals').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Worklog Approvals' })).toBeVisible();
  await setSeats(1);
  await expect(page).toHaveURL(/\/upgrade$/);
  await link(page, 'Dashboard').click();
  await expect(chooseSeats, 'on a page opened before').toBeVisible();
});

const colleague = 'Citra Colleague';
/** The colleague's name, and the total hours of both. */
const ofOthers = new RegExp(`${colleague}|3 h`);

/** Opens the dashboard with a pending worklog of a colleague; one hour is the person's own, two are the colleague's. */
async function approver(newcomer: Newcomer, company: string) {
  const { founder, worker, workerId, companyId, taskId } = await site(newcomer, company);
  const other = await newcomer(colleague);
  await hirePerson(founder, companyId, other, 'worker');
  await logHours(worker, companyId, { taskId, from: '06:00', to: '07:00' });
  await logHours(other, companyId, { taskId, from: '06:00', to: '08:00' });
  const setMember = (change: { role: string } | { isActive: boolean }) =>
    call(founder.page, 'PATCH', `/companies/${companyId}/members/${workerId}`, change);
  await setMember({ role: 'timesheet approver' });
  const { page } = worker;
  await page.addInitScript(watchFrames, ofOthers.source);
  await page.goto('/dashboard');
  return { page, setMember };
}

const link = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) });

/** Ends on the report. */
async function seeColleague(page: Page): Promise<void> {
  await link(page, 'Dashboard').click();
  await expect(page.getByRole('link', { name: colleague })).toBeVisible();
  await link(page, 'Reports').click();
  await expect(page.getByRole('row', { name: /Quay wall/ })).toContainText('3 h');
}

/** Begins on the report. */
async function seeOwnOnly(page: Page): Promise<void> {
  await expect(page.getByRole('row', { name: /Quay wall/ })).toContainText('1 h');
  await link(page, 'Dashboard').click();
  await expect(page.getByRole('heading', { name: 'Your week' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(ofOthers);
}

/** Records each frame in which a worker, or a person without a company, sees data of others. */
function watchFrames(others: string): void {
  const checkFrame = () => {
    const { activeCompany } = JSON.parse(localStorage.getItem('app-store') ?? '{}');
    const isForOwnOnly = activeCompany === null || activeCompany?.role === 'worker';
    const shown = document.querySelector('main')?.textContent ?? '';
    if (isForOwnOnly && new RegExp(others).test(shown)) console.error(`Drawn for a worker: ${shown}`);
    requestAnimationFrame(checkFrame);
  };
  requestAnimationFrame(checkFrame);
}

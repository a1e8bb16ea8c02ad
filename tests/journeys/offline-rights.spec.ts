// The copy of the own worklogs on the device, when its person leaves a company.
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { test } from './support/journey.ts';
import { copiedCompanies, untilControlled, untilCopied } from './support/offline.ts';
import { call, found, site } from './support/staging.ts';
import { submitOffline } from './support/unsent/page.ts';
import { unsentIn as waiting } from './support/worklog-form.ts';

test.use({
  serviceWorkers: 'allow',
  expectedFaults: /Failed to fetch|ERR_INTERNET_DISCONNECTED|could not be loaded/,
});

const invitesSchema = z.object({ invites: z.array(z.object({ id: z.string() })) });

const chooseCompany = async (page: Page, active: string, next: string): Promise<void> => {
  await page.getByRole('button', { name: active, exact: true }).click();
  await page.getByRole('menuitem', { name: next }).click();
  await expect(page.getByRole('button', { name: next, exact: true })).toBeVisible();
};

test('the copy of a company that the person is no member of any more is deleted, as soon as the server has said so', async ({
  newcomer,
}) => {
  const { founder, worker, workerId, companyId, taskId } = await site(newcomer, 'Former Employer');
  const { page, context } = worker;
  const otherId = await found(founder, 'Other Employer', 2);
  await call(founder.page, 'POST', `/companies/${otherId}/invites`, { email: worker.email, role: 'worker' });
  const { invites } = invitesSchema.parse(await call(page, 'GET', '/invites'));
  await call(page, 'POST', `/invites/${invites[0]?.id}/accept`);
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' });
  const times = { start: `${today}T00:00`, end: `${today}T00:01` };
  await call(page, 'POST', `/companies/${companyId}/worklogs`, { taskId, ...times, notes: 'For the former employer.' });
  await page.goto('/worklogs');
  await untilControlled(page);
  await expect.poll(() => copiedCompanies(page), { timeout: 40_000 }).toHaveLength(1);
  const first = await page.getByRole('button', { name: 'Other Employer', exact: true }).count();
  const [active, other] = first > 0 ? ['Other Employer', 'Former Employer'] : ['Former Employer', 'Other Employer'];
  await chooseCompany(page, active, other);
  await expect.poll(() => copiedCompanies(page), { timeout: 40_000 }).toEqual([companyId, otherId].sort());
  if (other === 'Other Employer') await chooseCompany(page, other, active);

  await test.step('what waits for it stays', async () => {
    await context.setOffline(true);
    await page.goto('/worklogs');
    await expect(page.getByText(/^Your worklogs as of/)).toBeVisible();
    await submitOffline(page, 'Waits for the former employer.');
    await expect(waiting(page)).toContainText('Waits for the former employer.');
    await page.goto('/worklogs');
    await expect(page.getByText('For the former employer.')).toBeVisible();
  });

  await test.step('while it is unknown which companies there are, copies stay', async () => {
    await call(founder.page, 'PATCH', `/companies/${companyId}/members/${workerId}`, { isActive: false });
    expect(await copiedCompanies(page)).toEqual([companyId, otherId].sort());
    await page.route('**/api/v1/session', (route) => route.fulfill({ status: 500, body: '{}' }));
    const failed = page.waitForResponse(
      (response) => response.url().endsWith('/api/v1/session') && response.status() === 500,
    );
    await context.setOffline(false);
    await failed;
    expect(await copiedCompanies(page)).toEqual([companyId, otherId].sort());
    await page.unrouteAll({ behavior: 'wait' });
  });

  await page.reload();
  await expect.poll(() => copiedCompanies(page), { timeout: 40_000 }).toEqual([otherId]);
  await expect(page.getByRole('button', { name: 'Other Employer', exact: true })).toBeVisible();
  await page.goto('/worklogs');
  await expect(waiting(page)).toContainText('Waits for the former employer.');
  await untilCopied(page, []);
  await context.setOffline(true);
  await page.goto('/worklogs');
  await expect(page.getByText(/^Your worklogs as of/)).toBeVisible();
  await expect(page.getByText('For the former employer.', { exact: true })).toBeHidden();
  await expect(waiting(page)).toContainText('Waits for the former employer.');
});

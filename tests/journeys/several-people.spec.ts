// Several people at once: pasted addresses become invites after a check, roles change for those for whom that is possible, and
// selected invites are revoked.
import { expect } from '@playwright/test';
import { expectAccessible, test } from './support/journey.ts';
import { delayResponses, expectFocus, hirePerson, site } from './support/staging.ts';

test('pasted addresses are invited, and selected people get one role', async ({ newcomer }) => {
  const { founder, worker, companyId } = await site(newcomer, 'Karya Bersama', 5);
  const manager = await newcomer('Made Manager');
  await hirePerson(founder, companyId, manager, 'manager');
  const { page } = founder;

  await test.step('what was pasted is checked, then sent', async () => {
    await page.goto('/users/invites/create');
    await page.getByText('Several people', { exact: true }).click();
    await page
      .getByLabel('Email addresses')
      .fill(`Nia <nia@karya.example>; ${worker.email}\nnia@karya.example, not-an-address`);
    await page.getByRole('button', { name: 'Check the addresses' }).click();
    const row = (text: string) => page.getByRole('row').filter({ hasText: text });
    await expect(row('New: gets an invite')).toContainText('nia@karya.example');
    await expect(row('not-an-address')).toContainText('Not a valid email address');
    await expect(row(worker.email)).toContainText('Already a member');
    await expectAccessible(page, 'the check of pasted addresses');
    await page.getByRole('button', { name: 'Send 1 invite' }).click();
    await expect(page.getByRole('status').filter({ hasText: '1 invite was sent.' })).toBeVisible();
  });

  await test.step('a check is outdated by a change while it runs', async () => {
    const release = await delayResponses(page, '**/imports/check');
    await page.goto('/users/invites/create?to=many');
    await page.getByLabel('Email addresses').fill('ola@karya.example');
    await page.getByRole('button', { name: 'Check the addresses' }).click();
    await page.getByRole('radio', { name: 'Project Manager' }).check();
    const answered = page.waitForResponse('**/imports/check');
    release();
    await (await answered).finished();
    await expect(page.getByRole('button', { name: 'Check the addresses' })).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Send 1 invite' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Check the addresses' }).click();
    await page.getByRole('button', { name: 'Send 1 invite' }).click();
    await expect(page.getByRole('status').filter({ hasText: '1 invite was sent.' })).toBeVisible();
    await page.goto('/users/invites');
    await expect(page.getByRole('row').filter({ hasText: 'ola@karya.example' })).toContainText('Project Manager');
  });

  await test.step('whose role cannot be changed is said before', async () => {
    await page.goto('/users');
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    const bar = page.getByRole('region', { name: 'Selected users' });
    await bar.getByRole('button', { name: 'Change role' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bar, 'the selection stays').toContainText('3 selected');
    await expect(bar.getByRole('button', { name: 'Change role' })).toBeFocused();
    await bar.getByRole('button', { name: 'Change role' }).click();
    await dialog.getByLabel('New role').selectOption({ label: 'Project Manager' });
    await expect(
      dialog.getByText('This is the only company admin. Make someone else company admin first.'),
    ).toBeVisible();
    await expectAccessible(page, 'the summary of role changes');
    await expect(dialog.getByRole('button', { name: 'Change 1 role' })).toBeEnabled();
    await dialog.getByLabel('New role').press('Control+Enter');
    await expect(dialog).toBeHidden();
    await expectFocus(page, 'after a role was changed');
    await expect(page.getByText('1 person is now Project Manager.')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: worker.email })).toContainText('Project Manager');
    await expect(bar).toBeHidden();
  });

  await test.step('selected invites are revoked', async () => {
    await page.goto('/users/invites');
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await page.getByRole('button', { name: 'Revoke 2 invites' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke 2 invites' }).click();
    await expect(page.getByRole('status').filter({ hasText: '2 invites were revoked.' })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'nia@karya.example' })).toBeHidden();
  });
});

// The signed-out pages if the operator limits registration. tests/api/registration.test.ts tests the server.

import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { fetchResponse } from '../staging/stage.ts';
import { linkFor, test } from './support/journey.ts';
import { startOwnServer } from './support/own-server.ts';
import { call, enrol, found } from './support/staging.ts';

test('with registration by invite, /login and /register say which addresses are accepted', async ({ page }) => {
  await limitRegistration(page, 'invited');
  await page.goto('/login');
  await expect(page.getByText('You need an invite to create an account. Were you invited?')).toBeVisible();
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
  await expect(page.getByText('Use the email address that a company has invited.')).toBeVisible();
});

test('with registration closed, no page offers to create an account, not even an invite link', async ({ newcomer }) => {
  const [founder, invited] = [await newcomer('Farah Founder'), await newcomer('Ida Invited')];
  const { page } = invited;
  await enrol(founder);
  const companyId = await found(founder, 'Closed Doors', 2);
  await call(founder.page, 'POST', `/companies/${companyId}/invites`, { email: invited.email, role: 'worker' });
  await limitRegistration(page, 'closed');
  await page.goto('/login');
  await expect(page.getByText(closedText)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create account' })).toHaveCount(0);
  await page.goto('/register');
  await expect(page.getByRole('heading', { level: 1, name: 'Registration is closed' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.goto(await linkFor(invited, /^invite to join/i));
  await expect(page.getByRole('heading', { level: 1, name: 'Join Closed Doors' })).toBeVisible();
  await expect(page.getByText(closedText)).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the form in the HTML, before the scripts load, has the server’s limits', async ({ page }) => {
    const server = await startOwnServer({ REGISTRATION: 'closed' });
    try {
      await page.goto(`${server.address}/register`);
      const drawn = page.locator('main').first();
      await expect(drawn).toContainText('Registration is closed');
      await expect(drawn.locator('input')).toHaveCount(0);
      await page.goto(`${server.address}/login`);
      await expect(drawn).toContainText(closedText);
      await expect(drawn.locator('input[type=email]')).toHaveCount(1);
      await expect(page.locator('a[href="/register"]')).toHaveCount(0);
    } finally {
      await server.stop();
    }
  });
});

const closedText = 'New accounts cannot be created on this server. Please ask the people who run it.';

/** Answers as a server with that configuration would; a real one would have no registered people. */
async function limitRegistration(page: Page, registration: 'invited' | 'closed'): Promise<void> {
  await page.route('**/api/v1/session', async (route) => {
    const response = await fetchResponse(route);
    await route.fulfill({ response, json: { ...(await response.json()), registration } });
  });
  await page.route('**/api/v1/link-actions/inspect', async (route) => {
    const response = await fetchResponse(route);
    const found = z.looseObject({ invite: z.looseObject({}) }).parse(await response.json());
    await route.fulfill({
      response,
      json: { ...found, invite: { ...found.invite, mayRegister: registration !== 'closed' } },
    });
  });
}

// The second factor and passkeys in the browser: turning them on in the account settings, and signing in with them.
import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { type BrowserUser, expectAccessible, journeyPassword, linkFor, test } from './support/journey.ts';
import { enrol, expectFocus, found, signIn, signOutOnPage } from './support/staging.ts';

const factor = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' });
const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

async function settled(person: BrowserUser, company: string): Promise<void> {
  await enrol(person);
  await found(person, company, 2);
  await person.page.goto('/account-settings');
}

test('a second step: turned on with an app, required for signing in, and replaced by a recovery code once', async ({
  newcomer,
}) => {
  const person = await newcomer('Tia Twostep');
  const { page, email } = person;
  await settled(person, 'Two Steps');
  const { app, codes } = await turnOn(page);
  await linkFor(person, /ways into your Daybook account/i);
  await expect(factor(page).getByText('10 recovery codes left')).toBeVisible();
  await signOutOnPage(page);

  await page.goto('/reports');
  await signIn(page, email);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await expectAccessible(page, 'the second step');
  await page.reload();
  await expect(page.getByLabel('Code', { exact: true }), 'a reload loses nothing').toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill('000 000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('This code is not right.').first()).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page, 'continues to the requested page').toHaveURL(/\/reports/);
  await signOutOnPage(page);

  await signIn(page, email);
  await page.getByRole('button', { name: 'Back to the beginning' }).click();
  await expect(page.getByLabel('Email address'), 'kept').toHaveValue(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(journeyPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await byRecoveryCode(page, codes[0] ?? '');
  await expect(page).toHaveURL(/\/dashboard$/);
  await signOutOnPage(page);

  await page.getByRole('button', { name: 'Sign in by email instead' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send me a sign-in link' }).click();
  await page.goto(await linkFor(person, /sign-in link/i));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await byRecoveryCode(page, codes[0] ?? '');
  await expect(page.getByText('has been used already').first()).toBeVisible();
  await page.getByLabel('Recovery code').fill(codes[1] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/account-settings');
  await expect(factor(page).getByText('8 recovery codes left')).toBeVisible();
  const tokens = page.getByRole('region', { name: 'Access tokens' });
  await tokens.getByRole('button', { name: 'New access token' }).click();
  await tokens.getByRole('textbox', { name: 'Name' }).fill('Payroll export');
  await tokens.getByRole('textbox', { name: 'Current password' }).fill(journeyPassword);
  await tokens.getByLabel(/Code from the app/).fill(codes[3] ?? '');
  await tokens.getByRole('button', { name: 'Create access token' }).click();
  await expect(tokens.getByLabel('Your new access token')).toHaveValue(/^daybook_/);
  await factor(page).getByRole('button', { name: 'Turn off two-step sign-in' }).click();
  await confirm(page, { code: codes[2] ?? '' });
  await factor(page).getByRole('button', { name: 'Turn off two-step sign-in' }).click();
  await expect(page.getByText('Two-step sign-in is off.')).toBeVisible();
  await expectFocus(page, 'after the form has gone');
  await signOutOnPage(page);
  await signIn(page, email);
  await expect(page, 'the password is enough again').toHaveURL(/\/dashboard$/);
});

test('a passkey: added, renamed, used by the button and from the email field, and removed', async ({ newcomer }) => {
  const person = await newcomer('Pasha Passkey');
  const { page } = person;
  const device = await plugIn(page);
  await settled(person, 'Passkeys');
  const { app } = await turnOn(page);
  const section = passkeys(page);
  await expect(section.getByText('You have no passkeys yet.')).toBeVisible();
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await section.getByRole('textbox', { name: 'Current password' }).fill(journeyPassword);
  await section.getByLabel(/Code from the app/).fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await section.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('The passkey has been added.')).toBeVisible();
  await expect(section.getByText('Not used yet')).toBeVisible();
  await section.getByRole('button', { name: /^Rename/ }).click();
  await section.getByLabel('Name of the passkey').fill('Work laptop');
  await section.getByRole('button', { name: 'Save name' }).click();
  await expect(section.getByText('Work laptop')).toBeVisible();
  await expectAccessible(page, 'the account settings with a passkey');
  await device.leave();
  // An authenticator that confirms automatically would accept the browser's suggestion before the button is pressed, so suggestions
  // are off here.
  await page.evaluate(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await signOutOnPage(page);
  await expect(page).toHaveURL(/\/login$/);
  await device.touch();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page, 'without a code').toHaveURL(/\/dashboard$/);
  await page.reload();

  // Nothing is pressed: the browser suggests the passkey, and the authenticator confirms it.
  const suggested = page.waitForResponse((response) => response.url().endsWith('/sign-in/passkey'));
  await signOutOnPage(page);
  expect((await suggested).status()).toBe(200);
  await expect(page).toHaveURL(/\/dashboard$/);
  await device.leave();

  await page.goto('/account-settings');
  await expect(section.getByText(/^Last used/)).toBeVisible();
  await section.getByRole('button', { name: 'Remove Work laptop' }).click();
  await section.getByRole('textbox', { name: 'Current password' }).fill(journeyPassword);
  await section.getByRole('button', { name: 'Remove the passkey' }).click();
  await expect(section.getByText('You have no passkeys yet.')).toBeVisible();
  await signOutOnPage(page);
  await expect(page).toHaveURL(/\/login$/);
  await device.touch();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('This passkey does not belong to an account here.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

/** The person's authenticator app and recovery codes. */
async function turnOn(page: Page): Promise<{ app: TOTP; codes: string[] }> {
  const section = factor(page);
  await section.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  await section.getByRole('textbox', { name: 'Current password' }).fill('not my password');
  await section.getByRole('button', { name: 'Continue' }).click();
  await expect(section.getByText('This is not your current password.').first()).toBeVisible();
  await section.getByRole('textbox', { name: 'Current password' }).fill(journeyPassword);
  await section.getByRole('button', { name: 'Continue' }).click();
  await expect(section.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expect(section.getByLabel('Code from the app')).toBeFocused();
  await expectAccessible(page, 'the account settings with the QR code');
  const secret = ((await section.locator('code').textContent()) ?? '').replaceAll(/\s/g, '');
  const app = new TOTP({ secret });
  await section.getByLabel('Code from the app').fill(app.generate());
  await section.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  await expect(section.getByRole('heading', { name: 'Keep these recovery codes' })).toBeVisible();
  await expectAccessible(page, 'the account settings with the recovery codes');
  const codes = await section.getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await expectPrinted(page, codes);
  const download = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('daybook-recovery-codes.txt');
  await section.getByRole('button', { name: 'I have kept them' }).click();
  return { app, codes };
}

/** Checks that the codes print on one sheet, with an explanation and nothing else of the page. */
async function expectPrinted(page: Page, codes: readonly string[]): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const [seen = ''] = await page.locator('body').allInnerTexts();
  const lines = seen.split('\n').filter((line) => line.trim() !== '');
  expect(lines).toEqual([expect.stringMatching(/^Recovery codes of .*@example\.test for Daybook/), ...codes]);
  const paper = await page.pdf({ format: 'A4' });
  expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: null, colorScheme: null });
}

async function confirm(page: Page, { code }: { code: string }): Promise<void> {
  await factor(page).getByRole('textbox', { name: 'Current password' }).fill(journeyPassword);
  await factor(page)
    .getByLabel(/Code from the app/)
    .fill(code);
}

async function byRecoveryCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The owner confirms when asked (`touch`), or is absent (`leave`). */
type Device = { touch(): Promise<void>; leave(): Promise<void> };

/** Chromium's virtual authenticator, which verifies its owner. */
async function plugIn(page: Page): Promise<Device> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const answer = (enabled: boolean) => async () => {
    await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  };
  return { touch: answer(true), leave: answer(false) };
}

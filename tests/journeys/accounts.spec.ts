// Signing in and emailed links: each link works once, by a button, for the right person.
import { expect, type Page } from '@playwright/test';
import { type BrowserUser, expectAccessible, journeyPassword, linkFor, test } from './support/journey.ts';
import { call, enrol, found, signIn, signOutOnPage, site } from './support/staging.ts';

// Each creates its data first, also on a busy machine.
const newPassword = 'seven blue lanterns';
const unusable =
  'This link can no longer be used. It may have expired, been used already, or been replaced by a newer one.';

test('a forgotten password is reset by an emailed link, and the used link is invalid', async ({ newcomer }) => {
  const person = await newcomer('Rahma Reset');
  const { page, email } = person;
  await enrol(person);
  await found(person, 'Forgetful', 2);
  for (const name of ['Payroll', 'Forgotten'])
    await call(page, 'POST', '/account/tokens', { name, lifetimeDays: 30, currentPassword: journeyPassword });
  const elsewhere = await newcomer('Rahma Elsewhere');
  await call(elsewhere.page, 'POST', '/sign-in', { email, password: journeyPassword });
  await elsewhere.page.goto('/dashboard');
  await person.context.clearCookies();
  await page.goto('/login');
  await expect(page.getByText('Log time and expenses, have them approved, and see where the hours go.')).toBeVisible();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByText('If it belongs to an account, we will send a reset email.')).toBeVisible();
  await expect(page.getByText('It may take a few minutes; please check the spam folder too.')).toBeVisible();
  await askForReset(page, 'not an address');
  await expect(page.getByText('Invalid email address.')).toBeVisible();
  await askForReset(page, 'nobody.at.all@example.test');
  await expect(page.getByText('If nobody.at.all@example.test belongs to an account')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await askForReset(page, email);
  await expect(page.getByText(`If ${email} belongs to an account, an email is on its way.`)).toBeVisible();
  const first = await linkFor(person, /new password/i);
  await openTwice(page, first);
  await expect(page.getByText(`For ${email}.`)).toBeVisible();
  await page.getByRole('textbox', { name: 'New password' }).fill('password123');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('This password is on lists that attackers try first.').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'New password' }).fill('Rahma Reset of Forgetful!');
  await expect(page.getByRole('status').getByText('Weak'), 'contains the name and the company').toBeVisible();
  await page.getByRole('textbox', { name: 'New password' }).fill(newPassword);
  await expect(page.getByText('You will be signed out here'), 'sessions that end in any case').toBeVisible();
  await expect(page.getByRole('group', { name: 'What else opens your account' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Keep the access token Payroll' }).check();
  await expectAccessible(page, 'a new password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Your password has been changed. Please sign in.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await elsewhere.page.reload();
  await expect(elsewhere.page, 'every other session is over').toHaveURL(/\/login$/);
  await linkFor(person, /password was changed/i);
  await signIn(page, email, journeyPassword);
  await expect(page.getByText(/^This email address and password did not work here\./)).toBeVisible();
  await signIn(page, email, newPassword);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/account-settings');
  await expect(page.getByText('Payroll'), 'the selected token').toBeVisible();
  await expect(page.getByText('Forgotten')).toBeHidden();
  await person.context.clearCookies();
  await page.goto(first);
  await expectUnusable(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page, 'a link to the next step').toHaveURL(/\/reset-password$/);
});

test('the strength shown for a new password is never higher than the server’s rating', async ({ newcomer }) => {
  const { page, email } = await newcomer('Tari Typist');
  await page.goto('/register');
  await page.getByLabel('Your name').fill('Tari Typist');
  await page.getByLabel('Email address').fill(email);
  const rate = async (typed: string, strength: string) => {
    await page.getByRole('textbox', { name: 'Password' }).fill(typed);
    await expect(page.getByRole('status').getByText(strength, { exact: true }), typed).toBeVisible();
  };
  await rate('!!P@ssw0rd17081945', 'Weak');
  await rate('Sayangku-Selamanya-2026', 'Weak');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('This password is on lists that attackers try first.').first()).toBeVisible();
  await rate('TypistTari2026!?!', 'Weak');
  await rate('password welcome dragon', 'Fair');
  await rate(journeyPassword, 'Strong');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/verify-email/);
});

test('a sign-in link works once, by a button, and is replaced by a newer one', async ({ newcomer }) => {
  const person = await newcomer('Lina Link');
  const { page, email } = person;
  await enrol(person);
  await found(person, 'Linked', 2);
  await person.context.clearCookies();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign in by email instead' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send me a sign-in link' }).click();
  await expect(page.getByText(`If ${email} belongs to an account, an email is on its way.`)).toBeVisible();
  const older = await linkFor(person, /sign-in link/i);
  await call(page, 'POST', '/sign-in-link', { email });
  await expect.poll(() => linkFor(person, /sign-in link/i)).not.toBe(older);
  const newer = await linkFor(person, /sign-in link/i);
  await page.goto(older);
  await expectUnusable(page);
  await openTwice(page, newer);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page, 'continues to the requested page').toHaveURL(/\/settings$/);
  await page.goto(newer);
  await expectUnusable(page);
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page, 'a link for signed-in users').toHaveURL(/\/dashboard$/);
});

test('a new address is confirmed by its mailbox, the old one is notified, and the change can be undone', async ({
  newcomer,
}) => {
  const person = await newcomer('Ely Mover');
  const { page, email: old } = person;
  await enrol(person);
  await found(person, 'Movers', 2);
  const moved = { page, email: `moved.${old}` };
  await page.goto('/account-settings');
  await page.getByLabel('New email address').fill(moved.email);
  const mail = page.getByRole('region', { name: 'Email address' });
  await mail.getByRole('textbox', { name: 'Current password' }).fill('not my password');
  await mail.getByRole('button', { name: 'Change email address' }).click();
  await expect(mail.getByText('This is not your current password.').first()).toBeVisible();
  await expect(page.getByLabel('New email address'), 'kept').toHaveValue(moved.email);
  await mail.getByRole('textbox', { name: 'Current password' }).fill(journeyPassword);
  await mail.getByRole('button', { name: 'Change email address' }).click();
  await expect(page.getByText(`We sent a confirmation to ${moved.email}.`)).toBeVisible();
  await expect(page.getByText(`You sign in with ${old}.`), 'nothing has changed yet').toBeVisible();
  const confirmation = await linkFor(moved, /confirm your new email/i);
  const reader = await newcomer('Reader Of The New Mailbox');
  await reader.page.goto(confirmation);
  await expect(reader.page.getByRole('button', { name: 'Sign in to confirm' })).toBeVisible();
  await openTwice(page, confirmation);
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByText('Your email address has been changed.')).toBeVisible();
  await page.goto('/account-settings');
  await expect(page.getByText(`You sign in with ${moved.email}.`)).toBeVisible();
  // The owner of the old mailbox did not request this.
  const owner = await newcomer('Ely Owner');
  const recovery = await linkFor(person, /address of your Daybook account was changed/i);
  await openTwice(owner.page, recovery);
  await owner.page.getByRole('button', { name: 'Take the address back' }).click();
  await expect(owner.page.getByText('Please choose a new password with the link we sent.')).toBeVisible();
  await page.reload();
  await expect(page, 'the person who changed it is signed out').toHaveURL(/\/login$/);
  await owner.page.goto(await linkFor(person, /choose a new password/i));
  await owner.page.getByRole('textbox', { name: 'New password' }).fill(newPassword);
  await owner.page.getByRole('button', { name: 'Set password' }).click();
  await expect(owner.page.getByText('Your password has been changed.')).toBeVisible();
  await signIn(owner.page, old, newPassword);
  await expect(owner.page).toHaveURL(/\/dashboard$/);
  await owner.page.goto(recovery);
  await expectUnusable(owner.page);
});

test('the list of sessions signs another browser out', async ({ newcomer }) => {
  const person = await newcomer('Seno Sessions');
  await enrol(person);
  await found(person, 'Sessions', 2);
  const other = await newcomer('Seno Elsewhere');
  await other.page.goto('/login');
  await signIn(other.page, person.email);
  await expect(other.page).toHaveURL(/\/dashboard$/);
  const { page } = person;
  await page.goto('/account-settings');
  const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1);
  await sessions.filter({ hasNotText: 'This device' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(sessions).toHaveCount(1);
  await expect(page, 'this one stays').toHaveURL(/\/account-settings$/);
  await expect(other.page, 'without a history entry').toHaveURL(/\/login$/);

  const close = page.getByRole('heading', { name: 'Close my account' });
  await expect(close).not.toBeInViewport();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Close my account' }).click();
  await expect(close, 'by the index of the page').toBeInViewport();
  await expect(page).toHaveURL(/\/account-settings#close$/);
});

test('an invite: the wrong account gets an explanation, the invited one signs in and accepts, once', async ({
  newcomer,
}) => {
  const { founder, worker } = await site(newcomer, 'First Employer', 4);
  const second = await newcomer('Sari Second');
  await enrol(second);
  const otherId = await found(second, 'Second Employer', 4);
  await call(second.page, 'POST', `/companies/${otherId}/invites`, { email: worker.email, role: 'reviewer' });
  const link = await linkFor(worker, /Second Employer/);
  const { page } = founder;
  await openTwice(page, link);
  await expect(page.getByRole('heading', { name: 'Join Second Employer' })).toBeVisible();
  await expect(page.getByText(`You are signed in as ${founder.email}. Sign out first`)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in to join' }).click();
  await signIn(page, worker.email);
  await page.getByRole('button', { name: 'Join the team' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('button', { name: 'Second Employer' }), 'the joined one is active').toBeVisible();
  await page.getByRole('button', { name: 'Second Employer' }).click();
  await expect(page.getByRole('menuitem', { name: /First Employer/ }), 'beside the previous one').toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(link);
  await expectUnusable(page);
  // Sending a link again voids the previous one; a revoked link does not work.
  const third = await newcomer('Tono Third');
  const invite = await call(second.page, 'POST', `/companies/${otherId}/invites`, {
    email: third.email,
    role: 'worker',
  });
  const older = await linkFor(third, /Invite to join/);
  await call(second.page, 'POST', `/companies/${otherId}/invites/${invite.id}/resend`);
  await expect.poll(() => linkFor(third, /Invite to join/)).not.toBe(older);
  await third.page.goto(older);
  await expectUnusable(third.page);
  await call(second.page, 'DELETE', `/companies/${otherId}/invites/${invite.id}`);
  await third.page.goto(await linkFor(third, /Invite to join/));
  await expectUnusable(third.page);
  await expect(third.page.getByRole('link', { name: 'Back to sign-in' })).toBeVisible();
});

test('an account finds its invite without the email, and signing out discards unsaved input', async ({ newcomer }) => {
  const admin = await newcomer('Ada Admin');
  await enrol(admin);
  const companyId = await found(admin, 'Open Door', 3);
  const guest = await newcomer('Gita Guest');
  await enrol(guest);
  await guest.page.goto('/choose-company');
  await expect(guest.page.getByText(`No invites are waiting for ${guest.email}.`)).toBeVisible();
  await guest.page.getByLabel('Company name').fill('Nobody else should read this');
  await call(admin.page, 'POST', `/companies/${companyId}/invites`, { email: guest.email, role: 'worker' });
  await leaveChoosing(guest);
  await signIn(guest.page, guest.email);
  await expect(guest.page.getByLabel('Company name')).toHaveValue('');
  await guest.page.getByRole('button', { name: 'Accept the invite from Open Door' }).click();
  await expect(guest.page).toHaveURL(/\/dashboard$/);
  await signOutOnPage(guest.page);
  await expect(guest.page).toHaveURL(/\/login$/);
});

async function leaveChoosing({ page }: BrowserUser): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

async function askForReset(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send reset email' }).click();
}

/** Opening a link does not use it, because mail scanners open links; the code is removed from the address bar at once. */
async function openTwice(page: Page, link: string): Promise<void> {
  expect((await page.request.get(link)).ok(), 'the scanner is served').toBe(true);
  await page.goto(link);
  await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
  await page.goto('/no/such/page');
  await page.goto(link);
  await expect(page).toHaveURL(/\/link-actions$/);
  await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
  await expect(page.getByText(unusable)).toBeHidden();
}

async function expectUnusable(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
  await expect(page.getByText(unusable)).toBeVisible();
}

test('on the Free plan the account is a section of the settings, from the user menu', async ({ newcomer }) => {
  const person = await newcomer('Fitri Free');
  const { page, email } = person;
  await enrol(person);
  await found(person, 'Without a plan', 1);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Account of Fitri Free' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page).toHaveURL(/\/settings\/account$/);
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  for (const name of cared) await expect(section(name), name).toBeVisible();
  await section('Password').getByRole('textbox', { name: 'Current password' }).fill(journeyPassword);
  await section('Password').getByRole('textbox', { name: 'New password' }).fill(newPassword);
  await section('Password').getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed.')).toBeVisible();
  expect(await call(page, 'POST', '/sign-in', { email, password: newPassword })).toBeTruthy();
});

test('without a company, and without access to the settings page, the account is managed from the user menu', async ({
  newcomer,
}) => {
  const person = await newcomer('Hana Homeless');
  const { page, email } = person;
  await enrol(person);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/choose-company');
  const avatar = page.getByRole('button', { name: 'Account of Hana Homeless' });
  await avatar.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText(['Account Settings', 'Sign out']);
  await page.getByRole('menuitem', { name: 'Account Settings' }).press('Enter');
  const account = page.getByRole('dialog', { name: 'Account Settings' });
  const section = (name: string) => account.getByRole('region', { name, exact: true });
  for (const name of cared) await expect(section(name), name).toBeVisible();
  await expectAccessible(page, 'the account without a company');
  await section('Password').getByRole('textbox', { name: 'Current password' }).fill(journeyPassword);
  await section('Password').getByRole('textbox', { name: 'New password' }).fill(newPassword);
  await section('Password').getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(account).toBeHidden();
  await expect(avatar).toBeFocused();
  expect(await call(page, 'POST', '/sign-in', { email, password: newPassword })).toBeTruthy();
});

/** Account sections that exist on every plan and without a company. */
const cared = [
  'Email address',
  'Password',
  'Two-step sign-in',
  'Passkeys',
  'Sessions',
  'Download my data',
  'Close my account',
];

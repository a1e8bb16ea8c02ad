// Invalid input in forms: all errors at once, each at its field, in the person's language, and nothing typed is lost.
import { expect } from '@playwright/test';
import { test } from './support/journey.ts';
import { enrol, found } from './support/staging.ts';

test.describe('all errors are shown together, in the person’s language', () => {
  const words = {
    en: {
      labels: ['Your name', 'Email address', 'Password', 'Create account'],
      empty: 'This field is required.',
      email: 'Invalid email address.',
      short: 'Please use at least 10 characters.',
      common: 'This password is on lists that attackers try first. Please choose another one.',
      long: [/at most 120 characters/, /at most 254 characters/],
    },
    id: {
      labels: ['Nama Anda', 'Alamat email', 'Kata sandi', 'Buat akun'],
      empty: 'Isian ini wajib diisi.',
      email: 'Alamat email tidak valid.',
      short: 'Gunakan paling sedikit 10 karakter.',
      common: 'Kata sandi ini ada di daftar yang pertama dicoba penyerang. Silakan pilih yang lain.',
      long: [/paling banyak 120 karakter/, /paling banyak 254 karakter/],
    },
  } as const;

  for (const locale of ['en', 'id'] as const) {
    test(`in ${locale}: what is missing, malformed, refused and too long`, async ({ page }) => {
      const { labels, empty, email, short, common, long } = words[locale];
      await page.addInitScript((language) => {
        localStorage.setItem('settings', JSON.stringify({ theme: 'light', locale: language }));
      }, locale);
      await page.goto('/register');
      const name = page.getByLabel(labels[0]);
      const address = page.getByLabel(labels[1]);
      const password = page.getByRole('textbox', { name: labels[2] });
      const send = page.getByRole('button', { name: labels[3], exact: true });
      await send.click();
      await expect(page.getByText(empty), 'three empty fields').toHaveCount(3);
      await address.fill('nobody@nowhere');
      await password.fill('short');
      await send.click();
      await expect(page.getByText(empty)).toHaveCount(1);
      await expect(page.getByText(email)).toBeVisible();
      await expect(page.getByText(short)).toBeVisible();
      await expect(name, 'the first wrong field has the focus').toBeFocused();
      await password.fill('password123');
      await send.click();
      await expect(page.getByText(common), 'beside the other fields').toBeVisible();
      await expect(page.getByText(empty)).toHaveCount(1);
      await expect(page.getByText(email)).toBeVisible();
      const typed = {
        name: 'n'.repeat(130),
        email: `${'e'.repeat(260)}@example.test`,
        password: 'seven blue lanterns',
      };
      await name.fill(typed.name);
      await address.fill(typed.email);
      await password.fill(typed.password);
      await send.click();
      await expect(name, 'each error is shown at its field').toHaveAccessibleDescription(long[0]);
      await expect(address).toHaveAccessibleDescription(long[1]);
      await expect(name).toHaveAttribute('aria-invalid', 'true');
      await expect(address).toHaveAttribute('aria-invalid', 'true');
      await expect(name).toBeFocused();
      await expect(name, 'nothing typed is lost').toHaveValue(typed.name);
      await expect(address).toHaveValue(typed.email);
      await expect(password).toHaveValue(typed.password);
    });
  }
});

test('a day is typed in common formats; an invalid one is reported at its field', async ({ newcomer }) => {
  const person = await newcomer('Dina Dayfield');
  const { page } = person;
  await enrol(person);
  await found(person, 'Dated', 2);
  await page.goto('/projects/create');
  await page.getByLabel('Project name').fill('Harbour');
  const first = page.getByLabel('Start day');
  const last = page.getByLabel('End day');
  await first.fill('1 Dec 2031');
  await last.fill('soon');
  await expect(first).toHaveValue('Mon 1 Dec 2031');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(last).toHaveAccessibleDescription('Please enter a valid date.');
  await expect(last, 'the wrong field has the focus').toBeFocused();
  await expect(last, 'nothing typed is lost').toHaveValue('soon');
  // The year is taken from the first day.
  await last.fill('24/12');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page).toHaveURL(/projects$/);
  await expect(page.getByRole('main'), 'the new page has the focus').toBeFocused();
  await page.getByRole('row', { name: /Harbour/ }).click();
  await expect(page.getByLabel('Start day')).toHaveValue('Mon 1 Dec 2031');
  await expect(page.getByLabel('End day')).toHaveValue('Wed 24 Dec 2031');

  await page.goto('/settings/rules');
  const locked = page.getByLabel('Locked up to');
  await locked.fill('31/12/2024');
  await page.getByRole('button', { name: 'Save company settings' }).click();
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('saved');
  await page.reload();
  await expect(locked).toHaveValue('Tue 31 Dec 2024');

  // Moving it back says which days are unlocked, and is recorded in the history.
  await locked.fill('30/11/2024');
  await page.getByRole('button', { name: 'Save company settings' }).click();
  const opening = page.getByRole('alert').filter({ hasText: 'Moving the lock date back from' });
  await opening.getByLabel('Reason').fill('A day is missing');
  await opening.getByRole('button', { name: 'Move the lock date back' }).click();
  const history = page.getByRole('region', { name: 'History of the company' });
  await expect(history.getByRole('listitem')).toHaveText([/→ 30 Nov 2024.*A day is missing/, /→ 31 Dec 2024/]);

  // Saved in another form than typed, and with other rights afterwards; the page stays as it is.
  const refused: string[] = [];
  page.on('response', (response) => response.status() === 403 && refused.push(response.url()));
  const target = page.getByLabel('Weekly target');
  const draftNotice = page.getByText('This is what you typed last time.');
  for (const [loggers, typed] of [
    ['Everyone, in every role', '40'],
    ['Workers only', '38:00'],
  ] as const) {
    await expect(page.getByRole('button', { name: 'Save company settings' })).toBeEnabled();
    await page.getByRole('radio', { name: loggers }).check();
    await target.fill(typed);
    await target.press('Enter');
    await expect(history.getByRole('listitem').first()).toContainText(`→ ${loggers}`);
    await expect(target, 'as it is shown anywhere').toHaveValue(`${typed.slice(0, 2)} h`);
    await expect(target).toBeFocused();
    await expect(draftNotice).toBeHidden();
    await expect(page.getByRole('button', { name: 'Start a timer' })).toBeVisible({ visible: typed === '40' });
  }
  expect(refused, 'what may not be read any more is not requested').toEqual([]);
});

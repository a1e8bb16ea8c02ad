// Somebody without an account registers, confirms the address by the email, and founds a company.

import type { Page } from '@playwright/test';
import { type PersonFigures, personAt } from './person.ts';
import { mailTo, stagePassword } from './stage.ts';

export async function foundFirstCompany(page: Page): Promise<PersonFigures> {
  const email = 'rina@teknikjaya.example';
  await page.goto('/register');
  await page.getByRole('heading', { level: 1, name: 'Create your account' }).waitFor();
  const person = personAt(page, 'keyboard and mouse');
  await person.think();
  await person.click(page.getByLabel('Your name'));
  await person.type('Rina Wijaya');
  await person.press('Tab');
  await person.type(email);
  await person.press('Tab');
  // A password is invented.
  await person.think();
  await person.type(stagePassword);
  await person.press('Enter');
  await person.see(page.getByRole('heading', { level: 1, name: /^(Verify|Check)/ }));

  const mailbox = await page.context().newPage();
  await person.think();
  const { subject } = await person.await(() => mailTo(page, email));
  await mailbox.goto('/dev/mail');
  await person.turnTo(mailbox);
  await person.click(mailbox.getByRole('link', { name: subject }).first());
  const confirm = mailbox.getByRole('article').getByRole('link');
  await person.see(confirm);
  await person.think();
  await person.click(confirm);
  const verify = mailbox.getByRole('button', { name: 'Verify email address' });
  await person.see(verify);
  await person.think();
  await person.click(verify);

  const name = mailbox.getByLabel('Company name');
  await person.see(name);
  await person.think();
  await person.click(name);
  await person.type('Teknik Jaya');
  // Time zone, currency and first day of the week are filled in.
  await person.look(3);
  await person.press('Enter');
  await person.see(mailbox.getByRole('heading', { level: 1, name: 'Dashboard' }));
  return person.done();
}

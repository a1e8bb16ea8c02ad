// What the tasks begin with, created through the API: people with sessions, and a company with projects in which it is evening, so
// that the hours of a whole day are past.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { z } from 'zod';

export const stagePassword = 'kapal-merah-di-27';

type Body = Record<string, unknown>;

/** Sends a request with the session of the page. */
export async function send(page: Page, method: string, path: string, data?: Body): Promise<unknown> {
  const response = await page.request.fetch(`/api/v1${path}`, { method, ...(data === undefined ? {} : { data }) });
  const text = await response.text();
  if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()}: ${text}`);
  return JSON.parse(text === '' ? '{}' : text);
}

const mails = z.array(z.object({ id: z.string(), subject: z.string(), text: z.string() }));
type Mail = z.output<typeof mails>[number];

/** The newest email to that address; waits for it. */
export async function mailTo(page: Page, address: string): Promise<Mail> {
  for (;;) {
    const response = await page.request.get('/dev/mail.json', { params: { to: address } });
    const [mail] = mails.parse(await response.json());
    if (mail) return mail;
    await sleep(50);
  }
}

async function codeFor(page: Page, address: string): Promise<string> {
  const { text } = await mailTo(page, address);
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? [];
  return new URL(link).searchParams.get('code') ?? '';
}

export type Evening = {
  zone: string;
  /** Today, there. */
  day: string;
};

/** Three hours apart from each other. */
const zones = [
  'Pacific/Honolulu',
  'America/Denver',
  'America/Halifax',
  'Atlantic/Azores',
  'Europe/Athens',
  'Asia/Karachi',
  'Asia/Manila',
  'Pacific/Guadalcanal',
];

/** Where it is between six and eleven in the evening. */
export function findEvening(): Evening {
  for (const zone of zones) {
    const [day = '', time = ''] = new Date().toLocaleString('sv', { timeZone: zone }).split(' ');
    if (time >= '18' && time < '23') return { zone, day };
  }
  throw new Error('It is evening nowhere.');
}

const taskNames = {
  'Quay wall': ['Masonry', 'Formwork', 'Survey'],
  'Harbour office': ['Electrical', 'Painting', 'Cleaning'],
  Yard: ['Maintenance', 'Training'],
};

export type StagedCompany = { id: string; founder: Page; hire: (name: string, role: string) => Promise<Page> };

/** A server may be measured more than once. */
const run = Date.now().toString(36);
const newAddress = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}.${run}@nusateknik.example`;

/** A company with three projects, open to everyone. */
export async function stageCompany(open: () => Promise<Page>, { zone }: Evening): Promise<StagedCompany> {
  const founder = await open();
  const email = newAddress('Rina Wijaya');
  await send(founder, 'POST', '/sign-up', { name: 'Rina Wijaya', email, password: stagePassword });
  await send(founder, 'POST', '/link-actions/verify-email', {
    code: await codeFor(founder, email),
    password: stagePassword,
  });
  const { id } = z
    .object({ id: z.string() })
    .parse(await send(founder, 'POST', '/companies', { name: 'Nusa Teknik', timeZone: zone, currency: 'IDR' }));
  await send(founder, 'PUT', `/companies/${id}/seats`, { seats: 20 });
  for (const [name, tasks] of Object.entries(taskNames))
    await send(founder, 'POST', `/companies/${id}/projects`, {
      name,
      forEveryone: true,
      managerIds: [],
      tasks: tasks.map((task) => ({ name: task, kind: 'timed' })),
    });
  const hire = async (name: string, role: string) => {
    const page = await open();
    const address = newAddress(name);
    await send(founder, 'POST', `/companies/${id}/invites`, { email: address, role });
    await send(page, 'POST', '/link-actions/accept-invite', {
      code: await codeFor(page, address),
      name,
      password: stagePassword,
    });
    return page;
  };
  return { id, founder, hire };
}

/** A browser of another person. */
export const openerOf =
  (browser: Browser, options: BrowserContextOptions) =>
  async (more: BrowserContextOptions = {}): Promise<Page> =>
    (await browser.newContext({ ...options, ...more })).newPage();

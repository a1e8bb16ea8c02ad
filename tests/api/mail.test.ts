// The content of mails, received over real SMTP or in the mailbox at /dev/mail.

import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Locale, locales } from '#domain/settings.ts';
import { mountDevMail } from '#server/http/dev-mail.ts';
import type { Mail } from '#server/mail/payload.ts';
import { devMail } from '#server/ports/mail/dev.ts';
import {
  baseUrl,
  type Delivery,
  type MailFixture,
  type MailServer,
  openMailFixture,
  startMailServer,
} from '../support/mail.ts';

const url = `${baseUrl}/link-actions?mode=verifyEmail&code=a-secret-code`;

function everyMail(to: string, locale: Locale): Mail[] {
  const person = { to, locale };
  const link = { name: 'Ayu', url };
  return [
    { ...person, template: 'verify-email', params: link },
    { ...person, template: 'already-registered', params: { name: 'Ayu' } },
    { ...person, template: 'sign-in-link', params: link },
    { ...person, template: 'reset-password', params: link },
    { ...person, template: 'password-changed', params: {} },
    { ...person, template: 'change-email', params: link },
    { ...person, template: 'email-changed', params: link },
    { ...person, template: 'payment-failed', params: { name: 'Ayu', companyName: 'Warung Data' } },
    { ...person, template: 'security-notice', params: { name: 'Ayu', url, change: 'passkey-added' } },
    { ...person, template: 'access-token-created', params: { name: 'Ayu', tokenName: 'Payroll' } },
    { ...person, template: 'access-token-revoked', params: { name: 'Ayu', tokenName: 'Payroll' } },
    {
      ...person,
      template: 'invite',
      params: { url, inviterName: 'Budi', companyName: 'Acme', role: 'timesheet approver' },
    },
  ];
}

const appSecret = 'a secret of the tests, long enough';

const withoutMarks = (text: string | undefined) => (text ?? '').replaceAll('\u2060', '');

describe('mail over SMTP', () => {
  let fixture: MailFixture;
  let mailServer: MailServer;

  beforeAll(async () => {
    fixture = await openMailFixture();
    mailServer = await startMailServer();
    await fixture.startJobs({ smtpUrl: mailServer.url });
  });
  afterAll(async () => {
    await fixture.close();
    await mailServer.close();
  });

  let tested = 0;
  async function send(mail: Record<string, unknown>): Promise<Delivery> {
    tested += 1;
    const to = `reader${tested}@example.test`;
    // Counted first, because a mail may arrive before the request that caused it returns.
    const count = mailServer.deliveries.length + 1;
    await fixture.enqueue({ ...mail, to });
    const deliveries = await mailServer.until(count);
    const delivery = deliveries.find(({ recipients }) => recipients.includes(to));
    if (delivery === undefined) throw new Error('Another mail arrived.');
    return delivery;
  }

  for (const locale of locales)
    it(`sends every mail complete in ${locale}: both parts, link, reason and language`, async () => {
      const subjects = new Set<string>();
      for (const mail of everyMail('', locale)) {
        const { mail: received } = await send(mail);
        const link = mail.params.url ?? `${baseUrl}/`;
        expect(received.text).toContain(link);
        expect(received.html).toContain(link.replaceAll('&', '&#38;'));
        expect(received.html).toContain(`<html lang="${locale}"`);
        expect(received.text).toContain(
          locale === 'id' ? 'Anda menerima email ini karena' : 'You received this email because',
        );
        expect(received.text).not.toMatch(/undefined|null|\{\w+\}/);
        expect(header(received, 'content-language')).toBe(locale);
        expect(header(received, 'auto-submitted')).toBe('auto-generated');
        expect(received.from).toMatchObject({ name: 'Daybook', address: 'daybook@daybook.example' });
        subjects.add(received.subject ?? '');
      }
      expect(subjects.size).toBe(everyMail('', locale).length);
    });

  it('says how long a link is valid, in readable units', async () => {
    const mail = { locale: 'en', template: 'verify-email' } as const;
    const lasting = (minutes: number) => ({ url, expiresAt: new Date(Date.now() + minutes * 60_000).toISOString() });
    expect((await send({ ...mail, params: lasting(15) })).mail.text).toContain('once, for 15 minutes.');
    expect((await send({ ...mail, params: lasting(24 * 60) })).mail.text).toContain('once, for 24 hours.');
    expect((await send({ ...mail, locale: 'id', params: lasting(14 * 24 * 60) })).mail.text).toContain(
      'selama 14 hari.',
    );
  });

  it('escapes hostile names and keeps them out of headers (A37)', async () => {
    const inviterName = 'Eve "Q"\r\nBcc: victim@example.test\r\n\r\n<script>alert(1)</script>';
    const companyName = `O'Neil & Söhne <img src=x onerror=alert(1)> \u202Eevil.example`;
    const { raw, recipients, mail } = await send({
      locale: 'en',
      template: 'invite',
      params: { url, inviterName, companyName, role: 'worker' },
    });
    expect(recipients).toHaveLength(1);
    expect(header(mail, 'bcc')).toBeUndefined();
    expect(raw.split('\r\n\r\n', 1)[0]).not.toMatch(/^bcc:/im);
    expect(withoutMarks(mail.subject)).toContain(`sent by Eve "Q" Bcc: victim@example.test <script>alert(1)</script>`);
    expect(withoutMarks(mail.subject)).toContain('Söhne');
    expect(mail.subject).not.toContain('\u202E');
    expect(mail.html).not.toMatch(/<script|<img/);
    expect(withoutMarks(mail.html)).toContain('O&#39;Neil &#38; Söhne &#60;img');
  });

  it('prevents a name from looking like a link', async () => {
    const params = { url, name: 'Win at https://evil.example/now or www.evil.example' };
    const { mail } = await send({ locale: 'en', template: 'verify-email', params });
    expect(withoutMarks(mail.text)).toContain('www.evil.example');
    expect(mail.text).not.toContain('www.evil');
    expect(mail.text).not.toContain('https://evil');
  });

  it('keeps an ordinary name unchanged', async () => {
    const { mail } = await send({
      locale: 'id',
      template: 'verify-email',
      params: { url, name: 'Dr. J. Łukasz-Sørensen 王' },
    });
    expect(mail.text).toContain('Halo Dr. J. Łukasz-Sørensen 王,');
  });

  it('logs neither links nor addresses nor names', () => {
    const log = fixture.logged.join('');
    expect(log).toContain('mail sent');
    expect(log).not.toMatch(/a-secret-code|@example\.test|Ayu|Budi/);
  });
});

describe('mail without a mail server', () => {
  let fixture: MailFixture;
  let app: FastifyInstance;

  beforeAll(async () => {
    fixture = await openMailFixture();
    await fixture.startJobs();
    app = Fastify();
    mountDevMail(app, {
      config: { smtpUrl: undefined, environment: 'development', host: '127.0.0.1', baseUrl, appSecret },
      database: fixture.database,
    });
  });
  afterAll(async () => {
    await app.close();
    await fixture.close();
  });

  const mailbox = async () =>
    z
      .array(z.object({ id: z.string(), to: z.string(), subject: z.string() }))
      .parse((await app.inject('/dev/mail.json')).json());

  it('is shown at /dev/mail, with its link and without active content', async () => {
    const params = { url, inviterName: '<script>alert(1)</script>', companyName: '"Acme"', role: 'worker' };
    await fixture.enqueue({ to: 'ayu@example.test', locale: 'en', template: 'invite', params });
    await expect.poll(mailbox).toHaveLength(1);
    const [mail] = await mailbox();
    expect(mail?.to).toBe('ayu@example.test');
    const pages = [await app.inject('/dev/mail'), await app.inject(`/dev/mail/${mail?.id}`)];
    for (const page of pages) {
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(page.body).not.toContain('<script');
      expect(page.body).toContain('&#60;script&#62;');
    }
    expect(pages[1]?.body).toContain(`<a href="${url.replaceAll('&', '&#38;')}">`);
  });

  it('lists attachments with name and size, for download', async () => {
    const attachment = {
      name: 'Jam – “Mei” <b>.csv',
      type: 'text/csv; charset=utf-8',
      content: Buffer.from('a;b\r\n'),
    };
    const port = devMail(fixture.database.ownerPool, appSecret);
    const letter = { to: 'enclosed@example.test', locale: 'en', subject: 'Hours', text: '', html: '' } as const;
    await port.send({ ...letter, messageId: '<enclosed>', attachment }, AbortSignal.timeout(10_000));
    const { id } = (await mailbox()).find(({ to }) => to === letter.to) ?? {};
    const { body } = await app.inject(`/dev/mail/${id}`);
    expect(body).toContain(`<a href="/dev/mail/${id}/file" download>Jam – “Mei” &#60;b&#62;.csv</a> (0.1 kB)`);
    const file = await app.inject(`/dev/mail/${id}/file`);
    expect([file.statusCode, file.body, file.headers['content-type']]).toEqual([200, 'a;b\r\n', attachment.type]);
    expect(file.headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent(attachment.name)}`);
    const [without] = (await mailbox()).filter(({ to }) => to !== letter.to);
    expect((await app.inject(`/dev/mail/${without?.id}/file`)).statusCode).toBe(404);
  });

  it('filters by address', async () => {
    const port = devMail(fixture.database.ownerPool, appSecret);
    for (const to of ['one+a@example.test', 'two@example.test'])
      await port.send(
        { to, locale: 'en', subject: to, text: '', html: '', messageId: `<${to}>` },
        AbortSignal.timeout(10_000),
      );
    const to = async (...addresses: string[]) => {
      const query = new URLSearchParams(addresses.map((address) => ['to', address]));
      const reply = await app.inject(`/dev/mail.json?${query}`);
      const mails = z.array(z.object({ subject: z.string() })).parse(reply.json());
      return mails.map(({ subject }) => subject).sort();
    };
    expect(await to('one+a@example.test')).toEqual(['one+a@example.test']);
    expect(await to('one+a@example.test', 'two@example.test')).toEqual(['one+a@example.test', 'two@example.test']);
    expect(await to("'; drop table dev_mail; --")).toEqual([]);
  });

  it('returns 404 for an unknown or malformed mail', async () => {
    for (const id of ['019a0000-0000-7000-8000-000000000000', 'x', "'; drop table dev_mail; --"])
      expect((await app.inject(`/dev/mail/${encodeURIComponent(id)}`)).statusCode).toBe(404);
  });

  it('keeps the last 200 mails', async () => {
    await fixture.database.ownerPool.query(
      `insert into dev_mail (id, recipient, subject, text, html, message_id, sent_at)
       select gen_random_uuid(), 'old@example.test', 'Old', '', '', n, now() - interval '1 day' from generate_series(1, 250) n`,
    );
    await fixture.enqueue({ to: 'new@example.test', locale: 'en', template: 'password-changed', params: {} });
    await expect.poll(async () => (await mailbox()).map(({ to }) => to)).toContain('new@example.test');
    await expect.poll(async () => (await mailbox()).length).toBe(200);
  });

  it.each<[string, { remoteAddress?: string; headers?: Record<string, string> }]>([
    ['another machine', { remoteAddress: '192.168.1.9' }],
    ['a proxy on this machine', { headers: { 'x-forwarded-for': '192.168.1.9' } }],
    ['a proxy that names nobody', { headers: { via: '1.1 proxy' } }],
    ['a tunnel to another machine', { headers: { 'cf-connecting-ip': '192.0.2.9' } }],
    ['a content delivery network', { headers: { 'true-client-ip': '192.0.2.9' } }],
    ['a page that leads its own name here', { headers: { host: 'rebound.example:3000' } }],
    ['a name that only begins like this machine', { headers: { host: 'localhost.evil.example' } }],
  ])('is not shown to %s', async (_, request) => {
    for (const path of ['/dev/mail', '/dev/mail.json', '/dev/mail/x', '/dev/mail/x/file'])
      expect((await app.inject({ url: path, ...request })).statusCode).toBe(404);
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000'])
      expect((await app.inject({ url: '/dev/mail', headers: { host } })).statusCode).toBe(200);
  });

  it('is disabled in production, with a mail server, and on a public address, whatever NODE_ENV is', async () => {
    const here = { smtpUrl: undefined, environment: 'development', host: '127.0.0.1', baseUrl, appSecret } as const;
    for (const config of [
      { ...here, environment: 'production' },
      { ...here, smtpUrl: 'smtp://mail.example' },
      { ...here, host: '0.0.0.0' },
      { ...here, host: '192.168.1.7' },
      { ...here, baseUrl: 'https://time.example.com' },
    ] as const) {
      const other = Fastify();
      mountDevMail(other, { config, database: fixture.database });
      for (const path of ['/dev/mail', '/dev/mail.json', '/dev/mail/x', '/dev/mail/x/file'])
        expect((await other.inject(path)).statusCode).toBe(404);
      await other.close();
    }
  });
});

const header = (mail: Delivery['mail'], key: string) => mail.headers.find((found) => found.key === key)?.value;

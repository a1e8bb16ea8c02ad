// Unsubscribing from mails: in the settings, by the link in the footer without signing in, or by the mail program.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noticeKinds } from '#domain/notice-kinds.ts';
import { readUnsubscribeCode, unsubscribeCode } from '#server/notices/unsubscribe-code.ts';
import type { Actor } from '../support/app.ts';
import { foundTestCompany, hire, submitDay, type TestCompany } from '../support/company.ts';
import { type NoticesFixture, openNoticesFixture } from '../support/notices.ts';

let fixture: NoticesFixture;
let acme: TestCompany;
let other: Actor;
beforeAll(async () => {
  fixture = await openNoticesFixture();
  acme = await foundTestCompany(fixture.test);
  other = await hire(fixture.test, acme.admin, acme.id, 'worker', 'Other Worker');
  await fixture.startJobs();
});
afterAll(() => fixture.close());

let nextDay = 0;
const reject = async () => {
  nextDay += 1;
  const day = new Date(Date.UTC(2026, 0, nextDay)).toISOString().slice(0, 10);
  const worklogs = [];
  for (const actor of [acme.worker, other]) {
    const { id, version } = await submitDay(acme, actor, day, '09:00', '10:00');
    worklogs.push({ id, version });
  }
  await acme.approver.ok('POST /companies/{companyId}/decisions', {
    companyId: acme.id,
    decision: 'reject',
    notes: 'No.',
    worklogs,
  });
  await fixture.passMinutes(3);
  return [fixture.newMails(acme.worker), fixture.newMails(other)] as const;
};
const choose = (isWanted: boolean) => acme.worker.ok('PATCH /account/emails', { kind: 'decisions', isWanted });
const wanted = async (actor = acme.worker) => {
  const { emails } = await actor.ok('GET /account/emails', {});
  return emails.filter(({ isWanted }) => isWanted).map(({ kind }) => kind);
};

test('all kinds are subscribed until a person declines one in their settings', async () => {
  expect(await wanted()).toEqual([...noticeKinds]);
  await choose(false);
  const [own, others] = await reject();
  expect([own.length, others.length]).toEqual([0, 1]);
  await choose(true);
  expect((await reject()).map((mails) => mails.length)).toEqual([1, 1]);
});

describe('the link in every mail', () => {
  const addressIn = async (): Promise<string> => {
    const [[mail]] = await reject();
    const headers = Object.fromEntries((mail?.headers ?? []).map(({ key, value }) => [key, value]));
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const url = /^<(.*)>$/.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? '';
    expect(mail?.text).toContain(url);
    return url.replace(fixture.test.config.baseUrl, '');
  };
  const post = (url: string, payload: string, headers: Record<string, string>) =>
    fixture.test.app.inject({ method: 'POST', url, payload, headers });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const boundary = { 'content-type': 'multipart/form-data; boundary=b' };
  const parts = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';

  test('changes nothing when it is opened, and unsubscribes by the button of its page, without signing in', async () => {
    const url = await addressIn();
    await fixture.test.visitor().send('GET', url);
    expect(await wanted()).toContain('decisions');
    const code = new URLSearchParams(url.split('?')[1]).get('code') ?? '';
    const { kind } = await fixture.test.visitor().ok('POST /link-actions/unsubscribe', { code });
    expect(kind).toBe('decisions');
    await fixture.test.visitor().ok('POST /link-actions/unsubscribe', { code });
    expect(await wanted()).toEqual(['waiting', 'empty-week', 'stand-in', 'report', 'budget']);
    expect(await wanted(other)).toContain('decisions');
    await choose(true);
  });

  test('accepts one-click requests of a mail program: either form encoding, from another site, without cookies (RFC 8058)', async () => {
    const url = await addressIn();
    const away = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' };
    for (const [body, headers] of [
      ['List-Unsubscribe=One-Click', { ...form, ...away }],
      [parts, boundary],
    ] as const) {
      expect((await post(url, body, headers)).statusCode).toBe(200);
      expect(await wanted()).not.toContain('decisions');
      await choose(true);
    }
  });

  test('accepts no other request, and no other endpoint accepts one-click requests', async () => {
    const url = await addressIn();
    const refusals = [
      await post(url, '', form),
      await post(url, 'List-Unsubscribe=No', form),
      await post(url.replace('code=decisions', 'code=waiting'), 'List-Unsubscribe=One-Click', form),
      await post(url.replace('mode=unsubscribe', 'mode=signIn'), 'List-Unsubscribe=One-Click', form),
      await post('/link-actions', 'List-Unsubscribe=One-Click', form),
    ];
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422, 422, 422]);
    expect(await wanted()).toEqual([...noticeKinds]);
    const elsewhere = await post('/api/v1/link-actions/unsubscribe', '{}', {
      'content-type': 'application/json',
      origin: 'https://mail.example',
    });
    expect(elsewhere.json()).toMatchObject({ code: 'request.cross-site' });
  });
});

test('a code is valid for its kind and person only, under its own secret, and contains no address', () => {
  const subscription = { kind: 'waiting', userId: acme.worker.userId } as const;
  const code = unsubscribeCode('secret one', subscription);
  expect(readUnsubscribeCode('secret one', code)).toEqual(subscription);
  expect(readUnsubscribeCode('secret two', code)).toBeNull();
  const strangers = unsubscribeCode('secret one', { kind: 'waiting', userId: other.userId });
  const [kind, , signature] = code.split('.');
  expect(readUnsubscribeCode('secret one', `${kind}.${strangers.split('.')[1]}.${signature}`)).toBeNull();
  for (const wrong of ['', 'waiting', `${code}.x`, code.replace('waiting', 'decisions'), 'waiting..'])
    expect(readUnsubscribeCode('secret one', wrong)).toBeNull();
});

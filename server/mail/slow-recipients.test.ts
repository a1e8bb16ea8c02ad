import { beforeEach, expect, test } from 'vitest';
import type { Message } from '../ports/mail/mail.ts';
import { limitSlowRecipients } from './slow-recipients.ts';

let at: number;
let ends: Map<string, () => void>;
let sent: string[];
beforeEach(() => {
  at = 1_000;
  ends = new Map();
  sent = [];
});

/** A mail server that accepts each mail on command. */
const openPort = (slots: number, unknownSlots = 100) =>
  limitSlowRecipients(
    {
      send: ({ to }) => {
        sent.push(to);
        return new Promise((resolve) => ends.set(to, resolve));
      },
      close: () => undefined,
    },
    { slots, unknownSlots, slowAfterMs: 5_000, waitMs: 100, now: () => at },
  );

const mailTo = (to: string): Message => ({ to, locale: 'en', subject: '', text: '', html: '', messageId: '<1@x>' });

function send(port: ReturnType<typeof openPort>, to: string): Promise<string> {
  return port.send(mailTo(to), new AbortController().signal).then(
    () => 'sent',
    (error: Error) => error.name,
  );
}

async function sendIn(port: ReturnType<typeof openPort>, to: string, ms: number): Promise<void> {
  const sending = send(port, to);
  at += ms;
  ends.get(to)?.();
  await sending;
}

test('while a mail to a person is slow, no other mail to them uses a slot', async () => {
  const port = openPort(4);
  void send(port, 'ayu@slow.test');
  void send(port, 'ayu@slow.test');
  expect(sent).toHaveLength(2);
  at += 5_000;
  expect(await send(port, 'Ayu@slow.test')).toBe('Postponed');
  void send(port, 'budi@slow.test');
  expect(sent).toHaveLength(3);
});

test('slow domains share a limited number of slots; other mails are sent meanwhile', async () => {
  const port = openPort(2);
  await sendIn(port, 'ayu@slow.test', 6_000);
  await sendIn(port, 'budi@late.test', 6_000);
  void send(port, 'n1@slow.test');
  void send(port, 'n2@late.test');
  expect(await send(port, 'n3@slow.test')).toBe('Postponed');
  expect(await send(port, 'n4@late.test')).toBe('Postponed');
  void send(port, 'citra@quick.test');
  expect(sent.slice(2)).toEqual(['n1@slow.test', 'n2@late.test', 'citra@quick.test']);
});

test('a recipient that is quick again, or was slow ten minutes ago, is not limited', async () => {
  const port = openPort(1);
  await sendIn(port, 'ayu@slow.test', 6_000);
  await sendIn(port, 'budi@slow.test', 1_000);
  void send(port, 'n1@slow.test');
  void send(port, 'n2@slow.test');
  expect(sent.slice(2)).toEqual(['n1@slow.test', 'n2@slow.test']);
  await sendIn(port, 'dewi@late.test', 6_000);
  at += 10 * 60_000;
  void send(port, 'n3@late.test');
  void send(port, 'n4@late.test');
  expect(sent.slice(-2)).toEqual(['n3@late.test', 'n4@late.test']);
});

test('unknown domains leave slots for those known to be quick', async () => {
  const port = openPort(2, 3);
  await sendIn(port, 'ayu@quick.test', 100);
  for (const name of ['a', 'b', 'c']) void send(port, `x@${name}.test`);
  expect(await send(port, 'x@d.test')).toBe('Postponed');
  void send(port, 'budi@quick.test');
  expect(sent.slice(1)).toEqual(['x@a.test', 'x@b.test', 'x@c.test', 'budi@quick.test']);
  const next = send(port, 'x@e.test');
  ends.get('x@a.test')?.();
  await expect.poll(() => sent.at(-1)).toBe('x@e.test');
  ends.get('x@e.test')?.();
  expect(await next).toBe('sent');
});

test('a domain that accepted a mail quickly counts as quick for a day, or until it is slow', async () => {
  const port = openPort(1, 1);
  await sendIn(port, 'ayu@quick.test', 100);
  await sendIn(port, 'ayu@other.test', 100);
  await sendIn(port, 'budi@other.test', 6_000);
  void send(port, 'x@new.test');
  expect(await send(port, 'citra@other.test')).toBe('Postponed');
  void send(port, 'citra@quick.test');
  expect(sent.at(-1)).toBe('citra@quick.test');
  at += 24 * 60 * 60_000;
  expect(await send(port, 'budi@quick.test')).toBe('Postponed');
});

// Mail over SMTP, with pooled connections: thousands of mails are sent in the morning, and each would need a new TLS handshake.
// A message is retried on another connection only if no byte of it was sent.
// Every step has a timeout. A refusal of the recipient or message is final; a refusal of the sender or password can be fixed by the
// operator, so it is retried, like all temporary errors.
import { createTransport } from 'nodemailer';
import { traced } from '../../tracing/spans.ts';
import { type MailPort, type Message, Undeliverable } from './mail.ts';

const timeoutsMs = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const maxSendMs = 45_000;

/** `maxMessages`: servers close long-lived connections. `idleTimeout` closes idle ones before the server does. */
const pooling = { pool: true, maxMessages: 100, maxRequeues: 1, idleTimeout: 15_000 } as const;

export type SmtpSettings = {
  url: string;
  from: string;
  connections: number;
  /** Maximum rate of the mail server, for all processes together; null: unlimited. */
  perSecond: number | null;
  processes?: number;
};

export function smtpMail({ url, from, connections, perSecond, processes = 1 }: SmtpSettings): MailPort {
  const transport = createTransport({
    url,
    ...timeoutsMs,
    ...pooling,
    maxConnections: connections,
    ...(perSecond === null ? {} : { rateLimit: perSecond, rateDelta: 1_000 * processes }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const sender = parseSender(from);
  return {
    send: async (message, signal) => {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(maxSendMs)]);
      const send = () => transport.sendMail({ ...mailOf(message, sender), signal: limited });
      await traced({ name: 'smtp send', kind: 'client' }, send).catch((error: unknown) => {
        throw withoutAddresses(error);
      });
    },
    close: () => transport.close(),
  };
}

type Sender = { name: string; address: string };

const mailOf = (
  { to, locale, subject, text, html, messageId, unsubscribeUrl, attachment }: Message,
  sender: Sender,
) => ({
  from: sender,
  to: { name: '', address: to },
  // Explicit, so that no address is parsed out of a header.
  envelope: { from: sender.address, to: [to] },
  subject,
  text,
  html,
  messageId,
  attachments: attachment
    ? [{ filename: attachment.name, contentType: attachment.type, content: attachment.content }]
    : [],
  headers: {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Content-Language': locale,
    ...(unsubscribeUrl === undefined ? {} : unsubscribeHeaders(unsubscribeUrl)),
  },
});

/** Prepared, because folding would break the URL in angle brackets. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** `Name <address>` or an address, as the configuration has checked it. */
function parseSender(from: string): Sender {
  const [, name, address] = /^(.*)<([^<>]+)>$/.exec(from) ?? [];
  if (address === undefined) return { name: '', address: from.trim() };
  return { name: (name ?? '').trim().replace(/^"(.*)"$/, '$1'), address };
}

/** The server's message may quote the address, so only its codes are kept. */
function withoutAddresses(error: unknown): Error {
  const code = field(error, 'code') ?? 'unknown';
  const command = field(error, 'command') ?? 'connection';
  const response = field(error, 'responseCode');
  const what = `the mail server did not accept the message (${code} at ${command}${response ? `, ${response}` : ''})`;
  const refused = command === 'RCPT TO' ? 'address' : command === 'DATA' ? 'message' : null;
  return Number(response) >= 500 && refused !== null ? new Undeliverable(what, refused) : new Error(what);
}

function field(error: unknown, name: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const value: unknown = Object.entries(error).find(([key]) => key === name)?.[1];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

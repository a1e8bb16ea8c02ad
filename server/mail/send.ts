// The task `send-mail`: payload → content → message → port. Safe to repeat: the Message-ID is derived from the job, so that a copy
// sent after a crash between sending and completing the job is recognisable as a copy.
// Nothing here logs an address, a name or a link.
import type { Job } from 'graphile-worker';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import { type MailPort, type Message, Undeliverable } from '../ports/mail/mail.ts';
import { htmlOf, textOf } from './layout.ts';
import { type MailContent, mailContentOf } from './mail-content.ts';
import { type CheckedMail, mailPayload } from './payload.ts';
import { unsealMailJob } from './sealed.ts';

export type SendMailParts = { config: Pick<Config, 'baseUrl' | 'appSecret'>; port: MailPort; log: Log };

export type JobFacts = Pick<Job, 'id' | 'revision' | 'created_at' | 'locked_at'>;

export function sendMailTask({ config, port, log }: SendMailParts) {
  return async (payload: unknown, { job, abortSignal }: { job: JobFacts; abortSignal: AbortSignal }): Promise<void> => {
    const mail = check(unsealMailJob(config, payload), config.baseUrl);
    if (hasExpired(mail, job)) {
      log.info({ job: job.id, template: mail.template }, 'mail not sent: its link has expired');
      return;
    }
    const content = mailContentOf(mail, { requestedAt: job.created_at, baseUrl: config.baseUrl });
    await port.send(messageOf(content, { to: mail.to, messageId: messageIdOf(job, config.baseUrl) }), abortSignal);
    log.info({ job: job.id, template: mail.template }, 'mail sent');
  };
}

export const messageOf = (content: MailContent, { to, messageId }: Pick<Message, 'to' | 'messageId'>): Message => ({
  to,
  locale: content.locale,
  subject: content.subject,
  text: textOf(content),
  html: htmlOf(content),
  messageId,
  ...(content.unsubscribe ? { unsubscribeUrl: content.unsubscribe.url } : {}),
});

/** Includes the creation time: job ids start again in a new database, Message-IDs must not repeat. */
export function messageIdOf({ id, revision, created_at }: JobFacts, baseUrl: string): string {
  return `<job-${id}.${revision}.${created_at.getTime().toString(36)}@${new URL(baseUrl).hostname}>`;
}

function check(payload: unknown, baseUrl: string): CheckedMail {
  const parsed = mailPayload.safeParse(payload);
  if (!parsed.success) {
    const places = new Set(parsed.error.issues.map((issue) => issue.path.join('.') || 'payload'));
    throw new Undeliverable(`the mail job is malformed at ${[...places].join(', ')}`);
  }
  const { url } = parsed.data.params;
  if (url !== undefined && new URL(url).origin !== baseUrl)
    throw new Undeliverable('the link of the mail job leads to another site');
  return parsed.data;
}

/** By the clock of the database: `locked_at` is the start of this attempt. */
function hasExpired({ params }: CheckedMail, { locked_at }: JobFacts): boolean {
  if (!('expiresAt' in params) || params.expiresAt === undefined || locked_at === null) return false;
  return Date.parse(params.expiresAt) <= locked_at.getTime();
}

// The task `send-notice`: when it runs, it determines recipient and content, then sends one mail or none. No transaction or
// lock is held while sending. A retry after a kill sends a copy with the same Message-ID.

import { isAllowed } from '#domain/permissions.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { MailContent } from '../mail/mail-content.ts';
import { type JobFacts, messageIdOf, messageOf } from '../mail/send.ts';
import { type MailPort, Undeliverable } from '../ports/mail/mail.ts';
import type { Db } from '../request/context.ts';
import type { InCompany } from '../request/short-transactions.ts';
import { budgetMail } from './budget-mail.ts';
import { decisionsMail } from './decisions-mail.ts';
import { emptyWeekMail } from './empty-week-mail.ts';
import type { NoticeContext } from './notice-mail.ts';
import { type NoticePayload, noticePayload } from './payload.ts';
import { findRecipient, type NoticeRecipient } from './recipient.ts';
import { standInMail } from './stand-in-mail.ts';
import { waitingMail } from './waiting-mail.ts';

export type SendNoticeParts = {
  config: Pick<Config, 'baseUrl' | 'appSecret'>;
  port: MailPort;
  inCompany: InCompany;
  log: Log;
};

type WrittenNotice = { to: string; content: MailContent; company: NoticeRecipient['company'] };

export function sendNoticeTask({ config, port, inCompany, log }: SendNoticeParts) {
  return async (
    payload: unknown,
    { job, abortSignal }: { job: JobFacts; abortSignal: AbortSignal },
  ): Promise<'sent' | 'not needed'> => {
    const reading = noticePayload.safeParse(payload);
    if (!reading.success) throw new Undeliverable('the notice is malformed');
    const notice = reading.data;
    const mail = await inCompany(notice.companyId, (db, now) => writeNotice(db, now, config, notice));
    if (mail === null) {
      log.info({ job: job.id, kind: notice.kind }, 'notice not sent: it no longer applies');
      return 'not needed';
    }
    const { to, content } = mail;
    await port.send(messageOf(content, { to, messageId: messageIdOf(job, config.baseUrl) }), abortSignal);
    log.info({ job: job.id, kind: notice.kind }, 'notice sent');
    return 'sent';
  };
}

/** For a mail, or for a notification on a device; null if it no longer applies. */
export async function writeNotice(
  db: Db,
  now: Date,
  config: NoticeContext['config'],
  notice: NoticePayload,
): Promise<WrittenNotice | null> {
  const reader = await findRecipient(db, notice);
  if (!reader) return null;
  const content = await contentOf(db, { reader, now, config }, notice);
  return content && { to: reader.email, content, company: reader.company };
}

async function contentOf(db: Db, writer: NoticeContext, notice: NoticePayload): Promise<MailContent | null> {
  const mayLog = isAllowed(writer.reader.company, 'worklogs.submit');
  switch (notice.kind) {
    case 'decisions':
      return mayLog ? decisionsMail(db, writer, notice) : null;
    case 'waiting':
      return waitingMail(db, writer);
    case 'stand-in':
      return standInMail(db, writer, notice);
    case 'budget':
      return budgetMail(db, writer, notice);
    case 'empty-week':
      return emptyWeekMail(db, writer, notice);
  }
}

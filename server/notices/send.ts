// The task `send-notice`: when it runs, it determines recipient and content, then sends one mail or none. No transaction or
// lock is held while sending. A retry after a kill sends a copy with the same Message-ID.

import { isAllowed } from '#domain/permissions.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { Letter } from '../mail/letters.ts';
import { type JobFacts, messageIdOf, messageOf } from '../mail/send.ts';
import { type MailPort, Undeliverable } from '../ports/mail/mail.ts';
import type { Db } from '../request/context.ts';
import type { InCompany } from '../request/two-phase.ts';
import { budgetLetter } from './budget-letter.ts';
import { decisionsLetter } from './decisions-letter.ts';
import { emptyWeekLetter } from './empty-week-letter.ts';
import type { LetterContext } from './letter.ts';
import { type NoticePayload, noticePayload } from './payload.ts';
import { findRecipient } from './recipient.ts';
import { standInLetter } from './stand-in-letter.ts';
import { waitingLetter } from './waiting-letter.ts';

export type SendNoticeParts = {
  config: Pick<Config, 'baseUrl' | 'appSecret'>;
  port: MailPort;
  inCompany: InCompany;
  log: Log;
};

type AddressedLetter = { to: string; letter: Letter };

export function sendNoticeTask({ config, port, inCompany, log }: SendNoticeParts) {
  return async (
    payload: unknown,
    { job, abortSignal }: { job: JobFacts; abortSignal: AbortSignal },
  ): Promise<'sent' | 'not needed'> => {
    const reading = noticePayload.safeParse(payload);
    if (!reading.success) throw new Undeliverable('the notice is malformed');
    const notice = reading.data;
    const mail = await inCompany(notice.companyId, (db, now) => write(db, now, config, notice));
    if (mail === null) {
      log.info({ job: job.id, kind: notice.kind }, 'notice not sent: it no longer applies');
      return 'not needed';
    }
    const { to, letter } = mail;
    await port.send(messageOf(letter, { to, messageId: messageIdOf(job, config.baseUrl) }), abortSignal);
    log.info({ job: job.id, kind: notice.kind }, 'notice sent');
    return 'sent';
  };
}

async function write(
  db: Db,
  now: Date,
  config: LetterContext['config'],
  notice: NoticePayload,
): Promise<AddressedLetter | null> {
  const reader = await findRecipient(db, notice);
  if (!reader) return null;
  const letter = await letterOf(db, { reader, now, config }, notice);
  return letter && { to: reader.email, letter };
}

async function letterOf(db: Db, writer: LetterContext, notice: NoticePayload): Promise<Letter | null> {
  const mayLog = isAllowed(writer.reader.company, 'worklogs.submit');
  switch (notice.kind) {
    case 'decisions':
      return mayLog ? decisionsLetter(db, writer, notice) : null;
    case 'waiting':
      return waitingLetter(db, writer);
    case 'stand-in':
      return standInLetter(db, writer, notice);
    case 'budget':
      return budgetLetter(db, writer, notice);
    case 'empty-week':
      return emptyWeekLetter(db, writer, notice);
  }
}

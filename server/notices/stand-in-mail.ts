// Notifies both people of a stand-in when it is arranged and when it has ended or was revoked. If it is over before the first
// mail is sent, that mail is skipped.

import { dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { rangeText } from '../mail/dates.ts';
import { cleanName } from '../mail/displayed.ts';
import type { MailContent } from '../mail/mail-content.ts';
import type { Db } from '../request/context.ts';
import { enqueueNotices } from './enqueue.ts';
import { type NoticeContext, noticeMail, pageUrl } from './notice-mail.ts';
import type { NoticeOf } from './payload.ts';

type StandInChange = { companyId: string; standInId: string; userIds: readonly string[]; hasEnded: boolean };

/** In the transaction that arranges or ends it. */
export const notifyStandIn = (db: Db, { companyId, standInId, userIds, hasEnded }: StandInChange): Promise<void> =>
  enqueueNotices(
    db,
    userIds.map((userId) => ({ kind: 'stand-in', companyId, userId, standInId, hasEnded })),
  );

export async function standInMail(
  db: Db,
  writer: NoticeContext,
  notice: NoticeOf<'stand-in'>,
): Promise<MailContent | null> {
  const { reader, now } = writer;
  const { locale, company } = reader;
  const row = await readStandIn(db, company.id, notice.standInId);
  const today = dayOf(now, company.timeZone);
  if (!row || (!notice.hasEnded && (row.endedAt !== null || row.toDay < today))) return null;
  const isTheirs = row.approverId === reader.id;
  if (!isTheirs && row.standInId !== reader.id) return null;
  const words = {
    name: cleanName(isTheirs ? row.standInName : row.approverName),
    company: cleanName(company.name),
    days: rangeText({ from: row.fromDay, to: row.toDay }, locale),
  };
  const { subject, body } = sentences[notice.hasEnded ? 'ended' : 'arranged'][isTheirs ? 'named' : 'yours'];
  return noticeMail(writer, 'stand-in', {
    subject: subject(words, { locale }),
    preheader: m.mail_stand_in_preheader(words, { locale }),
    body: body(words, { locale }),
    // The account settings, where the approver can revoke it.
    button:
      isTheirs && !notice.hasEnded
        ? { label: m.mail_stand_in_button_named({}, { locale }), url: pageUrl(writer, '/account-settings') }
        : { label: m.mail_waiting_button({}, { locale }), url: pageUrl(writer, '/approvals') },
    why: m.mail_stand_in_why({ company: words.company }, { locale }),
  });
}

const sentences = {
  arranged: {
    yours: { subject: m.mail_stand_in_subject_yours, body: m.mail_stand_in_body_yours },
    named: { subject: m.mail_stand_in_subject_named, body: m.mail_stand_in_body_named },
  },
  ended: {
    yours: { subject: m.mail_stand_in_subject_yours_ended, body: m.mail_stand_in_body_ended },
    named: { subject: m.mail_stand_in_subject_named_ended, body: m.mail_stand_in_body_ended },
  },
} as const;

const readStandIn = (db: Db, companyId: string, id: string) =>
  db
    .selectFrom('standIns as s')
    .innerJoin('users as a', 'a.id', 's.approverId')
    .innerJoin('users as b', 'b.id', 's.standInId')
    .where('s.companyId', '=', companyId)
    .where('s.id', '=', id)
    .select(['s.approverId', 's.standInId', 's.fromDay', 's.toDay', 's.endedAt'])
    .select(['a.name as approverName', 'b.name as standInName'])
    .executeTakeFirst();

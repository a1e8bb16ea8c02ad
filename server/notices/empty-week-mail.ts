// Reminds a worker who logged nothing in the week that has just ended. Checked again when it is sent: no reminder if something
// was logged in the meantime.

import { addDays } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { weekText } from '../mail/dates.ts';
import { cleanName } from '../mail/displayed.ts';
import type { MailContent } from '../mail/mail-content.ts';
import type { Db } from '../request/context.ts';
import { listEmptyWeeks } from './empty-weeks.ts';
import { type NoticeContext, noticeMail, pageUrl } from './notice-mail.ts';
import type { NoticeOf } from './payload.ts';

export async function emptyWeekMail(
  db: Db,
  writer: NoticeContext,
  { week }: NoticeOf<'empty-week'>,
): Promise<MailContent | null> {
  const { id, locale, company } = writer.reader;
  if (!company.emptyWeekMails) return null;
  const [isStillEmpty] = await listEmptyWeeks(db, company, { week, only: id });
  if (isStillEmpty === undefined) return null;
  const words = { company: cleanName(company.name), week: weekText(week, locale) };
  return noticeMail(writer, 'empty-week', {
    subject: m.mail_empty_week_subject({ week: words.week }, { locale }),
    preheader: m.mail_empty_week_preheader({ company: words.company }, { locale }),
    body: m.mail_empty_week_body(words, { locale }),
    button: {
      label: m.mail_empty_week_button({}, { locale }),
      url: pageUrl(writer, '/worklogs', { from: week, to: addDays(week, 6) }),
    },
    why: m.mail_empty_week_why({ company: words.company }, { locale }),
  });
}

// Notifies a decider of pending worklogs: how many, since when, of whom and on which projects, counted at the time of sending.
// People who can assign roles are also notified of worklogs that nobody may decide. No mail if there are none.

import { sql } from 'kysely';
import { type Day, dayOf, daysBetween } from '#domain/calendar.ts';
import { isPremium } from '#domain/companies.ts';
import { formatMinutes } from '#domain/duration.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { dayText } from '../mail/dates.ts';
import { cleanName } from '../mail/displayed.ts';
import type { MailContent, MailLine } from '../mail/mail-content.ts';
import { type Db, todayOf } from '../request/context.ts';
import { worklogsWithProject } from '../worklogs/joins.ts';
import { canAssignRoles, canDecideWorklog, hasNoDecider } from './deciders.ts';
import { type NoticeContext, noticeMail, pageUrl } from './notice-mail.ts';

const maxLines = 20;

export async function waitingMail(db: Db, writer: NoticeContext): Promise<MailContent | null> {
  const { locale, company } = writer.reader;
  // Without seats the linked pages are not available.
  if (company.waitingMails === 'never' || !isPremium(company.seats)) return null;
  const rows = await readWaiting(db, writer);
  const withoutDecider = await countWithoutDecider(db, writer);
  const why = m.mail_waiting_why({ company: cleanName(company.name) }, { locale });
  if (rows.length === 0) return withoutDecider === 0 ? null : noDeciderMail(writer, withoutDecider, why);
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const oldest = new Date(Math.min(...rows.map((row) => row.oldest.getTime())));
  const sentences = [m.mail_waiting_body_at({ company: cleanName(company.name) }, { locale }), since(writer, oldest)];
  return noticeMail(writer, 'waiting', {
    subject: m.mail_waiting_subject({ count }, { locale }),
    preheader: preheader(writer, oldest),
    body: [
      ...sentences,
      ...(withoutDecider === 0 ? [] : [m.mail_waiting_nobody({ count: withoutDecider }, { locale })]),
    ].join(' '),
    groups: [
      {
        title: m.mail_waiting_group({}, { locale }),
        quote: null,
        lines: rows.slice(0, maxLines).map((row) => lineOf(writer, row)),
        more: rows.length > maxLines ? m.mail_notice_more({ count: rows.length - maxLines }, { locale }) : null,
      },
    ],
    button: { label: m.mail_waiting_button({}, { locale }), url: pageUrl(writer, '/approvals', rangeOf(rows)) },
    why,
  });
}

function noDeciderMail(writer: NoticeContext, count: number, why: string): MailContent {
  const { locale, company } = writer.reader;
  return noticeMail(writer, 'waiting', {
    subject: m.mail_waiting_subject_nobody({ count }, { locale }),
    preheader: m.mail_notice_at({ company: cleanName(company.name) }, { locale }),
    body: m.mail_waiting_nobody({ count }, { locale }),
    button: { label: m.mail_waiting_nobody_button({}, { locale }), url: pageUrl(writer, '/users') },
    why,
  });
}

type Row = Awaited<ReturnType<typeof readWaiting>>[number];

/** Oldest first. */
function readWaiting(db: Db, writer: NoticeContext) {
  const { reader } = writer;
  return worklogsWithProject(db)
    .innerJoin('members as m', (join) => join.onRef('m.companyId', '=', 'w.companyId').on('m.userId', '=', reader.id))
    .innerJoin('users as u', 'u.id', 'w.workerId')
    .where('w.companyId', '=', reader.company.id)
    .where('w.status', '=', sql.lit('pending'))
    .where(canDecideWorklog(reader.company.id, today(writer)))
    .groupBy(['w.workerId', 'u.name', 'w.projectId', 'p.name'])
    .select(['w.workerId', 'u.name as workerName', 'w.projectId', 'p.name as projectName'])
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(w.minutes), 0)::bigint`.as('minutes'),
      sql<Date>`min(w.submitted_at)`.as('oldest'),
      sql<Day>`min(w.day)`.as('first'),
      sql<Day>`max(w.day)`.as('last'),
    ])
    .orderBy('oldest')
    .orderBy('w.workerId')
    .orderBy('w.projectId')
    .execute();
}

async function countWithoutDecider(db: Db, writer: NoticeContext): Promise<number> {
  const { reader } = writer;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from worklogs w
    where w.company_id = ${reader.company.id} and w.status = 'pending' and ${hasNoDecider(reader.company.id, today(writer))}
      and exists (select from members m where m.company_id = ${reader.company.id} and m.user_id = ${reader.id} and ${canAssignRoles})`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

function lineOf(writer: NoticeContext, row: Row): MailLine {
  const { locale } = writer.reader;
  const filter = { from: row.first, to: row.last, project: row.projectId, workers: row.workerId };
  return {
    text: cleanName(row.workerName),
    detail: [
      isolated(cleanName(row.projectName)),
      ...(row.minutes > 0 ? [formatMinutes(row.minutes, locale)] : []),
    ].join(' · '),
    amount: m.mail_waiting_count({ count: row.count }, { locale }),
    url: pageUrl(writer, '/approvals', filter),
  };
}

const rangeOf = (rows: readonly Row[]) => ({
  from: rows.map(({ first }) => first).sort()[0] ?? '',
  to:
    rows
      .map(({ last }) => last)
      .sort()
      .at(-1) ?? '',
});

const today = ({ reader: { company }, now }: NoticeContext): Day => todayOf({ now, company });

function since({ reader: { company, locale }, now }: NoticeContext, oldest: Date): string {
  const days = daysBetween(dayOf(oldest, company.timeZone), dayOf(now, company.timeZone));
  return days === 0 ? m.mail_waiting_body_today({}, { locale }) : m.mail_waiting_body({ count: days }, { locale });
}

function preheader({ reader: { company, locale }, now }: NoticeContext, oldest: Date): string {
  const day = dayText(dayOf(oldest, company.timeZone), locale, dayOf(now, company.timeZone));
  return m.mail_waiting_preheader({ company: cleanName(company.name), day }, { locale });
}

// Notifies a worker of worklogs that were rejected, reopened or entered for them, grouped by person and notes. A decision that has
// been replaced since the notice was prepared is left out, and so is a withdrawn worklog; without any, no mail is sent.

import { sql } from 'kysely';
import { dayOf } from '#domain/calendar.ts';
import { formatMinutes } from '#domain/duration.ts';
import { formatMoney } from '#domain/money.ts';
import { type NotifiedMove, notifiedMoves } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { dayText, timesText } from '../mail/dates.ts';
import { cleanName, cleanNotes } from '../mail/displayed.ts';
import type { MailContent, MailGroup, MailLine } from '../mail/mail-content.ts';
import type { Db } from '../request/context.ts';
import { worklogsWithTask } from '../worklogs/joins.ts';
import { type NoticeContext, noticeMail, pageUrl } from './notice-mail.ts';
import type { NoticeOf } from './payload.ts';

/** Mail programs truncate long mails; the button opens the full list. */
const maxLines = 50;

export async function decisionsMail(
  db: Db,
  writer: NoticeContext,
  { worklogs }: NoticeOf<'decisions'>,
): Promise<MailContent | null> {
  const { reader } = writer;
  const { locale, company } = reader;
  const rows = await readDecided(db, company.id, reader.id, worklogs);
  if (rows.length === 0) return null;
  const moves = new Set(rows.map(({ move }) => move));
  const what = subjectOf(moves);
  const company_name = cleanName(company.name);
  const names = new Intl.ListFormat(locale).format(
    new Set(rows.map(({ actorName }) => isolated(cleanName(actorName)))),
  );
  return noticeMail(writer, 'decisions', {
    subject: subjects[what]({ count: rows.length }, { locale }),
    preheader: m.mail_decisions_preheader({ names, company: company_name }, { locale }),
    body: bodies[what]({ company: company_name }, { locale }),
    groups: groupsOf(writer, rows),
    button: buttonOf(writer, rows, what),
    why: m.mail_decisions_why({ company: company_name }, { locale }),
  });
}

function subjectOf(moves: ReadonlySet<NotifiedMove>): keyof typeof subjects {
  const [only] = moves;
  if (moves.size === 1 && only) return only;
  return moves.has('enter') ? 'mixed' : 'both';
}

const subjects = {
  reject: m.mail_decisions_subject_rejected,
  reopen: m.mail_decisions_subject_reopened,
  enter: m.mail_decisions_subject_entered,
  both: m.mail_decisions_subject_both,
  mixed: m.mail_decisions_subject_mixed,
} satisfies Record<NotifiedMove | 'both' | 'mixed', unknown>;

const bodies = {
  reject: m.mail_decisions_body_rejected,
  reopen: m.mail_decisions_body_reopened,
  enter: m.mail_decisions_body_entered,
  both: m.mail_decisions_body_both,
  mixed: m.mail_decisions_body_mixed,
};

const titles = {
  reject: m.mail_decisions_rejected_by,
  reopen: m.mail_decisions_reopened_by,
  enter: m.mail_decisions_entered_by,
};

type Row = Awaited<ReturnType<typeof readDecided>>[number];

/** Only worklogs that have not changed since the decision; an entered one also if it was decided since. */
function readDecided(db: Db, companyId: string, workerId: string, decided: NoticeOf<'decisions'>['worklogs']) {
  const versions = new Map(decided.map(({ id, version }) => [id, version]));
  return worklogsWithTask(db)
    .innerJoin('worklogEvents as e', (join) =>
      join
        .onRef('e.companyId', '=', 'w.companyId')
        .onRef('e.worklogId', '=', 'w.id')
        .on((eb) => eb.or([eb('e.version', '=', eb.ref('w.version')), eb('e.move', '=', 'enter')])),
    )
    .innerJoin('users as actor', 'actor.id', 'e.actorId')
    .where('w.companyId', '=', companyId)
    .where('w.workerId', '=', workerId)
    .where('w.id', '=', sql<string>`any(${[...versions.keys()]}::uuid[])`)
    .where('e.move', 'in', notifiedMoves)
    .where('w.status', '<>', 'deleted')
    .select([
      'w.id',
      'e.version',
      'w.day',
      'w.startsAt',
      'w.endsAt',
      'w.zone',
      'w.minutes',
      'w.amountMinor',
      'w.currency',
    ])
    .select(['p.name as projectName', 't.name as taskName', 'e.move', 'e.notes', 'actor.name as actorName'])
    .$narrowType<{ move: NotifiedMove }>()
    .orderBy('w.day')
    .orderBy('w.startsAt')
    .orderBy('w.id')
    .execute()
    .then((rows) => rows.filter(({ id, version }) => versions.get(id) === version));
}

function groupsOf(writer: NoticeContext, rows: readonly Row[]): MailGroup[] {
  const { locale } = writer.reader;
  const shown = rows.slice(0, maxLines);
  const left = rows.length - shown.length;
  const groups = [
    ...Map.groupBy(shown, ({ move, actorName, notes }) => JSON.stringify([move, actorName, notes])).values(),
  ];
  return groups.map((same, index) => {
    const [first] = same;
    const by = titles[first?.move ?? 'reopen'];
    return {
      title: by({ name: cleanName(first?.actorName ?? '') }, { locale }),
      quote: first?.notes ? cleanNotes(first.notes) : null,
      lines: same.map((row) => lineOf(writer, row)),
      more: left > 0 && index === groups.length - 1 ? m.mail_notice_more({ count: left }, { locale }) : null,
    };
  });
}

function lineOf(writer: NoticeContext, row: Row): MailLine {
  const { locale, company } = writer.reader;
  const clock = { zone: company.timeZone, enteredIn: row.zone, locale };
  const untimed = row.minutes === null ? null : m.worklog_no_times_after_day({}, { locale });
  const times = row.startsAt && row.endsAt ? timesText(row.startsAt, row.endsAt, clock) : untimed;
  const amounts = [
    row.minutes === null ? null : formatMinutes(row.minutes, locale),
    row.amountMinor === null ? null : formatMoney({ amountMinor: row.amountMinor, currency: row.currency }, locale),
  ];
  const day = dayText(row.day, locale, dayOf(writer.now, company.timeZone));
  return {
    text: times === null ? day : `${day}, ${times}`,
    detail: `${isolated(cleanName(row.projectName))} – ${isolated(cleanName(row.taskName))}`,
    amount: amounts.filter((amount) => amount !== null).join(' · '),
    url: pageUrl(writer, '/worklogs', { worklog: row.id }),
  };
}

/** Links to the worklog, or for several to the list of their days, filtered by rejected if all are. */
function buttonOf(writer: NoticeContext, rows: readonly Row[], what: keyof typeof subjects): MailContent['button'] {
  const { locale } = writer.reader;
  const [first] = rows;
  if (first && rows.length === 1)
    return {
      label: m.mail_decisions_button_one({}, { locale }),
      url: pageUrl(writer, '/worklogs', { worklog: first.id }),
    };
  const range = { from: first?.day ?? '', to: rows.at(-1)?.day ?? '' };
  return what === 'reject'
    ? {
        label: m.mail_decisions_button_rejected({}, { locale }),
        url: pageUrl(writer, '/worklogs', { ...range, statuses: 'rejected' }),
      }
    : { label: m.mail_decisions_button({}, { locale }), url: pageUrl(writer, '/worklogs', range) };
}

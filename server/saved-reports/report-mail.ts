// The mail with a saved report: what it is, for which days, and a link to it. The file is attached, or the mail says why not.

import type { DayRange } from '#domain/report-ranges.ts';
import type { ReportMailing } from '#domain/saved-reports.ts';
import { m } from '#locales/messages.js';
import { rangeText } from '../mail/dates.ts';
import { cleanName } from '../mail/displayed.ts';
import type { MailContent } from '../mail/mail-content.ts';
import { type NoticeContext, noticeMail, pageUrl } from '../notices/notice-mail.ts';
import type { SavedReportRow } from './rows.ts';

/** `linked`: the reader chose no file. */
export type ReportAttachment = 'enclosed' | 'linked' | 'too-large';

type About = {
  report: Pick<SavedReportRow, 'name' | 'view' | 'filter' | 'groupBy'>;
  days: DayRange;
  mailing: Exclude<ReportMailing, 'never'>;
  enclosure: ReportAttachment;
};

export function reportMail(writer: NoticeContext, { report, days, mailing, enclosure }: About): MailContent {
  const { locale, company } = writer.reader;
  const words = { report: cleanName(report.name), company: cleanName(company.name), days: rangeText(days, locale) };
  return noticeMail(writer, 'report', {
    subject: m.mail_report_subject(words, { locale }),
    preheader: m.mail_report_preheader({ company: words.company }, { locale }),
    body: bodies[enclosure](words, { locale }),
    button: { label: m.mail_report_button({}, { locale }), url: reportUrl(writer, report, days) },
    why: whys[mailing]({ company: words.company }, { locale }),
  });
}

const bodies = {
  enclosed: m.mail_report_body_enclosed,
  linked: m.mail_report_body_linked,
  'too-large': m.mail_report_body_too_large,
} as const satisfies Record<ReportAttachment, unknown>;

const whys = { weekly: m.mail_report_why_weekly, monthly: m.mail_report_why_monthly } as const;

/** The filter in the URL of the page. */
function reportUrl(writer: NoticeContext, { view, filter, groupBy }: About['report'], { from, to }: DayRange): string {
  const lists = {
    clients: filter.clientIds,
    projects: filter.projectIds,
    tasks: filter.taskIds,
    workers: filter.workerIds,
    tags: filter.tagIds,
    billable: filter.isBillable === undefined ? undefined : [filter.isBillable ? 'yes' : 'no'],
    statuses: filter.statuses,
    kinds: filter.kinds,
  };
  const search = new URLSearchParams({ from, to });
  for (const [name, values = []] of Object.entries(lists)) for (const value of values) search.append(name, value);
  if (view !== 'breakdown') search.set('view', view);
  const [group, subgroup = 'none'] = groupBy;
  if (group !== undefined) for (const [name, value] of Object.entries({ group, subgroup })) search.set(name, value);
  return pageUrl(writer, '/reports', search);
}

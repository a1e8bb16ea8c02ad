// The task `send-report`: when it runs, it checks whether the reader still wants the report and what they may see; the file is read in
// the same snapshot, up to the maximum size of a mail. No transaction is open while sending. A retry after a kill sends a copy
// with the same Message-ID.

import { sql } from 'kysely';
import { reportFileTypes } from '#contract/report-files.ts';
import { isPremium } from '#domain/companies.ts';
import { isAllowed } from '#domain/permissions.ts';
import { defaultGroups, type ReportGroup } from '#domain/report-groups.ts';
import { mailedDays, maxReportMailBytes } from '#domain/saved-reports.ts';
import type { Config } from '../config/config.ts';
import type { ExportConnection } from '../db/export-connections.ts';
import type { Log } from '../log.ts';
import { type JobFacts, messageIdOf, messageOf } from '../mail/send.ts';
import { findRecipient } from '../notices/recipient.ts';
import { type ReportMail, reportMailPayload } from '../notices/saved-report-mails.ts';
import { storeFileExport } from '../payroll/exports.ts';
import { type MailPort, type Message, Undeliverable } from '../ports/mail/mail.ts';
import { breakdownAction } from '../report-files/breakdown-rows.ts';
import { fileNameOf, type ReportFileKind, writeReportFile } from '../report-files/generate.ts';
import { prepareLongRead } from '../report-files/slots.ts';
import type { Viewer } from '../request/access.ts';
import { type AuditEntry, recordAudit } from '../request/audit.ts';
import { factsToday } from '../request/company-facts.ts';
import type { CompanyFacts, Db } from '../request/context.ts';
import { setCurrentCompany } from '../request/tenant.ts';
import { type ReportAttachment, reportMail } from './report-mail.ts';
import { findSavedReport, type SavedReportRow } from './rows.ts';

export type SendReportParts = {
  config: Pick<Config, 'baseUrl' | 'appSecret'>;
  port: MailPort;
  exportConnection: () => ExportConnection;
  log: Log;
};

export function sendReportTask({ config, port, exportConnection, log }: SendReportParts) {
  return async (
    payload: unknown,
    { job, abortSignal }: { job: JobFacts; abortSignal: AbortSignal },
  ): Promise<'sent' | 'not needed'> => {
    const parsed = reportMailPayload.safeParse(payload);
    if (!parsed.success) throw new Undeliverable('the mail of a report is malformed');
    const messageId = messageIdOf(job, config.baseUrl);
    const message = await write({ config, mail: parsed.data, messageId, signal: abortSignal }, exportConnection());
    if (message === null) {
      log.info({ job: job.id }, 'saved report not mailed: no longer wanted');
      return 'not needed';
    }
    await port.send(message, abortSignal);
    log.info({ job: job.id }, 'saved report mailed');
    return 'sent';
  };
}

type Writing = { config: SendReportParts['config']; mail: ReportMail; messageId: string; signal: AbortSignal };

async function write(
  { config, mail, messageId, signal }: Writing,
  { transact, copy }: ExportConnection,
): Promise<Message | null> {
  const outcome: { withoutFile?: Message } = {};
  const read = async (db: Db): Promise<Message | null> => {
    const subscription = await findSubscribed(db, mail);
    if (!subscription) return null;
    const { viewer, reader, report, now } = subscription;
    const { timeZone, weekStartsOn, name: company } = reader.company;
    const { locale } = reader;
    const days = mailedDays(report, mail.mailing, { day: mail.day, weekStartsOn });
    const compose = (enclosure: ReportAttachment) => {
      const content = reportMail({ reader, now, config }, { report, days, mailing: mail.mailing, enclosure });
      return messageOf(content, { to: reader.email, messageId });
    };
    const { mailFormat: format } = report;
    if (format === 'link') return compose('linked');
    await prepareLongRead(db, timeZone);
    const of = fileIn(report, viewer);
    const filter = { ...report.filter, ...days };
    const file = { of, format, style: 'local', groupBy: groupsOf(report), filter, locale } as const;
    const content = await collect(writeReportFile(viewer, file, { copy, signal }));
    if (content === null) {
      outcome.withoutFile = compose('too-large');
      throw new Error('The rest of the file is not read.');
    }
    if (of === 'payroll') await storeFileExport(viewer, filter, now);
    await recordMailed({ db, now }, mail, { about: of, ...days, onceFor: messageId });
    const name = fileNameOf({ company, of, format, days, locale });
    return { ...compose('enclosed'), attachment: { name, type: reportFileTypes[format], content } };
  };
  try {
    return await transact(read, 'repeatable read');
  } catch (error) {
    // Stopping early closed the connection, and with it the transaction.
    if (outcome.withoutFile) return outcome.withoutFile;
    throw error;
  }
}

type Mailed = Pick<AuditEntry, 'about' | 'from' | 'to' | 'onceFor'>;

const recordMailed = (writing: { db: Db; now: Date }, { companyId, userId }: ReportMail, mailed: Mailed) =>
  recordAudit(writing, companyId, [{ kind: 'report-mailed', actorId: userId, ...mailed }]);

/** Null if the report is no longer visible to the reader, or they have changed or ended its mailing. */
async function findSubscribed(db: Db, { companyId, reportId, userId, mailing }: ReportMail) {
  await setCurrentCompany(db, companyId);
  const reader = await findRecipient(db, { companyId, userId, kind: 'report' });
  if (!reader || !isPremium(reader.company.seats)) return null;
  const { rows } = await sql<{ facts: CompanyFacts | null; now: Date }>`
    select membership_facts(${companyId}, ${userId}) as facts, now() as now`.execute(db);
  const { facts = null, now = new Date() } = rows[0] ?? {};
  if (!facts) return null;
  const viewer = { db, company: factsToday(facts, now), person: { id: userId } };
  const report = await findSavedReport(viewer, reportId);
  return report?.mail === mailing ? { viewer, reader, report, now } : null;
}

/** A reader who may not open the breakdown gets the worklogs instead. */
const fileIn = (report: SavedReportRow, { company }: Viewer): ReportFileKind =>
  report.view === 'breakdown' && !isAllowed(company, breakdownAction(groupsOf(report))) ? 'worklogs' : report.view;

const groupsOf = ({ groupBy }: SavedReportRow): readonly ReportGroup[] =>
  groupBy.length > 0 ? groupBy : defaultGroups;

/** Null if the file exceeds the maximum size of a mail. */
async function collect(chunks: AsyncIterable<string | Uint8Array>): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > maxReportMailBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

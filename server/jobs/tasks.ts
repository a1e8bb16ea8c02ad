// Every kind of job, with its schedule: one table, from which the worker takes its tasks and its cron items. Tasks are idempotent.
import type { Task } from 'graphile-worker';
import type { Config } from '../config/config.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { checkHistory, deleteHistoryRows, runHistory, undoHistory } from '../history-imports/jobs.ts';
import { deleteStaleUploads } from '../http/temp-upload.ts';
import { deleteImport, recordingImports } from '../imports/delivery.ts';
import { recordingInvites } from '../invites/delivery.ts';
import type { Log } from '../log.ts';
import { sendMailTask } from '../mail/send.ts';
import { dailyMailPayload, sendDailyMail } from '../notices/daily-mail.ts';
import { recordingMembers } from '../notices/delivery.ts';
import { sendNoticeTask } from '../notices/send.ts';
import { sendPushTask } from '../notices/send-push.ts';
import { openBilling } from '../ports/billing/open.ts';
import type { MailPort } from '../ports/mail/mail.ts';
import { openReceipts } from '../ports/receipts/open.ts';
import { shortTransactions } from '../request/short-transactions.ts';
import { sendReportTask } from '../saved-reports/send.ts';
import { rotateSigningKeys } from '../tokens/signing-keys.ts';
import { deleteOldAuditEvents } from './audit.ts';
import { synchroniseWaiting } from './billing.ts';
import { deleteExpired, deleteFailedJobs, deleteOldKeys } from './cleanup.ts';
import { checkBudgets, gatherDueNotices, scheduleDailyMail } from './notices.ts';
import { deleteUnusedReceipts, reconcileReceipts } from './receipts.ts';
import { foldSums } from './sums.ts';

export type JobsParts = {
  config: Pick<
    Config,
    | 'baseUrl'
    | 'smtpUrl'
    | 'smtpPerSecond'
    | 'workers'
    | 'mailFrom'
    | 'environment'
    | 'stripe'
    | 'appSecret'
    | 'dataDir'
    | 'receiptsS3'
    | 'host'
    | 'push'
  >;
  database: Pick<OpenDatabase, 'ownerPool' | 'app' | 'exportConnection'>;
  log: Log;
};

/** `at`: minute, hour, day, month and weekday, in UTC. */
type ScheduledTask = { run: Task; at?: string };

export type TableParts = JobsParts & { port: MailPort };

const dailyMailTasks = ({ database: { ownerPool, app }, log }: TableParts) => {
  const schedule: Task = () => scheduleDailyMail({ ownerPool, app, log });
  const send: Task = (payload) => sendDailyMail(shortTransactions(app), dailyMailPayload.parse(payload));
  return {
    'schedule-daily-mail': { run: schedule, at: '*/5 * * * *' },
    'send-daily-mail': { run: send },
  };
};

/** The names in earlier releases, for jobs that are still queued, and those that a server of the previous release adds. */
const formerNames = {
  'begin-mornings': 'schedule-daily-mail',
  'tell-in-the-morning': 'send-daily-mail',
  'forget-import': 'delete-import',
  'forget-old-keys': 'delete-old-keys',
  'forget-expired': 'delete-expired',
  'forget-parked-jobs': 'delete-failed-jobs',
  'forget-receipts': 'delete-unused-receipts',
  'match-receipts': 'reconcile-receipts',
} as const;

export function taskTable(parts: TableParts): Record<string, ScheduledTask> {
  const tasks = { ...dailyMailTasks(parts), ...cleanupTasks(parts), ...otherTasks(parts) };
  const former = Object.entries(formerNames).map(([name, task]) => [name, { run: tasks[task].run }] as const);
  return { ...tasks, ...Object.fromEntries(former) };
}

const cleanupTasks = ({ config, database: { ownerPool }, log }: TableParts) => ({
  'delete-import': { run: (payload: unknown) => deleteImport(ownerPool, payload) },
  'delete-history-rows': { run: (payload: unknown) => deleteHistoryRows(ownerPool, payload) },
  'delete-old-keys': { run: () => deleteOldKeys(ownerPool), at: '17 * * * *' },
  'delete-expired': { run: () => deleteExpired(ownerPool), at: '37 * * * *' },
  'delete-old-audit-events': { run: () => deleteOldAuditEvents({ ownerPool, log }), at: '7 2 * * *' },
  'delete-failed-jobs': { run: () => deleteFailedJobs(ownerPool), at: '47 3 * * *' },
  'delete-unused-receipts': {
    run: async () => {
      await deleteUnusedReceipts({ ownerPool, store: openReceipts(config), log });
      await deleteStaleUploads(config);
    },
    at: '27 * * * *',
  },
  'reconcile-receipts': {
    run: () => reconcileReceipts({ ownerPool, store: openReceipts(config), log }),
    at: '57 2 * * *',
  },
});

const otherTasks = ({
  config,
  database: { ownerPool, app, exportConnection },
  log,
  port,
}: TableParts): Record<string, ScheduledTask> => ({
  'send-mail': {
    run: recordingImports(ownerPool, recordingInvites(ownerPool, sendMailTask({ config, port, log }))),
  },
  'check-history': { run: (payload) => checkHistory(ownerPool, payload) },
  'run-history': { run: (payload) => runHistory(ownerPool, payload) },
  'undo-history': { run: (payload) => undoHistory(ownerPool, payload) },
  discard: { run: async () => undefined },
  'send-notice': {
    run: recordingMembers(ownerPool, sendNoticeTask({ config, port, inCompany: shortTransactions(app), log })),
  },
  'send-push': { run: sendPushTask({ config, inCompany: shortTransactions(app), log }) },
  'send-report': { run: recordingMembers(ownerPool, sendReportTask({ config, port, exportConnection, log })) },
  'gather-notices': { run: () => gatherDueNotices({ ownerPool, app, log }), at: '* * * * *' },
  'check-budgets': { run: () => checkBudgets({ ownerPool, app, log }), at: '* * * * *' },
  'fold-sums': { run: () => foldSums({ ownerPool, log }), at: '* * * * *' },
  'rotate-signing-keys': {
    run: () => app.transaction().execute((db) => rotateSigningKeys(db, config.appSecret)),
    at: '7 * * * *',
  },
  'synchronise-payment': {
    run: () => synchroniseWaiting({ billing: openBilling(config), ownerPool, app, log }),
    at: '*/5 * * * *',
  },
});

import type { PolicyName } from '#domain/policies.ts';
import { m } from '#locales/messages.js';
import type { Sentence } from './sentence.ts';

export const policyLabels: Readonly<Record<PolicyName, Sentence>> = {
  loggers: m.company_loggers,
  logForOthers: m.company_log_for_others,
  times: m.company_times,
  lockedUntil: m.company_locked_until,
  longestWorklogMinutes: m.company_longest_worklog,
  longestDayMinutes: m.company_longest_day,
  weeklyTargetMinutes: m.company_weekly_target,
  allowFuture: m.company_allow_future,
  overlaps: m.company_overlaps,
  requireNotes: m.company_require_notes,
  receiptAboveMinor: m.company_receipt_above,
  waitingMails: m.company_waiting_mails,
  emptyWeekMails: m.company_empty_week_mails,
  auditDays: m.company_audit_days,
};

/** What a company is, beside its policies. */
export const companyBasicLabels = {
  name: m.company_name,
  timeZone: m.company_time_zone,
  currency: m.company_currency,
  weekStartsOn: m.company_week_starts_on,
} as const satisfies Record<string, Sentence>;

// Labels of stored codes and of texts, for people.

import type { AuditKind, SignInWay, TokenAccess } from '#domain/audit.ts';
import type { Role } from '#domain/permissions.ts';
import type { PolicyName } from '#domain/policies.ts';
import type { TaskKind } from '#domain/projects.ts';
import type { Locale } from '#domain/settings.ts';
import type { WorklogText } from '#domain/worklog-fields.ts';
import type { WorklogStatus } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';

type Word = (none: Record<string, never>, options: { locale: Locale }) => string;

export const statusTitles: Readonly<Record<WorklogStatus, Word>> = {
  pending: m.status_pending,
  approved: m.status_approved,
  rejected: m.status_rejected,
};

export const kindTitles: Readonly<Record<TaskKind, Word>> = { timed: m.kind_timed, expense: m.kind_expense };

export const auditKindTitles: Readonly<Record<AuditKind, Word>> = {
  'sign-in': m.audit_kind_sign_in,
  'member-joined': m.audit_kind_member_joined,
  'member-activated': m.audit_kind_member_activated,
  'member-deactivated': m.audit_kind_member_deactivated,
  'role-changed': m.audit_kind_role_changed,
  policy: m.audit_kind_policy,
  'company-setting': m.audit_kind_company_setting,
  'lock-date': m.audit_kind_lock_date,
  'payroll-closed': m.audit_kind_payroll_closed,
  'token-created': m.audit_kind_token_created,
  'token-revoked': m.audit_kind_token_revoked,
  'report-exported': m.audit_kind_report_exported,
  'report-mailed': m.audit_kind_report_mailed,
  'personal-data-exported': m.audit_kind_personal_data_exported,
  'client-renamed': m.audit_kind_client_renamed,
  'client-deleted': m.audit_kind_client_deleted,
  seats: m.audit_kind_seats,
  subscription: m.audit_kind_subscription,
};

const policyTitles: Readonly<Record<PolicyName, Word>> = {
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

/** What an event of the audit log is about. */
export const auditSubjectTitles: Readonly<Record<string, Word>> = {
  ...policyTitles,
  name: m.company_name,
  timeZone: m.company_time_zone,
  currency: m.company_currency,
  weekStartsOn: m.company_week_starts_on,
  worklogs: m.file_title_worklogs,
  breakdown: m.file_title_breakdown,
  payroll: m.file_title_payroll,
  audit: m.file_title_audit,
};

const signInWayTitles: Readonly<Record<SignInWay, Word>> = {
  password: m.audit_way_password,
  link: m.audit_way_link,
  passkey: m.audit_way_passkey,
  'app-code': m.audit_way_app_code,
  'recovery-code': m.audit_way_recovery_code,
  invite: m.audit_way_invite,
  demo: m.audit_way_demo,
};

const tokenAccessTitles: Readonly<Record<TokenAccess, Word>> = {
  'read-only': m.audit_token_read_only,
  'read-write': m.audit_token_read_write,
};

const roleTitles: Readonly<Record<Role, Word>> = {
  'company admin': m.role_company_admin,
  manager: m.role_manager,
  'timesheet approver': m.role_timesheet_approver,
  reviewer: m.role_reviewer,
  worker: m.role_worker,
};

/** Values in the audit log that have a word; the others are days, numbers and names. */
export const auditValueTitles: Readonly<Record<string, Word>> = {
  ...signInWayTitles,
  ...tokenAccessTitles,
  ...roleTitles,
  true: m.company_switched_on,
  false: m.company_switched_off,
};

export const textTitles: Readonly<Record<WorklogText, Word>> = { notes: m.worklog_notes };

// Labels of what an event of the audit log records.

import type { AuditKind, SignInWay, TokenAccess } from '#domain/audit.ts';
import type { SubscriptionStatus } from '#domain/billing.ts';
import { m } from '#locales/messages.js';
import type { Sentence } from './sentence.ts';

export const auditKindLabels: Readonly<Record<AuditKind, Sentence>> = {
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
  'tag-renamed': m.audit_kind_tag_renamed,
  'tag-merged': m.audit_kind_tag_merged,
  'tag-deleted': m.audit_kind_tag_deleted,
  'history-imported': m.audit_kind_history_imported,
  'history-undone': m.audit_kind_history_undone,
  'company-imported': m.audit_kind_company_imported,
  seats: m.audit_kind_seats,
  subscription: m.audit_kind_subscription,
};

export const signInWayLabels: Readonly<Record<SignInWay, Sentence>> = {
  password: m.audit_way_password,
  link: m.audit_way_link,
  passkey: m.audit_way_passkey,
  'app-code': m.audit_way_app_code,
  'recovery-code': m.audit_way_recovery_code,
  invite: m.audit_way_invite,
  demo: m.audit_way_demo,
};

export const tokenAccessLabels: Readonly<Record<TokenAccess, Sentence>> = {
  'read-only': m.audit_token_read_only,
  'read-write': m.audit_token_read_write,
};

export const subscriptionLabels: Readonly<Record<SubscriptionStatus, Sentence>> = {
  none: m.audit_subscription_none,
  active: m.audit_subscription_active,
  'past due': m.audit_subscription_past_due,
  ended: m.audit_subscription_ended,
};

/** By the name of what was exported. */
export const exportedFileLabels: Readonly<Record<string, Sentence>> = {
  worklogs: m.file_title_worklogs,
  breakdown: m.file_title_breakdown,
  payroll: m.file_title_payroll,
  audit: m.file_title_audit,
  archive: m.company_archive_file,
};

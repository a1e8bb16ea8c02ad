// Events of the audit log as sentences in the language of the reader.

import type { AuditEvent } from '#contract/audit.ts';
import { type AuditKind, auditKindNames, type SignInWay, signInWays, type TokenAccess } from '#domain/audit.ts';
import type { SubscriptionStatus } from '#domain/billing.ts';
import { isDay } from '#domain/calendar.ts';
import { isRole } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import { settingLabel, settingValueText } from '../companies/setting-texts.ts';
import { roleLabel } from '../role-labels.ts';
import { formatDate, formatDayRange, formatNumber } from '../ui/format.ts';

export const auditKindLabels: Record<AuditKind, () => string> = {
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

export const auditKindOptions = () => auditKindNames.map((kind) => ({ value: kind, label: auditKindLabels[kind]() }));

const wayLabels: Record<SignInWay, () => string> = {
  password: m.audit_way_password,
  link: m.audit_way_link,
  passkey: m.audit_way_passkey,
  'app-code': m.audit_way_app_code,
  'recovery-code': m.audit_way_recovery_code,
  invite: m.audit_way_invite,
  demo: m.audit_way_demo,
};

const accessLabels: Record<TokenAccess, () => string> = {
  'read-only': m.audit_token_read_only,
  'read-write': m.audit_token_read_write,
};

const subscriptionLabels: Record<SubscriptionStatus, () => string> = {
  none: m.audit_subscription_none,
  active: m.audit_subscription_active,
  'past due': m.audit_subscription_past_due,
  ended: m.audit_subscription_ended,
};

const fileLabels: Record<string, (() => string) | undefined> = {
  worklogs: m.file_title_worklogs,
  breakdown: m.file_title_breakdown,
  payroll: m.file_title_payroll,
  audit: m.file_title_audit,
  archive: m.company_archive_file,
};

/** What belongs to the kind: the values, the file, the way of signing in. Empty if the kind says it all. */
export const auditDetail = (event: AuditEvent, currency: string): string => details[event.kind](event, currency);

const lookUp = (labels: Record<string, (() => string) | undefined>, code: string | null): string =>
  labels[code ?? '']?.() ?? code ?? '';

const change = (from: string, to: string): string => m.audit_change({ from, to });

const wayOf = ({ to }: AuditEvent): string => lookUp(wayLabels, signInWays.find((way) => way === to) ?? to);

const roleText = (role: string | null): string => (role !== null && isRole(role) ? roleLabel(role) : (role ?? ''));

const lockDate = (day: string | null): string =>
  day !== null && isDay(day) ? formatDate(day) : m.company_not_locked();

const lockChange = ({ from, to }: AuditEvent): string => change(lockDate(from), lockDate(to));

function settingChange({ about, from, to }: AuditEvent, currency: string): string {
  const value = (text: string | null) => settingValueText(about ?? '', text ?? '', currency);
  return m.company_event_policy({ policy: settingLabel(about ?? ''), from: value(from), to: value(to) });
}

function fileText({ about, from, to }: AuditEvent): string {
  const file = lookUp(fileLabels, about);
  if (from === null || to === null || !isDay(from) || !isDay(to)) return file;
  return m.audit_file({ file, days: formatDayRange(from, to) });
}

const seatsText = (count: string | null): string => formatNumber(Number(count));

const details: Record<AuditKind, (event: AuditEvent, currency: string) => string> = {
  'sign-in': wayOf,
  'member-joined': ({ to }) => roleText(to),
  'member-activated': () => '',
  'member-deactivated': () => '',
  'role-changed': ({ from, to }) => change(roleText(from), roleText(to)),
  policy: settingChange,
  'company-setting': settingChange,
  'lock-date': lockChange,
  'payroll-closed': lockChange,
  'token-created': ({ to }) => lookUp(accessLabels, to),
  'token-revoked': ({ from }) => lookUp(accessLabels, from),
  'report-exported': fileText,
  'report-mailed': fileText,
  'personal-data-exported': () => '',
  'client-renamed': ({ from, to }) => change(from ?? '', to ?? ''),
  'client-deleted': ({ from }) => from ?? '',
  seats: ({ from, to }) => change(seatsText(from), seatsText(to)),
  subscription: ({ from, to }) => change(lookUp(subscriptionLabels, from), lookUp(subscriptionLabels, to)),
};

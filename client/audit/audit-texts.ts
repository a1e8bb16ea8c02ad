// Events of the audit log as sentences in the language of the reader.

import type { AuditEvent } from '#contract/audit.ts';
import { type AuditKind, auditKindNames, signInWays } from '#domain/audit.ts';
import { isDay } from '#domain/calendar.ts';
import { isRole } from '#domain/permissions.ts';
import {
  auditKindLabels,
  exportedFileLabels,
  signInWayLabels,
  subscriptionLabels,
  tokenAccessLabels,
} from '#labels/audit.ts';
import type { Sentence } from '#labels/sentence.ts';
import { m } from '#locales/messages.js';
import { settingLabel, settingValueText } from '../companies/setting-texts.ts';
import { roleLabel } from '../role-labels.ts';
import { formatDate, formatDayRange, formatNumber } from '../ui/format.ts';

export const auditKindOptions = () => auditKindNames.map((kind) => ({ value: kind, label: auditKindLabels[kind]() }));

/** What belongs to the kind: the values, the file, the way of signing in. Empty if the kind says it all. */
export const auditDetail = (event: AuditEvent, currency: string): string => details[event.kind](event, currency);

const lookUp = (labels: Readonly<Record<string, Sentence>>, code: string | null): string =>
  labels[code ?? '']?.() ?? code ?? '';

const change = (from: string, to: string): string => m.audit_change({ from, to });

const wayOf = ({ to }: AuditEvent): string => lookUp(signInWayLabels, signInWays.find((way) => way === to) ?? to);

const roleText = (role: string | null): string => (role !== null && isRole(role) ? roleLabel(role) : (role ?? ''));

const lockDate = (day: string | null): string =>
  day !== null && isDay(day) ? formatDate(day) : m.company_not_locked();

const lockChange = ({ from, to }: AuditEvent): string => change(lockDate(from), lockDate(to));

function settingChange({ about, from, to }: AuditEvent, currency: string): string {
  const value = (text: string | null) => settingValueText(about ?? '', text ?? '', currency);
  return m.company_event_policy({ policy: settingLabel(about ?? ''), from: value(from), to: value(to) });
}

function fileText({ about, from, to }: AuditEvent): string {
  const file = lookUp(exportedFileLabels, about);
  if (from === null || to === null || !isDay(from) || !isDay(to)) return file;
  return m.audit_file({ file, days: formatDayRange(from, to) });
}

/** Names of files stand beside other text. */
const historyText = (files: string | null, worklogs: string | null): string =>
  m.audit_history({ count: Number(worklogs), files: files ?? '' });

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
  'token-created': ({ to }) => lookUp(tokenAccessLabels, to),
  'token-revoked': ({ from }) => lookUp(tokenAccessLabels, from),
  'report-exported': fileText,
  'report-mailed': fileText,
  'personal-data-exported': () => '',
  'client-renamed': ({ from, to }) => change(from ?? '', to ?? ''),
  'client-deleted': ({ from }) => from ?? '',
  'tag-renamed': ({ from, to }) => change(from ?? '', to ?? ''),
  'tag-merged': ({ from, to }) => change(from ?? '', to ?? ''),
  'tag-deleted': ({ from }) => from ?? '',
  'history-imported': ({ about, to }) => historyText(about, to),
  'history-undone': ({ about, from }) => historyText(about, from),
  'company-imported': ({ about }) => about ?? '',
  seats: ({ from, to }) => change(seatsText(from), seatsText(to)),
  subscription: ({ from, to }) => change(lookUp(subscriptionLabels, from), lookUp(subscriptionLabels, to)),
};

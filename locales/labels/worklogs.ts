import type { TaskKind } from '#domain/projects.ts';
import type { WorklogText } from '#domain/worklog-fields.ts';
import type { WorklogStatus } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import type { Sentence } from './sentence.ts';

export const statusLabels: Readonly<Record<WorklogStatus, Sentence>> = {
  pending: m.status_pending,
  approved: m.status_approved,
  rejected: m.status_rejected,
};

export const taskKindLabels: Readonly<Record<TaskKind, Sentence>> = { timed: m.kind_timed, expense: m.kind_expense };

export const billableLabels: Readonly<Record<string, Sentence>> = { true: m.billable_field, false: m.billable_no };

export const worklogTextLabels: Readonly<Record<WorklogText, Sentence>> = { notes: m.worklog_notes };

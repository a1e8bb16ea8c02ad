// Labels of stored codes and of texts, for people.

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

export const textTitles: Readonly<Record<WorklogText, Word>> = { notes: m.worklog_notes };

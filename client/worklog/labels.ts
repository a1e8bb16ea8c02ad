// Labels of statuses and kinds in the current language.

import type { TaskKind } from '#domain/projects.ts';
import type { WorklogStatus } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';

const statusLabels: Record<WorklogStatus, () => string> = {
  pending: m.status_pending,
  approved: m.status_approved,
  rejected: m.status_rejected,
};

const kindLabels: Record<TaskKind, () => string> = { timed: m.kind_timed, expense: m.kind_expense };

export const statusLabel = (status: WorklogStatus): string => statusLabels[status]();

export const kindLabel = (kind: TaskKind): string => kindLabels[kind]();

// Labels of statuses and kinds in the current language.

import type { TaskKind } from '#domain/projects.ts';
import type { WorklogStatus } from '#domain/worklogs.ts';
import { statusLabels, taskKindLabels } from '#labels/worklogs.ts';

export const statusLabel = (status: WorklogStatus): string => statusLabels[status]();

export const kindLabel = (kind: TaskKind): string => taskKindLabels[kind]();

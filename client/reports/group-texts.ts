// Names of groups, and of the rows of each.

import type { ReportRow } from '#contract/reports.ts';
import { noClient } from '#domain/clients.ts';
import { isTimeGroup, type ReportGroup } from '#domain/report-groups.ts';
import { worklogStatuses } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { statusLabel } from '../worklog/labels.ts';
import { bucketLabel } from './series.ts';

export const groupTexts: Record<ReportGroup, { name: () => string; caption: () => string }> = {
  client: { name: m.clients_client, caption: m.reports_by_client },
  project: { name: m.reports_project, caption: m.reports_by_project },
  task: { name: m.reports_task, caption: m.reports_by_task },
  worker: { name: m.reports_worker, caption: m.reports_by_worker },
  day: { name: m.reports_day, caption: m.reports_by_day },
  week: { name: m.reports_week, caption: m.reports_by_week },
  month: { name: m.reports_month, caption: m.reports_by_month },
  status: { name: m.reports_status, caption: m.reports_by_status },
};

export function rowName(group: ReportGroup, { id, name, days }: Pick<ReportRow, 'id' | 'name' | 'days'>): string {
  if (isTimeGroup(group)) return days ? bucketLabel(days, group) : name;
  if (group === 'client' && id === noClient) return m.clients_none();
  const status = group === 'status' && worklogStatuses.find((one) => one === id);
  return status ? statusLabel(status) : name;
}

// Describes the changes of a history event: labels of the changed fields with the value before and after.

import type { WorklogEvent } from '#contract/worklog-events.ts';
import { formatMinutes } from '#domain/duration.ts';
import { formatMoney } from '#domain/money.ts';
import { type ChangedField, mapTexts } from '#domain/worklog-fields.ts';
import { worklogTextLabels } from '#labels/worklogs.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { formatDay, formatInstantIn } from '../ui/format.ts';

type Value = WorklogEvent['changes'][string]['from'];
type Units = { zone: string; currency: string };

const changeLabels: Record<
  ChangedField | 'clientName' | 'projectName' | 'taskName' | 'tags' | 'receipts',
  () => string
> = {
  clientName: m.history_client,
  projectName: m.history_project,
  taskName: m.history_task,
  startsAt: m.history_start,
  endsAt: m.history_end,
  minutes: m.history_minutes,
  day: m.history_day,
  amountMinor: m.history_amount,
  ...mapTexts((name) => worklogTextLabels[name]),
  isBillable: m.history_billable,
  tags: m.history_tags,
  receipts: m.history_receipts,
};
const labels: Record<string, (() => string) | undefined> = changeLabels;

export type ChangeLine = { label: string; from: string; to: string };

/** Unknown fields, of a newer server, are omitted. */
export function describeChanges(changes: WorklogEvent['changes'], units: Units): ChangeLine[] {
  return Object.entries(changes).flatMap(([field, { from, to }]) => {
    const label = labels[field];
    return label ? [{ label: label(), from: formatValue(field, from, units), to: formatValue(field, to, units) }] : [];
  });
}

function formatValue(field: string, value: Value, { zone, currency }: Units): string {
  if (value === null || value === '') return m.history_nothing();
  if (field === 'minutes' && typeof value === 'number') return formatMinutes(value, getLocale());
  if (typeof value === 'number') return formatMoney({ amountMinor: value, currency }, getLocale());
  if (field === 'startsAt' || field === 'endsAt') return formatInstantIn(value, zone);
  if (field === 'isBillable') return value === 'true' ? m.billable_field() : m.billable_no();
  return field === 'day' ? formatDay(value) : value;
}

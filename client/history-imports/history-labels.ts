// Labels of tools, states, choices, columns and verdicts of an import of history.

import type { HistoryField, HistoryTool } from '#domain/history-imports/columns.ts';
import type { HistoryState } from '#domain/history-imports/limits.ts';
import type { DateOrder } from '#domain/history-imports/values.ts';
import type { HistoryVerdict } from '#domain/history-imports/verdicts.ts';
import type { ReasonCode } from '#domain/reasons.ts';
import type { Sentence } from '#labels/sentence.ts';
import { m } from '#locales/messages.js';

export const toolLabels: Record<HistoryTool, Sentence> = {
  toggl: () => 'Toggl Track',
  clockify: () => 'Clockify',
  harvest: () => 'Harvest',
  kimai: () => 'Kimai',
  solidtime: () => 'solidtime',
  table: m.history_tool_table,
};

export const historyStateLabels: Record<HistoryState, Sentence> = {
  open: m.history_state_open,
  checking: m.history_state_checking,
  checked: m.history_state_checked,
  running: m.history_state_running,
  imported: m.history_state_imported,
  undoing: m.history_state_undoing,
  undone: m.history_state_undone,
};

export const dateOrderLabels: Record<DateOrder, Sentence> = {
  'day-month': m.history_order_day,
  'month-day': m.history_order_month,
};

export const historyFieldLabels: Record<HistoryField, Sentence> = {
  person: m.history_field_person,
  firstName: m.history_field_first_name,
  lastName: m.history_field_last_name,
  email: m.history_field_email,
  client: m.history_field_client,
  project: m.history_field_project,
  task: m.history_field_task,
  notes: m.history_field_notes,
  tags: m.history_field_tags,
  billable: m.history_field_billable,
  day: m.history_field_day,
  start: m.history_field_start,
  endDay: m.history_field_end_day,
  end: m.history_field_end,
  duration: m.history_field_duration,
  approved: m.history_field_approved,
  type: m.history_field_type,
};

export const verdictLabels: Record<HistoryVerdict, Sentence> = {
  new: m.history_verdict_new,
  shortened: m.history_verdict_shortened,
  overlapping: m.history_verdict_overlapping,
  placed: m.history_verdict_placed,
  'length-only': m.history_verdict_length_only,
  known: m.history_verdict_known,
  break: m.history_verdict_break,
  'wrong-date': m.history_verdict_wrong_date,
  'wrong-time': m.history_verdict_wrong_time,
  'wrong-length': m.history_verdict_wrong_length,
  'negative-length': m.history_verdict_negative_length,
  'no-length': m.history_verdict_no_length,
  'too-short': m.history_verdict_too_short,
  'too-long': m.history_verdict_too_long,
  'no-person': m.history_verdict_no_person,
  invited: m.history_verdict_invited,
  overlaps: m.history_verdict_overlaps,
  'no-free-time': m.history_verdict_no_free_time,
  'without-times': m.history_verdict_without_times,
  locked: m.history_verdict_locked,
  future: m.history_verdict_future,
};

const problemLabels: Partial<Record<ReasonCode, Sentence>> = {
  'history-import.changed-since-check': m.reason_history_import_changed_since_check,
  'history-import.worklogs-changed': m.reason_history_import_worklogs_changed,
  'history-import.period-locked': m.reason_history_import_period_locked,
};

/** Why a step ended without effect. */
export const historyProblemText = (code: ReasonCode): string => (problemLabels[code] ?? m.reason_server_failed)();

/** Only where some of the rows are not shown they are examples. */
export const questionRowsText = (rows: number, shown: number): string =>
  rows > shown ? m.history_question_rows({ count: rows }) : m.history_question_all_rows({ count: rows });

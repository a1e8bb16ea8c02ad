// The labels, descriptions and groups of the policies in the settings. The control follows from the kind of the policy.

import type { Policies, PolicyName } from '#domain/policies.ts';
import { m } from '#locales/messages.js';
import type { Sentence } from './sentence.ts';

/** What a policy is about. */
type PolicyGroup = keyof typeof ruleGroups | 'mails' | 'audit';

type PolicyText<Value> = {
  group: PolicyGroup;
  label: Sentence;
  text: () => string;
  /** Labels of the options of a choice. */
  options?: Value extends string ? Record<Value, () => string> : never;
};

/** The headings of the rules for worklogs, in the order of the page. */
export const ruleGroups = {
  loggers: m.company_group_loggers,
  times: m.company_group_times,
  hours: m.company_group_hours,
  proofs: m.company_group_proofs,
  closing: m.company_group_closing,
};

export const policyTexts: { [Name in PolicyName]: PolicyText<Policies[Name]> } = {
  loggers: {
    group: 'loggers',
    label: m.company_loggers,
    text: m.company_loggers_text,
    options: { workers: m.company_loggers_workers, everyone: m.company_loggers_everyone },
  },
  times: {
    group: 'times',
    label: m.company_times,
    text: m.company_times_text,
    options: { required: m.company_times_required, optional: m.company_times_optional },
  },
  logForOthers: { group: 'loggers', label: m.company_log_for_others, text: m.company_log_for_others_text },
  lockedUntil: { group: 'closing', label: m.company_locked_until, text: m.company_locked_until_text },
  longestWorklogMinutes: { group: 'hours', label: m.company_longest_worklog, text: m.company_longest_worklog_text },
  longestDayMinutes: { group: 'hours', label: m.company_longest_day, text: m.company_longest_day_text },
  weeklyTargetMinutes: { group: 'hours', label: m.company_weekly_target, text: m.company_weekly_target_text },
  allowFuture: { group: 'times', label: m.company_allow_future, text: m.company_allow_future_text },
  overlaps: {
    group: 'times',
    label: m.company_overlaps,
    text: m.company_overlaps_text,
    options: { refuse: m.company_overlaps_refuse, flag: m.company_overlaps_flag },
  },
  requireNotes: { group: 'proofs', label: m.company_require_notes, text: m.company_require_notes_text },
  receiptAboveMinor: { group: 'proofs', label: m.company_receipt_above, text: m.company_receipt_above_text },
  waitingMails: {
    group: 'mails',
    label: m.company_waiting_mails,
    text: m.company_waiting_mails_text,
    options: {
      'at-once': m.company_waiting_mails_at_once,
      daily: m.company_waiting_mails_daily,
      never: m.company_waiting_mails_never,
    },
  },
  emptyWeekMails: { group: 'mails', label: m.company_empty_week_mails, text: m.company_empty_week_mails_text },
  auditDays: { group: 'audit', label: m.company_audit_days, text: m.company_audit_days_text },
};

/** The label of an option. */
export function policyOptionLabel(name: PolicyName, option: string): string {
  const options: Record<string, (() => string) | undefined> = policyTexts[name].options ?? {};
  return options[option]?.() ?? option;
}

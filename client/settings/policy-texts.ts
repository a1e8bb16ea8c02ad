// The descriptions and groups of the policies in the settings. The control follows from the kind of the policy.

import type { Policies, PolicyName } from '#domain/policies.ts';
import { m } from '#locales/messages.js';

/** What a policy is about. */
type PolicyGroup = keyof typeof ruleGroups | 'mails' | 'audit';

type PolicyText<Value> = {
  group: PolicyGroup;
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
    text: m.company_loggers_text,
    options: { workers: m.company_loggers_workers, everyone: m.company_loggers_everyone },
  },
  times: {
    group: 'times',
    text: m.company_times_text,
    options: { required: m.company_times_required, optional: m.company_times_optional },
  },
  logForOthers: { group: 'loggers', text: m.company_log_for_others_text },
  lockedUntil: { group: 'closing', text: m.company_locked_until_text },
  longestWorklogMinutes: { group: 'hours', text: m.company_longest_worklog_text },
  longestDayMinutes: { group: 'hours', text: m.company_longest_day_text },
  weeklyTargetMinutes: { group: 'hours', text: m.company_weekly_target_text },
  allowFuture: { group: 'times', text: m.company_allow_future_text },
  overlaps: {
    group: 'times',
    text: m.company_overlaps_text,
    options: { refuse: m.company_overlaps_refuse, flag: m.company_overlaps_flag },
  },
  requireNotes: { group: 'proofs', text: m.company_require_notes_text },
  receiptAboveMinor: { group: 'proofs', text: m.company_receipt_above_text },
  waitingMails: {
    group: 'mails',
    text: m.company_waiting_mails_text,
    options: {
      'at-once': m.company_waiting_mails_at_once,
      daily: m.company_waiting_mails_daily,
      never: m.company_waiting_mails_never,
    },
  },
  emptyWeekMails: { group: 'mails', text: m.company_empty_week_mails_text },
  auditDays: { group: 'audit', text: m.company_audit_days_text },
};

/** The label of an option. */
export function policyOptionLabel(name: PolicyName, option: string): string {
  const options: Record<string, (() => string) | undefined> = policyTexts[name].options ?? {};
  return options[option]?.() ?? option;
}

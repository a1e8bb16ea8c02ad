// Messages for disabled buttons: the codes that `actions` of a worklog may contain for a decision.

import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { formatInstant } from '../ui/format.ts';
import { deciderText } from '../worklog/decider.ts';

type Reason = Exclude<Worklog['actions']['approve'], true>;

const sentences: Partial<Record<Reason, () => string>> = {
  'worklog.own': m.reason_worklog_own,
  'worklog.entered-by-you': m.reason_worklog_entered_by_you,
  'worklog.not-pending': m.reason_worklog_not_pending,
  'worklog.not-decided': m.reason_worklog_not_decided,
  'worklog.period-locked': m.approvals_period_locked,
  'role.not-allowed': m.reason_role_not_allowed,
};

export const refusalText = (reason: Reason): string => (sentences[reason] ?? m.reason_role_not_allowed)();

/** "Approved by Dewi Lestari, 16 Nov 2026, 10:32" */
export function decidedText({ status, reviewerName, reviewedForName, reviewedAt }: Worklog): string | null {
  if (status === 'pending' || reviewedAt === null) return null;
  const parameters = { name: deciderText(reviewerName ?? '', reviewedForName), at: formatInstant(reviewedAt) };
  return status === 'approved' ? m.approvals_approved_by(parameters) : m.approvals_rejected_by(parameters);
}

// What the screens show of each decision.

import type { Decision, WorklogStatus } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';

type DecisionTexts = {
  /** The status after it, shown until the server has answered. */
  status: WorklogStatus;
  /** The toast after it. */
  done: (count: { count: number }) => string;
};

export const decisionTexts: Record<Decision, DecisionTexts> = {
  approve: { status: 'approved', done: m.approvals_approved },
  reject: { status: 'rejected', done: m.approvals_rejected },
  reopen: { status: 'pending', done: m.approvals_reopened },
};

/** The dialog that asks for the notes that a decision requires. */
export const reasonTexts: Record<Exclude<Decision, 'approve'>, Record<'title' | 'label' | 'verdict', () => string>> = {
  reject: { title: m.approvals_reject_title, label: m.approvals_note, verdict: m.approvals_reject },
  reopen: { title: m.approvals_reopen_title, label: m.approvals_reopen_reason, verdict: m.approvals_reopen },
};

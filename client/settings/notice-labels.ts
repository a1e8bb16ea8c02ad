// The kinds of email notices as the settings name them.

import type { NoticeKind } from '#domain/notice-kinds.ts';
import type { Sentence } from '#labels/sentence.ts';
import { m } from '#locales/messages.js';

export const noticeLabels: Record<NoticeKind, Sentence> = {
  decisions: m.settings_emails_decisions,
  waiting: m.settings_emails_waiting,
  'empty-week': m.settings_emails_empty_week,
  'stand-in': m.settings_emails_stand_in,
  report: m.settings_emails_report,
  budget: m.settings_emails_budget,
};

// The texts of a worklog (domain/worklog-fields.ts): how fields and details show them, and the line that lists show of them.

import { type WorklogText, worklogTexts } from '#domain/worklog-fields.ts';
import { m } from '#locales/messages.js';

type TextShown = {
  optionalLabel: () => string;
  /** What details say of an empty one; without it they leave the text out. */
  none?: () => string;
  /** Lines of the field. */
  rows: number;
};

export const shownTexts: Record<WorklogText, TextShown> = {
  notes: {
    optionalLabel: m.worklog_notes_optional,
    none: m.approvals_no_notes,
    rows: 3,
  },
};

/** All texts of a worklog in one line. */
export const textLine = (worklog: Record<WorklogText, string>): string =>
  worklogTexts
    .map((name) => worklog[name])
    .filter((text) => text !== '')
    .join(' · ');

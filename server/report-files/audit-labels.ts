// What the audit log records, as words for people.

import { exportedFileLabels, signInWayLabels, tokenAccessLabels } from '#labels/audit.ts';
import { roleLabels } from '#labels/roles.ts';
import type { Sentence } from '#labels/sentence.ts';
import { companyBasicLabels, policyLabels } from '#labels/settings.ts';
import { m } from '#locales/messages.js';

/** What an event of the audit log is about. */
export const auditSubjectLabels: Readonly<Record<string, Sentence>> = {
  ...policyLabels,
  ...companyBasicLabels,
  ...exportedFileLabels,
};

/** Values in the audit log that have a word; the others are days, numbers and names. */
export const auditValueLabels: Readonly<Record<string, Sentence>> = {
  ...signInWayLabels,
  ...tokenAccessLabels,
  ...roleLabels,
  true: m.company_switched_on,
  false: m.company_switched_off,
};

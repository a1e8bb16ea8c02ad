// The result of an import row as text.

import type { ImportRow } from '#contract/imports.ts';
import type { ImportMailState, ImportVerdict } from '#domain/imports.ts';
import { maxPersonNameLength } from '#domain/members.ts';
import { m } from '#locales/messages.js';
import { formatNumber } from '../ui/format.ts';

type Row = Pick<ImportRow, 'role' | 'verdict' | 'mail'> & {
  /** Before a run: what is missing for the invite of a new row. */
  lacks?: 'seat' | 'invite' | null;
};

const texts: Record<ImportVerdict, (row: Row) => string> = {
  new: m.users_import_is_new,
  member: m.users_import_is_member,
  deactivated: m.users_import_is_deactivated,
  invited: m.users_import_is_invited,
  repeated: m.users_import_is_repeated,
  'no-email': m.users_import_is_no_email,
  'wrong-email': m.users_import_is_wrong_email,
  'wrong-role': ({ role }) => m.users_import_is_no_role({ role }),
  'wrong-name': () => m.users_import_is_long_name({ maximum: formatNumber(maxPersonNameLength) }),
  'too-often': m.users_import_is_too_often,
};

const mailTexts: Record<ImportMailState, () => string> = {
  waiting: m.users_import_mail_waiting,
  sent: m.users_import_mail_sent,
  failed: m.users_import_mail_failed,
  dropped: m.users_import_mail_dropped,
};

const lackTexts = { seat: m.users_import_lacks_seat, invite: m.users_import_lacks_invite };

export function importStateText(row: Row): string {
  if (row.mail) return mailTexts[row.mail]();
  return row.lacks ? lackTexts[row.lacks]() : texts[row.verdict](row);
}

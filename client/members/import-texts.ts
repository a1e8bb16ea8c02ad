// The result of an import row as text.

import type { ImportRow } from '#contract/imports.ts';
import type { ImportMailState, ImportVerdict } from '#domain/imports.ts';
import { maxPersonNameLength } from '#domain/members.ts';
import { m } from '#locales/messages.js';
import { formatNumber } from '../ui/format.ts';

type Row = Pick<ImportRow, 'role' | 'verdict' | 'mail'>;

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

export const importStateText = (row: Row): string => (row.mail ? mailTexts[row.mail]() : texts[row.verdict](row));

// The parts of the account settings in the order of the page: the links to them, and what the finder finds. On the Free plan
// they are a section of the settings.

import type { Action } from '#domain/permissions.ts';
import type { Sentence } from '#labels/sentence.ts';
import { m } from '#locales/messages.js';
import type { RouteAccess } from '../routing/route-access.ts';

type AccountPart = {
  /** The id of its section. */
  id: string;
  label: Sentence;
  /** What the finder also finds it by. */
  aliases?: readonly Sentence[];
  isPaid?: true;
  /** The action that the part is for; others do not see it. */
  can?: Action;
};

const allParts: readonly AccountPart[] = [
  { id: 'name', label: m.account_name_title, aliases: [m.session_name] },
  { id: 'email', label: m.account_email_title },
  { id: 'password', label: m.account_password_title, aliases: [m.account_change_password] },
  { id: 'two-step', label: m.account_factor_title, aliases: [m.account_factor_qr, m.session_recovery_code] },
  { id: 'passkeys', label: m.account_passkeys_title },
  { id: 'sessions', label: m.account_sessions_title },
  { id: 'tokens', label: m.tokens_title, isPaid: true },
  { id: 'stand-ins', label: m.stand_ins_title, isPaid: true, can: 'worklogs.decide' },
  // Not the title, which is also the name of the link that downloads.
  { id: 'download', label: m.account_own_data, aliases: [m.account_download_title] },
  { id: 'close', label: m.account_close_title },
];

export const accountParts = (access: RouteAccess): readonly AccountPart[] =>
  allParts.filter(
    ({ can, isPaid }) => (can === undefined || access?.scopes[can] !== undefined) && (!isPaid || access?.isPremium),
  );

// Why the mail of an invite will not arrive.

import type { UndeliverableReason } from '#domain/invites.ts';
import { m } from '#locales/messages.js';

export const undeliverableLabels: Record<UndeliverableReason, () => string> = {
  'address-refused': m.invites_undeliverable_address,
  'message-refused': m.invites_undeliverable_message,
  'not-sent': m.invites_undeliverable_not_sent,
};

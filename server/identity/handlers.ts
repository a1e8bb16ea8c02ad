// The endpoints of contract/session.ts, by topic.

import type { sessionEndpoints } from '#contract/session.ts';
import type { Handlers } from '../pipeline.ts';
import { accountHandlers } from './account.ts';
import { joiningHandlers } from './joining.ts';
import { linkHandlers } from './link-actions.ts';
import { signingInHandlers } from './signing-in.ts';

export type SessionHandlers = Handlers<typeof sessionEndpoints>;

export const sessionHandlers: SessionHandlers = {
  ...signingInHandlers,
  ...linkHandlers,
  ...joiningHandlers,
  ...accountHandlers,
};

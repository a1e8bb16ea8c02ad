// The endpoints of contract/session.ts and contract/account.ts, by topic.

import type { accountEndpoints } from '#contract/account.ts';
import type { sessionEndpoints } from '#contract/session.ts';
import type { Handlers } from '../pipeline.ts';
import { joiningHandlers } from './joining.ts';
import { linkHandlers } from './link-actions.ts';
import { signingInHandlers } from './signing-in.ts';

export type SessionHandlers = Handlers<typeof sessionEndpoints>;
export type AccountHandlers = Handlers<typeof accountEndpoints>;

export const sessionHandlers: SessionHandlers = {
  ...signingInHandlers,
  ...linkHandlers,
  ...joiningHandlers,
};

// The handlers of contract/session.ts and contract/account.ts. Each file of this folder implements some of them.

import type { accountEndpoints } from '#contract/account.ts';
import type { sessionEndpoints } from '#contract/session.ts';
import type { Handlers } from '../request/pipeline.ts';

export type SessionHandlers = Handlers<typeof sessionEndpoints>;
export type AccountHandlers = Handlers<typeof accountEndpoints>;

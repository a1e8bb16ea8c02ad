// The handlers of contract/tokens.ts, collected from the files of this folder.

import type { tokenEndpoints } from '#contract/tokens.ts';
import type { Handlers } from '../request/pipeline.ts';
import { accessTokenHandlers } from './access-tokens.ts';
import { claimsHandlers } from './claims.ts';

export const tokenHandlers: Handlers<typeof tokenEndpoints> = { ...claimsHandlers, ...accessTokenHandlers };

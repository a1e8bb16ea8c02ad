// The endpoints of contract/tokens.ts, by kind of token.

import type { tokenEndpoints } from '#contract/tokens.ts';
import type { Handlers } from '../request/pipeline.ts';
import { accessTokenHandlers } from './access-tokens.ts';
import { claimsHandlers } from './claims.ts';

export type TokenHandlers = Handlers<typeof tokenEndpoints>;

export const tokenHandlers: TokenHandlers = { ...claimsHandlers, ...accessTokenHandlers };

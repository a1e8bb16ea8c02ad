// The handlers of contract/identity.ts, second-factor.ts and passkeys.ts, collected from the files of this folder.

import type { sessionEndpoints } from '#contract/identity.ts';
import type { passkeyEndpoints } from '#contract/passkeys.ts';
import type { secondFactorEndpoints } from '#contract/second-factor.ts';
import type { Handlers } from '../request/pipeline.ts';
import { linkHandlers } from './link-actions.ts';
import { passkeySignInHandlers } from './passkey-sign-in.ts';
import { passkeyListHandlers } from './passkeys.ts';
import { factorHandlers } from './second-factor.ts';
import { secondStepHandlers } from './second-step.ts';
import { signingInHandlers } from './signing-in.ts';

export const sessionHandlers: Omit<Handlers<typeof sessionEndpoints>, 'acceptInvite'> = {
  ...signingInHandlers,
  ...linkHandlers,
};

export const secondFactorHandlers: Handlers<typeof secondFactorEndpoints> = {
  ...factorHandlers,
  ...secondStepHandlers,
};

export const passkeyHandlers: Handlers<typeof passkeyEndpoints> = { ...passkeyListHandlers, ...passkeySignInHandlers };

// Signing in by passkey, the part that needs the WebAuthn library; loaded only where the browser supports passkeys.

import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { api } from '../api.ts';
import { acceptSession } from '../auth.ts';

/** `autofill`: offered by the browser in the email field. A newer call cancels an older one. */
export async function signInByPasskey(mode: 'prompt' | 'autofill'): Promise<void> {
  const optionsJSON = await api('POST /sign-in/passkey/options', {});
  const { id, rawId, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: mode === 'autofill' });
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  const signed = { clientDataJSON, authenticatorData, signature, userHandle };
  acceptSession(
    await api('POST /sign-in/passkey', { credential: { id, rawId, type: 'public-key', response: signed } }),
  );
}

export const cancelPasskeyPrompt = (): void => WebAuthnAbortService.cancelCeremony();

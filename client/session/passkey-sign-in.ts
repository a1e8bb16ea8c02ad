// The part of signing in by a passkey that needs the library; loaded only where the browser knows passkeys.

import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { api } from '../api.ts';
import { acceptSession } from '../auth.ts';

/** Asked for by a button, or suggested by the browser in the email field. A newer question ends the older. */
export async function signInByPasskey(way: 'asked' | 'suggested'): Promise<void> {
  const optionsJSON = await api('POST /sign-in/passkey/options', {});
  const { id, rawId, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: way === 'suggested' });
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  const signed = { clientDataJSON, authenticatorData, signature, userHandle };
  acceptSession(
    await api('POST /sign-in/passkey', { credential: { id, rawId, type: 'public-key', response: signed } }),
  );
}

export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony();

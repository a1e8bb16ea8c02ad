// Adding a passkey, the part that needs the WebAuthn library; loaded on demand.

import { startRegistration } from '@simplewebauthn/browser';
import { type ApiOutput, api } from '../api.ts';
import { deviceName } from '../ui/device.ts';

export type CreationOptions = ApiOutput<'POST /account/passkeys/options'>;

/** Shows the browser's prompt and saves the created passkey for the account. */
export async function createPasskey(optionsJSON: CreationOptions): Promise<void> {
  const { id, rawId, response } = await startRegistration({ optionsJSON });
  const device = deviceName(navigator.userAgent);
  const { clientDataJSON, attestationObject } = response;
  await api('POST /account/passkeys', {
    credential: { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject } },
    ...(device === null ? {} : { device }),
  });
}

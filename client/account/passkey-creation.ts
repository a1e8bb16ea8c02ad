// The part of adding a passkey that needs the library; loaded when somebody adds one.

import { startRegistration } from '@simplewebauthn/browser';
import { type ApiOutput, api } from '../api.ts';
import { deviceOf } from '../ui/device.ts';

export type CreationOptions = ApiOutput<'POST /account/passkeys/options'>;

/** The browser asks for finger, face or PIN; what it makes is kept for the account. */
export async function createPasskey(optionsJSON: CreationOptions): Promise<void> {
  const { id, rawId, response } = await startRegistration({ optionsJSON });
  const device = deviceOf(navigator.userAgent);
  const { clientDataJSON, attestationObject } = response;
  await api('POST /account/passkeys', {
    credential: { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject } },
    ...(device === null ? {} : { device }),
  });
}
